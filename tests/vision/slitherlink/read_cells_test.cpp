// Boards that the test draws over an uneven background: where they are is found by what repeats,
// and they are read by an atlas of their edges and vertices.
#include "vision/slitherlink/read_cells.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "vision/slitherlink/repeats.hpp"

namespace eyehand::slitherlink {
namespace {

constexpr int kColumns = 5, kRows = 4;

struct Drawing {
  cv::Point origin{160, 120};
  int pitch = 44;
  int rows_from = 0;  ///< rows above are not drawn
  int columns = kColumns, rows = kRows;
  double thickness = 0;      ///< of lines, and half that of dots; 0: in proportion to the pitch
  bool has_weights = false;  ///< small numbers beside the middles of edges
  bool fades = false;
  cv::Scalar cross{20, 20, 160};
};

Lattice lattice_of(const Drawing& look) {
  return {cv::Point2d(look.origin), static_cast<double>(look.pitch), look.columns, look.rows};
}

cv::Mat window() {
  cv::Mat picture(480, 640, CV_8UC3);
  for (int y = 0; y < picture.rows; ++y)
    for (int x = 0; x < picture.cols; ++x)
      picture.at<cv::Vec3b>(y, x) = {static_cast<std::uint8_t>(180 + x % 23), 190,
                                     static_cast<std::uint8_t>(150 + y / 12)};
  cv::putText(picture, "A toolbar", {10, 30}, cv::FONT_HERSHEY_SIMPLEX, 0.8, {0, 0, 0}, 2);
  cv::circle(picture, {600, 30}, 14, {0, 0, 200}, cv::FILLED);
  return picture;
}

cv::Mat draw(const Board& board, const Drawing& look) {
  cv::Mat picture = window();
  const Lattice lattice = lattice_of(look);
  const double top = look.origin.y + look.rows_from * look.pitch - 1;
  const int thickness = cvRound(look.thickness > 0 ? look.thickness : look.pitch / 11.0);
  for (int face = 0; face < look.columns * look.rows; ++face) {
    const int clue = board.clues[static_cast<std::size_t>(face)];
    const cv::Point2d middle = lattice.centre(face % look.columns, face / look.columns);
    if (clue == kNoClue || middle.y < top) continue;
    const auto around = board.grid->edges_of_face(face);
    const auto lines = std::count_if(around.begin(), around.end(), [&](int e) {
      return board.marks[static_cast<std::size_t>(e)] == Mark::line;
    });
    const cv::Scalar ink = look.fades && clue > 0 && lines == clue ? cv::Scalar(185, 186, 160)
                                                                   : cv::Scalar(40, 20, 20);
    cv::putText(picture, std::to_string(clue), {cvRound(middle.x) - 7, cvRound(middle.y) + 8},
                cv::FONT_HERSHEY_SIMPLEX, look.pitch / 60.0, ink, 2, cv::LINE_AA);
  }
  for (int e = 0; e < board.grid->edges(); ++e) {
    const cv::Point2d middle = edge_middle(lattice, e);
    const Mark mark = board.marks[static_cast<std::size_t>(e)];
    if (mark == Mark::unknown || middle.y < top) continue;
    const double reach = mark == Mark::line ? look.pitch / 2.0 : 4;
    const cv::Point2d along = is_horizontal(lattice, e) ? cv::Point2d(1, 0) : cv::Point2d(0, 1);
    if (mark == Mark::line) {
      cv::line(picture, middle - reach * along, middle + reach * along, {30, 60, 10}, thickness);
    } else {
      cv::line(picture, middle + cv::Point2d(-4, -4), middle + cv::Point2d(4, 4), look.cross, 2);
      cv::line(picture, middle + cv::Point2d(-4, 4), middle + cv::Point2d(4, -4), look.cross, 2);
    }
  }
  for (int v = 0; v < board.grid->vertices(); ++v)
    if (const cv::Point2d at = vertex_at(lattice, v); at.y >= top)
      cv::circle(picture, at, thickness, {120, 0, 60}, cv::FILLED, cv::LINE_AA);
  if (look.has_weights)
    for (int e = 0; e < board.grid->edges(); ++e) {
      const bool is_horizontal = slitherlink::is_horizontal(lattice, e);
      const cv::Point2d at =
          edge_middle(lattice, e) -
          (is_horizontal ? cv::Point2d(0, look.pitch / 6.0) : cv::Point2d(look.pitch / 6.0, 0));
      cv::putText(picture, std::to_string(1 + e % 9), {cvRound(at.x) - 3, cvRound(at.y) + 4},
                  cv::FONT_HERSHEY_SIMPLEX, 0.3, {90, 70, 70}, 1, cv::LINE_AA);
    }
  return picture;
}

Board a_board() {
  Board board = Board::of(Grid::squares(kColumns, kRows));
  const std::vector<int> clues = {3, 1, 2, -1, 0, 2, -1, 1, 3, 2, 0, 1, 3, 2, -1, 3, 2, -1, 0, 1};
  std::copy(clues.begin(), clues.end(), board.clues.begin());
  return board;
}

/// As learning would leave it.
class ReadCells : public testing::Test {
 protected:
  ReadCells() : before_(a_board()) { learn({}); }
  void learn(const Drawing& look) {
    std::vector<cells::Sample> edges, dots;
    const Lattice lattice = lattice_of(look);
    for (const Mark mark : {Mark::unknown, Mark::line, Mark::cross}) {
      Board board = before_;
      for (std::size_t e = 0; e < board.marks.size(); e += 3) board.marks[e] = mark;
      const cv::Mat picture = draw(board, look);
      for (int e = 0; e < board.grid->edges(); ++e)
        edges.push_back({static_cast<int>(board.marks[static_cast<std::size_t>(e)]), e,
                         edge_patch(picture, lattice, e)});
      for (int y = -1; y <= kRows + 1; ++y)
        for (int x = -1; x <= kColumns + 1; ++x) {
          const cv::Point2d at = lattice.origin + lattice.pitch * cv::Point2d(x, y);
          const bool is_dot = x >= 0 && y >= 0 && x <= kColumns && y <= kRows;
          dots.push_back({is_dot, 20 * y + x, dot_patch(picture, lattice, at)});
        }
    }
    edges_ = appearance_of(edges, kEdgeLabels, lattice);
    dots_ = appearance_of(dots, kDotLabels, lattice);
    const cv::Mat picture = draw(before_, look);
    appearance_.digits.clear();
    for (int face = 0; face < kColumns * kRows; ++face) {
      const int clue = before_.clues[static_cast<std::size_t>(face)];
      if (clue == kNoClue) continue;
      appearance_.digits.push_back(
          to_sample(clue, glyph_of(face_content(picture, lattice, face).foreground)));
    }
    appearance_.foreground_min = 60;
  }

