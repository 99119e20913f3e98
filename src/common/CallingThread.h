#ifndef common_CallingThread_h
#define common_CallingThread_h
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace ElectronMultislice
{
/** \class CallingThread
 * \brief Functions that worker threads hand to the one thread that may call them, such as the thread that updates a pipeline.
 *
 * Nobody serves: Call calls the function where it is. A thread serves as long as it has a Service; it calls Serve again and again. */
class CallingThread
{
public:
  /** From any thread: the serving thread calls the function, this one waits. Calls it directly on the serving thread and while nobody
   * serves. An exception of the function is rethrown here. Aborted error if the service was ended before the function's turn. */
  void
  Call(const std::function<void()> & function);

  /** Lends the calls to the thread that makes it, until it goes. One at a time. */
  class Service
  {
  public:
    /** wake is called from the threads that ask; it must make the serving thread call Serve soon. */
    Service(CallingThread & calls, std::function<void()> wake);
    ~Service();
    Service(const Service &) = delete;
    Service &
    operator=(const Service &) = delete;

    bool
    HasRequests() const;

    /** Calls the function that was asked for first; returns whether there was one. */
    bool
    Serve();

    /** From now on whoever asks or waits gets an Aborted error. */
    void
    Refuse();

  private:
    CallingThread & m_Calls;
  };

private:
  struct Request
  {
    const std::function<void()> & function;
    bool                          done = false;
    std::exception_ptr            failure;
  };
  enum class State
  {
    Alone,
    Served,
    Refused
  };

  mutable std::mutex      m_Mutex; ///< guards all below
  std::condition_variable m_Done;
  State                   m_State = State::Alone;
  std::thread::id         m_Server;
  std::function<void()>   m_Wake;
  std::deque<Request *>   m_Requests; ///< each waits on its own thread
};
} // namespace ElectronMultislice
#endif
