// Lines of text from another process, through a pipe.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "puzzle/deadline.hpp"

namespace eyehand {

/// Reads lines from a descriptor, which it owns and closes.
class LineReader {
 public:
  explicit LineReader(int fd) : fd_(fd) {}
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// The next line without its newline; nothing at the deadline, after the end, or when a signal
  /// arrives.
  std::optional<std::string> next(Deadline deadline);
  /// A line that has already been read, if there is one.
  std::optional<std::string> buffered();
  /// Reads what there is, waiting for it if necessary.
  void fill();
  bool at_end() const { return at_end_; }
  int fd() const { return fd_; }

 private:
  int fd_;
  std::string buffer_;
  bool at_end_ = false;
};

/// A pipe for a child: `writer` is passed to the child (Process::Options) and then closed here, so
/// that the lines end when the child does.
class LinePipe : public LineReader {
 public:
  /// Throws Error if no pipe can be made.
  LinePipe();
  ~LinePipe() { close_writer(); }
  int writer() const { return writer_; }
  void close_writer();

 private:
  explicit LinePipe(std::pair<int, int> ends) : LineReader(ends.first), writer_(ends.second) {}
  int writer_;
};

}  // namespace eyehand