  Reading read(const cv::Mat& picture, const Reading* before = nullptr) const {
    return CellReader(edges_, dots_, appearance_).read(to_frame(picture), before);
  }
  static Board with_marks(Board board) {
    board.marks[2] = board.marks[9] = Mark::line;
    board.marks[30] = board.marks[41] = Mark::line;
    board.marks[13] = board.marks[33] = Mark::cross;
    return board;
  }

  Board before_;
  cells::GridAppearance edges_, dots_;
  Appearance appearance_;
};

TEST_F(ReadCells, ReadsCluesAndMarks) {
  const Board board = with_marks(before_);
  const Reading reading = read(draw(board, {}));
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(reading.board, board);
}

TEST_F(ReadCells, FindsABoardThatWasMovedOrEnlarged) {
  for (const Drawing& look : {Drawing{{260, 200}, 44}, Drawing{{90, 70}, 60}}) {
    const Reading reading = read(draw(before_, look));
    EXPECT_EQ(reading.rejection, "");
    EXPECT_EQ(reading.board, before_);
    EXPECT_NEAR(reading.where[0].x, look.origin.x, 1.5);
    EXPECT_NEAR(reading.where[0].y, look.origin.y, 1.5);
  }
}

/// A board of this size with clues of all kinds.
Board another_board(int columns, int rows) {
  Board board = Board::of(Grid::squares(columns, rows));
  for (std::size_t face = 0; face < board.clues.size(); ++face)
    board.clues[face] = static_cast<std::int8_t>(static_cast<int>(face * 7 % 5) - 1);
  return board;
}

TEST_F(ReadCells, FindsABoardOfOtherNumbersAtAnySize) {
  for (const auto& [columns, rows, pitch, thickness] :
       {std::array{7, 6, 52, 0}, std::array{10, 9, 36, 4}, std::array{4, 4, 56, 0}}) {
    const Board board = another_board(columns, rows);
    Drawing look{{160, 70}, pitch};
    look.columns = columns;
    look.rows = rows;
    look.thickness = thickness;
    const Reading reading = read(draw(board, look));
    EXPECT_EQ(reading.rejection, "") << columns;
    EXPECT_EQ(reading.board, board) << columns;
    if (!reading.accepted()) continue;
    EXPECT_NEAR(reading.where[0].x, look.origin.x, 1.5);
    Board marked = board;
    marked.marks[3] = marked.marks[12] = Mark::line;
    EXPECT_EQ(read(draw(marked, look), &reading).board, marked);
  }
}

TEST_F(ReadCells, TheNextBoardMayHaveAnotherSize) {
  const Reading first = read(draw(before_, {}));
  ASSERT_EQ(first.rejection, "");
  for (const int pitch : {44, 40}) {
    const Board board = another_board(7, 7);
    Drawing look{{160, 120}, pitch};
    look.columns = look.rows = 7;
    const Reading next = read(draw(board, look), &first);
    EXPECT_EQ(next.rejection, "") << pitch;
    EXPECT_EQ(next.board, board) << pitch;
  }
}

TEST_F(ReadCells, PartOfALargerBoardIsRefused) {
  Drawing look{{160, 70}, 44};
  look.columns = look.rows = 8;
  const cv::Mat whole = draw(another_board(8, 8), look);
  ASSERT_TRUE(read(whole).accepted());
  // The lower rows are cut off by the picture's edge.
  for (int y = 70 + 5 * 44; y < 70 + 8 * 44 + 10; y += 37)
    EXPECT_FALSE(read(whole.rowRange(0, y)).accepted()) << y;
}

TEST_F(ReadCells, NumbersBesideEdgesAreNoCluesAndNoPartOfThem) {
  Drawing look{{100, 60}, 60};
  look.has_weights = true;
  learn(look);
  const Reading reading = read(draw(before_, look));
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(reading.board, before_);
  // Nor do those outside its outer edges mean that it goes on.
  look.columns = 7;
  look.rows = 6;
  const Board larger = another_board(7, 6);
  EXPECT_EQ(read(draw(larger, look)).board, larger);
}

TEST_F(ReadCells, RefusesAWindowWithoutTheBoard) {
  EXPECT_NE(read(window()).rejection, "");
}

TEST_F(ReadCells, RefusesABoardWhoseFirstRowIsHidden) {
  Drawing look;
  look.rows_from = 1;
  EXPECT_NE(read(draw(before_, look)).rejection, "");
  // Scrolled by a row, so that the rest is a row higher.
  look.origin.y -= look.pitch;
  EXPECT_NE(read(draw(before_, look)).rejection, "");
}

TEST_F(ReadCells, RefusesWhatGoesOnBesideTheBoard) {
  cv::Mat picture = draw(before_, {});
  const Lattice lattice = lattice_of({});
  for (int x = 0; x <= kColumns; ++x)
    cv::circle(picture, lattice.origin + lattice.pitch * cv::Point2d(x, kRows + 1), 4, {120, 0, 60},
               cv::FILLED, cv::LINE_AA);
  EXPECT_NE(read(picture).rejection.find("below"), std::string::npos);
}

TEST_F(ReadCells, ReadsALoopWhoseCornersWereNeverSeen) {
  // Through all vertices: along the top, then down and up the columns.
  Board board = before_;
  const Lattice lattice = lattice_of({});
  for (int e = 0; e < board.grid->edges(); ++e) {
    const cv::Point2d step = (edge_middle(lattice, e) - lattice.origin) / lattice.pitch;
    const int x = static_cast<int>(step.x), y = static_cast<int>(step.y);
    const bool is_turn = y == kRows ? x % 2 == 0 : y == 1 && x % 2 == 1;
    if (is_horizontal(lattice, e) ? y == 0 || is_turn : y > 0 || x == 0 || x == kColumns)
      board.marks[static_cast<std::size_t>(e)] = Mark::line;
  }
  cv::Mat picture = draw(board, {});
  for (int v = 0; v < board.grid->vertices(); ++v)
    cv::circle(picture, vertex_at(lattice, v), 8, {30, 60, 10}, cv::FILLED, cv::LINE_AA);
  const Reading reading = read(picture);
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(reading.board, board);
}

/// Crosses are too much like edges without any mark for these to vary, but lines may.
TEST_F(ReadCells, ALineIsRecognisedBesideAFaceWhoseTintIsNewIfOnlyCrossesAreFaint) {
  Drawing look;
  look.cross = {170, 170, 140};
  learn(look);
  const Board board = with_marks(before_);
  cv::Mat picture = draw(board, look);
  const cv::Point2d middle = edge_middle(lattice_of(look), 2);
  for (const int side : {-1, 1})
    cv::line(picture, middle + cv::Point2d(-8, 5 * side), middle + cv::Point2d(8, 5 * side),
             {140, 190, 120}, 3);
  const Reading reading = read(picture);
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(reading.board, board);
}

/// With a blot in the middle of a face.
cv::Mat with_blot(cv::Mat picture, int column, int row) {
  const cv::Point2d middle = lattice_of({}).centre(column, row);
  cv::rectangle(picture, middle - cv::Point2d(6, 8), middle + cv::Point2d(6, 8), {40, 20, 20},
                cv::FILLED);
  return picture;
}

TEST_F(ReadCells, RefusesWhatIsNoDigit) {
  EXPECT_NE(read(with_blot(draw(before_, {}), 3, 0)).rejection, "");
}

/// The board with zeros in a bold font.
cv::Mat with_bold_zeros(const Board& board) {
  Board others = board;
  std::ranges::replace(others.clues, 0, kNoClue);
  cv::Mat picture = draw(others, {});
  for (int face = 0; face < kColumns * kRows; ++face) {
    if (board.clues[static_cast<std::size_t>(face)] != 0) continue;
    const cv::Point2d middle = lattice_of({}).centre(face % kColumns, face / kColumns);
    cv::ellipse(picture, middle, {8, 10}, 0, 0, 360, {40, 20, 20}, cv::FILLED, cv::LINE_AA);
    cv::ellipse(picture, middle, {2, 6}, 0, 0, 360, {190, 190, 160}, cv::FILLED, cv::LINE_AA);
  }
  return picture;
}

TEST_F(ReadCells, AFirstZeroIsKnownByItsHoleAlsoInBoldFonts) {
  std::erase_if(appearance_.digits, [](const std::string& sample) { return sample[0] == '0'; });
  const Reading reading = read(with_bold_zeros(before_));
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(reading.board, before_);
}

TEST_F(ReadCells, AZeroIsKnownByItsHoleWhereItIsUnlikeThoseThatWereLearned) {
  // In grey with a dark rim, they have half the foreground.
  for (std::string& sample : appearance_.digits)
    if (sample[0] == '0')
      std::replace_if(
          sample.begin() + 2, sample.end(), [](char c) { return c > '8'; }, '8');
  const Reading reading = read(with_bold_zeros(before_));
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(reading.board, before_);
}

TEST_F(ReadCells, RemembersCluesThatFade) {
  appearance_.clues_fade = true;
  Drawing look;
  look.fades = true;
  const Reading first = read(draw(before_, look));
  ASSERT_EQ(first.rejection, "");
  Board board = before_;
  board.marks[1] = Mark::line;  // above the 1 in the second column
  const cv::Mat faded = draw(board, look);
  EXPECT_EQ(read(faded, &first).board, board);
  EXPECT_NE(read(faded).rejection, "");
}

TEST_F(ReadCells, RemembersAFewCluesThatBecomeUnclear) {
  const Reading first = read(draw(before_, {}));
  ASSERT_EQ(first.rejection, "");
  cv::Mat picture = with_blot(draw(with_marks(before_), {}), 0, 0);
  EXPECT_EQ(read(picture, &first).board, with_marks(before_));
  Board other = before_;
  other.clues[1] = 2;
  EXPECT_NE(read(with_blot(draw(other, {}), 0, 0), &first).rejection, "") << "another puzzle";
  picture = with_blot(with_blot(picture, 1, 0), 2, 0);
  EXPECT_NE(read(picture, &first).rejection, "") << "too many";
}

TEST(FaceContent, ABlurredDigitIsOnePieceIfItsThinPartsAreFaint) {
  const Lattice face{{0, 0}, 60, 1, 1};
  cv::Mat picture(60, 60, CV_8UC3, cv::Scalar(40, 40, 40));
  cv::rectangle(picture, {24, 20, 12, 6}, {240, 240, 240}, cv::FILLED);
  cv::rectangle(picture, {24, 34, 12, 6}, {240, 240, 240}, cv::FILLED);
  EXPECT_FALSE(face_content(picture, face, 0).is_plain);
  cv::rectangle(picture, {29, 26, 2, 8}, {95, 95, 95}, cv::FILLED);
  const FaceContent content = face_content(picture, face, 0);
  EXPECT_TRUE(content.is_plain);
  EXPECT_EQ(cv::boundingRect(content.foreground).height, 20);
}

TEST(FaceContent, ADigitMayBeSmallInALargeFaceButNotASpeck) {
  for (const int pitch : {90, 150}) {
    const Lattice face{{0, 0}, static_cast<double>(pitch), 1, 1};
    const auto with_bar = [&](int height) {
      cv::Mat picture(pitch, pitch, CV_8UC3, cv::Scalar(200, 200, 200));
      cv::rectangle(picture, {pitch / 2, pitch / 2 - 7, 3, height}, {0, 0, 0}, cv::FILLED);
      return face_content(picture, face, 0).foreground;
    };
    EXPECT_FALSE(with_bar(14).empty());
    EXPECT_TRUE(with_bar(7).empty());
  }
}

TEST(Repeats, TheBoardsPitchIsTheFirst) {
  for (const int pitch : {30, 44, 61}) {
    Drawing look;
    look.pitch = pitch;
    const auto repeats = find_repeats(draw(a_board(), look));
    ASSERT_FALSE(repeats.empty());
    EXPECT_NEAR(repeats[0].pitch, pitch, 1);
    const double off = (repeats[0].at.x - look.origin.x) / static_cast<double>(pitch);
    EXPECT_NEAR(2 * off, std::round(2 * off), 0.2);
  }
  EXPECT_TRUE(find_repeats(cv::Mat(300, 300, CV_8UC3, cv::Scalar::all(90))).empty());
}

}  // namespace
}  // namespace eyehand::slitherlink
