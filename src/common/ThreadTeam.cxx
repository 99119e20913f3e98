#include "common/ThreadTeam.h"
#include "common/Error.h"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace ElectronMultislice
{
struct ThreadTeam::Implementation
{
  using Function = std::function<void(std::size_t, std::size_t)>;

  std::vector<std::thread> workers;
  std::mutex               mutex;
  std::condition_variable  wake;
  std::condition_variable  finished;
  std::atomic<bool>        busy{ false };

  // the current job; all but next change under the mutex only
  const Function *           function = nullptr; ///< null when there is nothing to join
  std::size_t                count = 0;
  std::atomic<unsigned long> round{ 0 };
  std::atomic<std::size_t>   active{ 0 }; ///< workers inside the job
  std::atomic<bool>          stop{ false };
  std::atomic<std::size_t>   next{ 0 };
  std::exception_ptr         error;

  /** Looks for what is about to happen before the thread goes to sleep: a pass over one wave takes some milliseconds, and waking up a good
   * part of one. */
  template <typename Condition>
  static void
  LookFor(const Condition & condition)
  {
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(200);
    while (!condition() && std::chrono::steady_clock::now() < end)
    {
      for (int i = 0; i < 32 && !condition(); ++i)
      {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
      }
    }
  }

  void
  TakeItems(const Function & job, std::size_t items, std::size_t thread)
  {
    try
    {
      for (std::size_t item = next.fetch_add(1); item < items; item = next.fetch_add(1))
      {
        job(item, thread);
      }
    }
    catch (...)
    {
      const std::lock_guard<std::mutex> lock(mutex);
      if (!error)
      {
        error = std::current_exception();
      }
      next.store(items); // the others begin nothing new
    }
  }

  void
  Work(std::size_t thread)
  {
    unsigned long                seen = 0;
    std::unique_lock<std::mutex> lock(mutex);
    for (;;)
    {
      if (seen > 0) // not when nobody has asked for anything yet
      {
        lock.unlock();
        LookFor([&] { return stop || round != seen; });
        lock.lock();
      }
      wake.wait(lock, [&] { return stop || (function != nullptr && round != seen); });
      if (stop)
      {
        return;
      }
      seen = round;
      ++active;
      const Function &  job = *function;
      const std::size_t items = count;
      lock.unlock();
      TakeItems(job, items, thread);
      lock.lock();
      if (--active == 0)
      {
        finished.notify_one();
      }
    }
  }

  void
  Run(std::size_t items, const Function & job)
  {
    {
      const std::lock_guard<std::mutex> lock(mutex);
      next.store(0);
      error = nullptr;
      count = items;
      function = &job;
      ++round;
    }
    wake.notify_all();
    TakeItems(job, items, 0);

    std::exception_ptr first;
    {
      // who has not woken by now finds no job any more; only those at work are waited for
      std::unique_lock<std::mutex> lock(mutex);
      function = nullptr;
      if (active > 0)
      {
        lock.unlock();
        LookFor([&] { return active == 0; });
        lock.lock();
      }
      finished.wait(lock, [&] { return active == 0; });
      first = error;
      error = nullptr;
    }
    if (first)
    {
      std::rethrow_exception(first);
    }
  }

  void
  Stop()
  {
    {
      const std::lock_guard<std::mutex> lock(mutex);
      stop = true;
    }
    wake.notify_all();
    for (std::thread & worker : workers)
    {
      worker.join();
    }
  }
};

ThreadTeam::ThreadTeam(std::size_t threads)
  : m_Implementation(std::make_unique<Implementation>())
{
  try
  {
    for (std::size_t thread = 1; thread < threads; ++thread)
    {
      m_Implementation->workers.emplace_back([this, thread] { m_Implementation->Work(thread); });
    }
  }
  catch (const std::system_error & error)
  {
    const std::size_t started = m_Implementation->workers.size() + 1;
    m_Implementation->Stop();
    throw Error(ErrorKind::Memory,
                "Only " + std::to_string(started) + " of " + std::to_string(threads) + " threads could be started (" + error.what() +
                  "). Ask for fewer threads.");
  }
}

ThreadTeam::~ThreadTeam()
{
  m_Implementation->Stop();
}

std::size_t
ThreadTeam::GetNumberOfThreads() const
{
  return m_Implementation->workers.size() + 1;
}

void
ThreadTeam::ForEach(std::size_t count, const std::function<void(std::size_t item, std::size_t thread)> & function)
{
  if (m_Implementation->busy.exchange(true))
  {
    throw Error(ErrorKind::Internal, "ThreadTeam::ForEach was called while the same team was at work.");
  }
  struct Release
  {
    std::atomic<bool> & flag;
    ~Release()
    {
      flag.store(false);
    }
  } release{ m_Implementation->busy };

  if (m_Implementation->workers.empty() || count <= 1)
  {
    for (std::size_t item = 0; item < count; ++item)
    {
      function(item, 0);
    }
    return;
  }
  m_Implementation->Run(count, function);
}
} // namespace ElectronMultislice
