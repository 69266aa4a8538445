#include "vision/screen_image.hpp"

#include <sys/ipc.h>
#include <sys/shm.h>

// Last, because of their macros, which xlib.hpp takes away again.
// clang-format off
#include <X11/Xlib.h>
#include <X11/extensions/XShm.h>
#include "x11/xlib.hpp"
// clang-format on

namespace eyehand {

/// A shared memory segment that both sides have attached, and the XImage that describes its use.
struct ScreenImage::Segment {
  Segment(x11::Connection& to, int depth, x11::Size size) : connection(to), image_depth(depth) {
    image =
        XShmCreateImage(to.xlib(), nullptr, static_cast<unsigned>(depth), ZPixmap, nullptr, &info,
                        static_cast<unsigned>(size.width), static_cast<unsigned>(size.height));
    if (!image) return;
    const auto bytes =
        static_cast<std::size_t>(image->bytes_per_line) * static_cast<std::size_t>(image->height);
    info.shmid = shmget(IPC_PRIVATE, bytes, IPC_CREAT | 0600);
    if (info.shmid < 0) return;
    void* const address = shmat(info.shmid, nullptr, 0);
    // This side holds it now (or never will); the system frees it when the last one lets go. Linux
    // lets the server have it all the same.
    shmctl(info.shmid, IPC_RMID, nullptr);
    if (address != reinterpret_cast<void*>(-1)) {
      info.shmaddr = image->data = static_cast<char*>(address);
      info.readOnly = 0;
      x11::ErrorTrap trap(to);
      XShmAttach(to.xlib(), &info);
      attached = !trap.failed();
    }
  }
  ~Segment() {
    if (attached) {
      x11::ErrorTrap trap(connection);
      XShmDetach(connection.xlib(), &info);
    }
    if (image) {
      image->data = nullptr;  // not Xlib's to free
      XDestroyImage(image);
    }
    if (info.shmaddr) shmdt(info.shmaddr);
  }
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  x11::Connection& connection;
  XShmSegmentInfo info{};
  XImage* image = nullptr;
  int image_depth;
  bool attached = false;
};

ScreenImage::ScreenImage(x11::Connection& connection)
    : connection_(connection), shared_works_(XShmQueryExtension(connection.xlib()) != 0) {}

ScreenImage::~ScreenImage() = default;

void ScreenImage::make_segment(int depth, x11::Size size) {
  if (segment_ && segment_->image_depth == depth && segment_->image->width == size.width &&
      segment_->image->height == size.height)
    return;
  segment_.reset();  // before the next one is made: a 4K screen takes 33 MB
  segment_ = std::make_unique<Segment>(connection_, depth, size);
  if (segment_->attached) return;
  segment_.reset();
  shared_works_ = false;
}

std::optional<RawPixels> ScreenImage::fetch(unsigned long drawable, int depth,
                                            const x11::Rect& area) {
  if (area.empty()) return {};
  if (shared_works_) make_segment(depth, area.size());
  if (!shared_works_) return fetch_slowly(drawable, area);
  x11::ErrorTrap trap(connection_);
  XImage* const image = segment_->image;
  if (!XShmGetImage(connection_.xlib(), drawable, image, area.x, area.y, AllPlanes)) return {};
  return RawPixels{image->data, static_cast<std::size_t>(image->bytes_per_line),
                   image->bits_per_pixel};
}

std::optional<RawPixels> ScreenImage::fetch_slowly(unsigned long drawable, const x11::Rect& area) {
  x11::ErrorTrap trap(connection_);
  XImage* const image =
      XGetImage(connection_.xlib(), drawable, area.x, area.y, static_cast<unsigned>(area.width),
                static_cast<unsigned>(area.height), AllPlanes, ZPixmap);
  if (!image) return {};
  slow_image_.reset(image, [](void* p) { XDestroyImage(static_cast<XImage*>(p)); });
  return RawPixels{image->data, static_cast<std::size_t>(image->bytes_per_line),
                   image->bits_per_pixel};
}

}  // namespace eyehand
