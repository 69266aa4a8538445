// Teaching Eyehand a program that it has never seen, by labels: the cells of its board are found
// and those that look alike grouped, a person says of each group what it is, and from that comes a
// skin. Nothing is clicked.
#pragma once

#include <memory>
#include <opencv2/core.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "calibration/learn.hpp"
#include "calibration/skin_text.hpp"
#include "vision/frame.hpp"

namespace eyehand::calibration {

/// Cells that look alike.
struct Group {
  cv::Mat picture;  ///< of one of them
  int cells = 0;
  cv::Rect place{};  ///< where that one is in the frame's image
};

/// A board that waits for its labels.
class Labelling {
 public:
  virtual ~Labelling() = default;
  /// At least one, in the order in which they come on the board.
  virtual const std::vector<Group>& groups() const = 0;
  /// What may be answered, for people.
  virtual std::string question() const = 0;
  /// Whether this is an answer.
  virtual bool is_answer(const std::string& answer) const = 0;
  /// ... to this group, where they are not all of one kind.
  virtual bool is_answer_for(std::size_t group, const std::string& answer) const {
    static_cast<void>(group);
    return is_answer(answer);
  }
  /// One answer a group. Throws LearnStopped if no skin comes of them.
  virtual Learned learn(const std::vector<std::string>& answers,
                        const LearnOptions& options) const = 0;
};

/// The games that can be learned by labels: lights (the two states of a tile), hexiom (numerals;
/// marks of locks are not learned), net (the sides that wires reach), panel (what each tile is and
/// carries) and slitherlink (what is drawn along edges, and digits).
bool can_learn_by_labels(std::string_view game);

/// Throws LearnStopped if no board of this game is found in the picture.
std::unique_ptr<Labelling> find_groups(const Frame& frame, std::string_view game);

/// Counts one more cell of this group. If there is no such group yet, a new one shows this place of
/// the frame's image, as far as it lies in it.
void add_to_group(std::vector<Group>& groups, std::size_t group, const Frame& frame,
                  const cv::Rect& place);

/// The beginning of a skin that comes of labels.
SkinText begin_labelled_skin(const LearnOptions& options);
/// A pace for which no picture is needed, and the keys that the wish has.
void write_careful_pace(SkinText& skin, const LearnOptions& options, const Pace& pace);

/// All groups on one picture, numbered from 1, with their counts of cells.
cv::Mat contact_sheet(const std::vector<Group>& groups);

}  // namespace eyehand::calibration
