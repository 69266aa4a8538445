// Learning an unknown program by labels: the cells of its board are found and clustered by
// likeness, a person says what each cluster is, and a skin follows from that. Nothing is clicked.
#pragma once

#include <memory>
#include <opencv2/core.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "calibration/learn.hpp"
#include "calibration/prober.hpp"
#include "calibration/skin_text.hpp"
#include "vision/frame.hpp"

namespace eyehand::calibration {

/// Cells that look alike.
struct Group {
  cv::Mat picture;  ///< of one of them
  int cells = 0;
  cv::Rect place{};       ///< its place in the frame's image
  std::string name = {};  ///< of that place, for people, if it has one: "row 3, column 4"
};

/// A board whose clusters need labels.
class Labelling {
 public:
  virtual ~Labelling() = default;
  /// Clicks a cell with each button, one that looks empty if there is any, and undoes that where a
  /// click can: clusters for what appears are added, and what clicks do is not asked. Only for
  /// pages of rules with two marks. Throws LearnStopped if no click changes a cell.
  virtual void try_clicks(Prober& /*prober*/) {}
  /// At least one, in board order.
  virtual const std::vector<Group>& groups() const = 0;
  /// The possible answers, for people.
  virtual std::string question() const = 0;
  /// What else is asked, after the clusters.
  virtual std::vector<std::string> further_questions() const { return {}; }
  /// Whether this is a valid answer.
  virtual bool is_answer(const std::string& answer) const = 0;
  /// ... for this cluster, or further question, if they are not all of one kind.
  virtual bool is_answer_for(std::size_t question, const std::string& answer) const {
    static_cast<void>(question);
    return is_answer(answer);
  }
  /// Takes one answer per cluster and further question. Throws LearnStopped if no skin follows from
  /// them.
  virtual Learned learn(const std::vector<std::string>& answers,
                        const LearnOptions& options) const = 0;
};

/// The games that can be learned by labels: lights (the two states of a tile), hexiom (numerals;
/// marks of locks are not learned), net (the sides that wires reach), panel (what each tile is and
/// carries), slitherlink (what is drawn along edges, and digits), and those on a grid that are
/// pages of rules.
bool can_learn_by_labels(std::string_view game);

/// Throws LearnStopped if the picture shows no board of this game.
std::unique_ptr<Labelling> find_groups(const Frame& frame, std::string_view game);

/// Counts one more cell of this cluster. A new cluster is illustrated by this place of the frame's
/// image, clipped to it.
void add_to_group(std::vector<Group>& groups, std::size_t group, const Frame& frame,
                  const cv::Rect& place);

/// The beginning of a skin learned by labels.
SkinText begin_labelled_skin(const LearnOptions& options);
/// A conservative pace, which no picture can show, and the keys from `options`.
void write_careful_pace(SkinText& skin, const LearnOptions& options, const Pace& pace);

/// All clusters in one picture, numbered from 1, with their numbers of cells.
cv::Mat contact_sheet(const std::vector<Group>& groups);

}  // namespace eyehand::calibration
