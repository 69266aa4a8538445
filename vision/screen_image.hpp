// Fetches pixels from the X server, through shared memory where the server allows it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "x11/connection.hpp"
#include "x11/geometry.hpp"

namespace eyehand {

/// Part of a drawable, in the server's own layout. Valid until the ScreenImage that fetched it
/// fetches again.
struct RawPixels {
  const void* data;
  std::size_t bytes_per_line;
  int bits_per_pixel;
};

/// A buffer for the contents of drawables, kept from one capture to the next. The shared memory
/// segment is marked for removal as soon as it is created, before the server attaches it, so that
/// it cannot outlive the process.
class ScreenImage {
 public:
  explicit ScreenImage(x11::Connection& connection);
  ~ScreenImage();
  ScreenImage(const ScreenImage&) = delete;
  ScreenImage& operator=(const ScreenImage&) = delete;

  /// Copies `area`, which must lie within the drawable (and, for the root, on the screen). Nothing
  /// if the server refuses because the drawable is gone or smaller.
  std::optional<RawPixels> fetch(unsigned long drawable, int depth, const x11::Rect& area);

  /// False if the server is on another machine: pixels then come through the connection, slowly.
  bool is_shared() const { return shared_works_; }

 private:
  struct Segment;
  void make_segment(int depth, x11::Size size);
  std::optional<RawPixels> fetch_slowly(unsigned long drawable, const x11::Rect& area);

  x11::Connection& connection_;
  bool shared_works_;
  std::unique_ptr<Segment> segment_;
  std::shared_ptr<void> slow_image_;
};

}  // namespace eyehand
