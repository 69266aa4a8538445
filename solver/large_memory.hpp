// Memory for arrays that may be very large. From 4 MiB on it is aligned to large pages, and the
// system is asked to use them if it can: otherwise most of the time on a board of a million tiles
// would be spent on page faults. Smaller arrays come from malloc().
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace eyehand {

/// For std::vector. Elements that resize() adds stay uninitialised.
template <class T>
class LargeAllocator {
 public:
  using value_type = T;
  LargeAllocator() = default;
  template <class U>
  LargeAllocator(const LargeAllocator<U>&) {}

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    void* memory = nullptr;
    if (bytes < kLarge) {
      memory = std::malloc(bytes);
    } else {
      const std::size_t whole_pages = (bytes + kPage - 1) / kPage * kPage;
      memory = std::aligned_alloc(kPage, whole_pages);
#ifdef MADV_HUGEPAGE
      if (memory) ::madvise(memory, whole_pages, MADV_HUGEPAGE);  // only a hint; it may fail
#endif
    }
    if (!memory) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t) {
    std::free(memory);
  }

  template <class U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }

  bool operator==(const LargeAllocator&) const {
    return true;
  }

 private:
  static constexpr std::size_t kPage = std::size_t{2} << 20;
  static constexpr std::size_t kLarge = 2 * kPage;
};

template <class T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

}  // namespace eyehand
