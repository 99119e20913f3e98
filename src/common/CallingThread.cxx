#include "common/CallingThread.h"
#include "common/Error.h"

namespace ElectronMultislice
{
void
CallingThread::Call(const std::function<void()> & function)
{
  std::unique_lock<std::mutex> lock(m_Mutex);
  if (m_State == State::Refused)
  {
    throw AbortedError();
  }
  if (m_State == State::Alone || std::this_thread::get_id() == m_Server)
  {
    lock.unlock();
    function();
    return;
  }
  Request request{ function, false, nullptr };
  m_Requests.push_back(&request);
  const std::function<void()> wake = m_Wake; // it may take a lock under which the serving thread asks HasRequests
  lock.unlock();
  wake();
  lock.lock();
  m_Done.wait(lock, [&] { return request.done; });
  if (request.failure)
  {
    std::rethrow_exception(request.failure);
  }
}

CallingThread::Service::Service(CallingThread & calls, std::function<void()> wake)
  : m_Calls(calls)
{
  const std::lock_guard<std::mutex> lock(m_Calls.m_Mutex);
  if (m_Calls.m_State != State::Alone)
  {
    throw Error(ErrorKind::Internal, "Two runs were started with the same control.");
  }
  m_Calls.m_State = State::Served;
  m_Calls.m_Server = std::this_thread::get_id();
  m_Calls.m_Wake = std::move(wake);
}

CallingThread::Service::~Service()
{
  Refuse(); // there is nobody any more when the threads of the run are joined
  const std::lock_guard<std::mutex> lock(m_Calls.m_Mutex);
  m_Calls.m_State = State::Alone;
  m_Calls.m_Wake = nullptr;
}

bool
CallingThread::Service::HasRequests() const
{
  const std::lock_guard<std::mutex> lock(m_Calls.m_Mutex);
  return !m_Calls.m_Requests.empty();
}

bool
CallingThread::Service::Serve()
{
  std::unique_lock<std::mutex> lock(m_Calls.m_Mutex);
  if (m_Calls.m_Requests.empty())
  {
    return false;
  }
  Request & request = *m_Calls.m_Requests.front();
  m_Calls.m_Requests.pop_front();
  lock.unlock();
  try
  {
    request.function();
  }
  catch (...)
  {
    request.failure = std::current_exception(); // who asked looks at it only when it is done
  }
  lock.lock();
  request.done = true;
  m_Calls.m_Done.notify_all();
  return true;
}

void
CallingThread::Service::Refuse()
{
  const std::lock_guard<std::mutex> lock(m_Calls.m_Mutex);
  m_Calls.m_State = State::Refused;
  for (Request * request : m_Calls.m_Requests)
  {
    request->failure = std::make_exception_ptr(AbortedError());
    request->done = true;
  }
  m_Calls.m_Requests.clear();
  m_Calls.m_Done.notify_all();
}
} // namespace ElectronMultislice
