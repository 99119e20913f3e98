#ifndef common_ThreadTeam_h
#define common_ThreadTeam_h
#include <cstddef>
#include <functional>
#include <memory>

namespace ElectronMultislice
{
/** \class ThreadTeam
 * \brief A fixed number of threads that share numbered items; the calling thread is one of them. */
class ThreadTeam
{
public:
  explicit ThreadTeam(std::size_t threads);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam &) = delete;
  ThreadTeam &
  operator=(const ThreadTeam &) = delete;

  std::size_t
  GetNumberOfThreads() const;

  /** Calls function(item, thread) for every item in [0, count), in any order; returns when all are done. The first exception is rethrown
   * here and the items not yet begun are skipped. Not reentrant. */
  void
  ForEach(std::size_t count, const std::function<void(std::size_t item, std::size_t thread)> & function);

private:
  struct Implementation;
  std::unique_ptr<Implementation> m_Implementation;
};
} // namespace ElectronMultislice
#endif
