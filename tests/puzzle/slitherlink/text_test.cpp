#include "puzzle/slitherlink/text.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "puzzle/error.hpp"
#include "tests/puzzle/slitherlink/boards.hpp"
#include "tests/support/published.hpp"

namespace eyehand::slitherlink {
namespace {

// Made by sgt-loopy itself (--generate).
constexpr const char* kLoopyIds[] = {
    "7x5t0:3b2a2c3b01a20b2a22b1i",
    "10x10t0:b1b31a3b31c1b03a21d3f13b122c2a1c2220b3j2b21e3a31b3a221a2a23a3b2a",
    "10x10t0:b33b2b33b0b3c2232a2c2a32f3a2a2a2212a22a33b1a2c1b3b321a22c2e33c2a2a2a1a2a0",
};

std::vector<Board> random_boards(bool with_marks) {
  std::vector<Board> boards;
  unsigned seed = 1;
  for (const auto& [columns, rows] :
       {std::pair{1, 1}, {1, 2}, {2, 1}, {3, 3}, {7, 4}, {4, 7}, {30, 25}, {61, 2}})
    for (const double share : {0.0, 0.05, 0.4, 1.0})
      boards.push_back(test::random_board(Grid::squares(columns, rows), seed++, share, with_marks));
  return boards;
}

template <class Read>
void expect_refused(Read&& read, std::string_view text, std::string_view why) {
  try {
    read(text);
    ADD_FAILURE() << text << " was read";
  } catch (const Error& error) {
    EXPECT_NE(std::string_view(error.what()).find(why), std::string_view::npos)
        << text << "\n  " << error.what() << "\n  and not " << why;
  }
}

/// Cuts and changes the text at every place: it is read or refused, and what is read is valid.
template <class Read>
void expect_robust(Read&& read, const std::string& text) {
  const auto try_it = [&](const std::string& odd) {
    try {
      validate(read(odd));
    } catch (const Error&) {
    }
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    try_it(text.substr(0, i));
    try_it(text.substr(i));
    for (int byte = 0; byte < 256; ++byte) {
      std::string odd = text;
      odd[i] = static_cast<char>(byte);
      try_it(odd);
    }
  }
}

TEST(SlitherlinkLoopyId, Reads) {
  const Board board = from_loopy_id("3x2t0:1a2b0");
  EXPECT_EQ(board.grid->shape(), (Grid::Squares{3, 2}));
  EXPECT_EQ(board.clues, (std::vector<std::int8_t>{1, kNoClue, 2, kNoClue, kNoClue, 0}));
  EXPECT_EQ(from_loopy_id(" 3x2t0dh:1a2b0\n"), board);
}

TEST(SlitherlinkLoopyId, RoundTrips) {
  for (const char* id : kLoopyIds) EXPECT_EQ(to_loopy_id(from_loopy_id(id)), id);
  for (const Board& board : random_boards(false)) {
    EXPECT_EQ(from_loopy_id(to_loopy_id(board)), board);
    EXPECT_EQ(from_text(to_loopy_id(board)), board);
  }
  EXPECT_EQ(to_loopy_id(Board::of(Grid::squares(8, 7))), "8x7t0:zzd");
}

TEST(SlitherlinkLoopyId, ErrorsNameThePosition) {
  expect_refused(from_loopy_id, "", "character 1: expected the board's width");
  expect_refused(from_loopy_id, "5", "character 2: expected 'x'");
  expect_refused(from_loopy_id, "5x5", "character 4: expected 't'");
  expect_refused(from_loopy_id, "5x5t11:a", "character 7: this type of grid");
  expect_refused(from_loopy_id, "5x5t99:a", "character 7: this type of grid");
  expect_refused(from_loopy_id, "5x5t0", "character 6: expected ':'");
  expect_refused(from_loopy_id, "5x5t0dq:", "character 7: expected 'e'");
  expect_refused(from_loopy_id, "5x5t0#12", "a random seed is not a board");
  expect_refused(from_loopy_id, "0x5t0:", "at least one row");
  expect_refused(from_loopy_id, "5000x5000t0:", "at most 8388608 edges");
  expect_refused(from_loopy_id, "99999999999999999999x1t0:", "too large a width");
  expect_refused(from_loopy_id, "2x2t0:123", "character 10: expected a clue");
  expect_refused(from_loopy_id, "2x2t0:125a", "character 9: expected a clue from 0 to 4");
  expect_refused(from_loopy_id, "2x2t0:12c", "character 9: a run of 3 empty faces where only 2");
  expect_refused(from_loopy_id, "2x2t0:12344", "character 11: expected the end after 4 faces");
  expect_refused(from_loopy_id, std::string(kMaxTextBytes + 1, ' '), "longer than");
  expect_robust(from_loopy_id, "4x3t0dh:1a2b0c33");
}

TEST(SlitherlinkLoopyId, ReadsOtherGrids) {
  const Board board = from_loopy_id(" 2x2t2dn:3a60\n");
  EXPECT_EQ(board.clues, (std::vector<std::int8_t>{3, kNoClue, 6, 0}));
  ASSERT_EQ(board.grid->faces(), 4);
  EXPECT_EQ(board.grid->edges(), 19);
  EXPECT_EQ(board.grid->vertices(), 16);
  EXPECT_EQ(from_text(to_text(board)), board);
  EXPECT_EQ(from_loopy_id("2x1t9:Ca").clues[0], 12);
  EXPECT_EQ(from_loopy_id("2x2t1:0_j").grid->faces(), 10);
}

TEST(SlitherlinkLoopyId, RefusesWrongCluesOfOtherGrids) {
  expect_refused(from_loopy_id, "2x2t1:a", "character 7: expected '0_'");
  expect_refused(from_loopy_id, "2x2t2:3a70", "clue 7 in face 3");
  expect_refused(from_loopy_id, "2x2t2:3a6", "character 10: expected a clue from 0 to 9");
  expect_refused(from_loopy_id, "2x2t2:3a60a", "expected the end after 4 faces");
  expect_refused(from_loopy_id, "1000x1000t2:a", "too few clues");
  expect_robust(from_loopy_id, "3x3t5dh:1a2b0c33d");
}

TEST(SlitherlinkPzpr, ReadsEveryCode) {
  // Clues 0 and 2; 1 with one empty face, 1 with two; one empty face; '?'; two empty; 3; nine.
  const Board board = from_pzpr("slither/7/3/026bg.h3o");
  std::vector<std::int8_t> clues(21, kNoClue);
  clues[0] = 0, clues[1] = 2, clues[2] = 1, clues[4] = 1, clues[11] = 3;
  EXPECT_EQ(board.grid->shape(), (Grid::Squares{7, 3}));
  EXPECT_EQ(board.clues, clues);
}

TEST(SlitherlinkPzpr, KnowsTheAddresses) {
  const Board board = from_pzpr("slither/3/2/1b00");
  for (const char* url :
       {"https://puzz.link/p?slither/3/2/1b00", "http://pzv.jp/p.html?slither/3/2/1b00/",
        "https://puzz.link/p?slither_edit/3/2/1b00", "  slither/3/2/1b00\n",
        "slitherlink/3/2/1b00"}) {
    EXPECT_EQ(from_pzpr(url), board);
    EXPECT_EQ(from_text(url), board);
  }
}

TEST(SlitherlinkPzpr, RoundTrips) {
  for (const Board& board : random_boards(false)) EXPECT_EQ(from_pzpr(to_pzpr(board)), board);
}

TEST(SlitherlinkPzpr, WritesAsPzprDoes) {
  // What pzpr 0.10.1 gives for these boards (encode4Cell).
  EXPECT_EQ(to_pzpr(from_loopy_id("1x1t0:3")), "slither/1/1/d");
  EXPECT_EQ(to_pzpr(from_loopy_id("2x1t0:31")), "slither/2/1/3b");
  EXPECT_EQ(to_pzpr(from_loopy_id("3x1t0:3a1")), "slither/3/1/8b");
  EXPECT_EQ(to_pzpr(from_loopy_id("4x1t0:3b1")), "slither/4/1/db");
  EXPECT_EQ(to_pzpr(from_loopy_id("5x1t0:3c1")), "slither/5/1/dgb");
  EXPECT_EQ(to_pzpr(from_loopy_id("25x1t0:x3")), "slither/25/1/zjd");
}

TEST(SlitherlinkPzpr, ErrorsNameThePosition) {
  expect_refused(from_pzpr, "", "character 1: expected 'slither/'");
  expect_refused(from_pzpr, "https://puzz.link/p", "expected '?'");
  expect_refused(from_pzpr, "https://puzz.link/p?mashu/3/3/0", "character 21: expected 'slither/'");
  expect_refused(from_pzpr, "slither", "character 8: expected '/'");
  expect_refused(from_pzpr, "slither/3", "character 10: expected '/' between");
  expect_refused(from_pzpr, "slither/3/2", "character 12: expected '/' and the clues");
  expect_refused(from_pzpr, "slither/3/0/", "at least one row");
  expect_refused(from_pzpr, "slither/3/2/1f", "character 14: expected one of");
  expect_refused(from_pzpr, "slither/3/2/1b", "character 15: expected one of");
  expect_refused(from_pzpr, "slither/3/2/1z", "character 14: a run of 20 empty faces");
  expect_refused(from_pzpr, "slither/3/2/1b000", "character 17: expected the end");
  expect_robust(from_pzpr, "https://a.b/p?slither/4/3/026bg.h");
}

TEST(SlitherlinkSlk, Reads) {
  const Board board = from_slk("# by hand\n2 3\n\n.3.\n2.0\n");
  EXPECT_EQ(board, from_loopy_id("3x2t0:a3a2a0"));
  const Board marked = from_slk(
      "2 3   # rows, columns\r\n   # and now the clues\r\n.3.  \r\n2.0\r\n"
      "--.\r\n.x-\r\n|-.\r\n\r\n|.x.\r\n-..|");
  EXPECT_EQ(marked.clues, board.clues);
  using enum Mark;
  EXPECT_EQ(marked.marks,
            (std::vector<Mark>{line, line, unknown, unknown, cross, line, line, line, unknown, line,
                               unknown, cross, unknown, line, unknown, unknown, line}));
  EXPECT_EQ(from_text("2 3\n.3.\n2.0"), board);
}

TEST(SlitherlinkSlk, ARowOfDotsTooManyIsAllowed) {
  EXPECT_EQ(from_slk("1 1\n2\n-\nx\n||\n..\n"), from_slk("1 1\n2\n-\nx\n||\n"));
  expect_refused(from_slk, "1 1\n2\n-\nx\n||\n.|\n", "line 6: expected the end");
}

TEST(SlitherlinkSlk, WritesEdgesWhereThereAreAny) {
  Board board = from_loopy_id("2x1t0:3a");
  EXPECT_EQ(to_slk(board), "1 2\n\n3.\n");
  board.marks = {Mark::line, Mark::cross, Mark::line, Mark::unknown,
                 Mark::line, Mark::line,  Mark::cross};
  EXPECT_EQ(to_slk(board), "1 2\n\n3.\n\n-x\n-.\n\n||x\n");
}

TEST(SlitherlinkSlk, RoundTrips) {
  for (const bool with_marks : {false, true})
    for (const Board& board : random_boards(with_marks)) {
      EXPECT_EQ(from_slk(to_slk(board)), board);
      EXPECT_EQ(from_text(to_text(board)), board);
    }
}

TEST(SlitherlinkSlk, ErrorsNameTheLine) {
  expect_refused(from_slk, "", "line 1: the text is empty");
  expect_refused(from_slk, "# nothing\n\n", "the text is empty");
  expect_refused(from_slk, "hello", "line 1: expected 'ROWS COLUMNS'");
  expect_refused(from_slk, "#\n\n3\n...", "line 3, character 2: expected 'ROWS COLUMNS'");
  expect_refused(from_slk, "3 3 3\n...", "line 1, character 4: expected the end of the line");
  expect_refused(from_slk, "0 3\n", "at least one row");
  expect_refused(from_slk, "9999999 3\n", "too large a rows");
  expect_refused(from_slk, "2 2\n..\n", "line 2: the text ends after 1 of 2 rows of clues");
  expect_refused(from_slk, "2 2\n..\n.5",
                 "line 3: expected a clue from 0 to 4 or '.' as "
                 "character 2");
  expect_refused(from_slk, "2 2\n..\n...", "line 3: 3 characters in a row of clues");
  expect_refused(from_slk, "1 2\n..\n--\n",
                 "line 3: the text ends after 1 of 2 rows of horizontal");
  expect_refused(from_slk, "1 2\n..\n--\n--\n", "after 0 of 1 rows of vertical");
  expect_refused(from_slk, "1 2\n..\n--\n-o\n...", "line 4: expected '.', '-', '|' or 'x'");
  expect_refused(from_slk, "1 2\n..\n--\n--\n|.\n", "line 5: 2 characters in a row of vertical");
  expect_robust(from_slk, "#a\n2 3 #b\n\n.3.\n2.0\n\n--.\n.x-\n|-.\n\n|.x.\n-..|\n");
}

TEST(SlitherlinkJson, Reads) {
  const Board board = from_json(
      R"({"vertices": [[0, 0], [1, 0], [1, 1], [0, 1], [2, 0.5]], "faces": [[0, 1, 2, 3],
         [1, 4, 2]], "clues": [null, 2], "lines": [[1, 0]], "crosses": [[1, 2], [3, 0]]})");
  EXPECT_EQ(board.grid->faces(), 2);
  EXPECT_EQ(board.grid->edges(), 6);
  EXPECT_EQ(board.grid->point(4), (Point{2, 0.5}));
  EXPECT_EQ(board.clues, (std::vector<std::int8_t>{kNoClue, 2}));
  using enum Mark;
  EXPECT_EQ(board.marks, (std::vector<Mark>{line, cross, unknown, cross, unknown, unknown}));
  EXPECT_EQ(from_text(" \n{\"columns\": 3, \"rows\": 2, \"clues\": [null,3,null,2,null,0]}"),
            from_loopy_id("3x2t0:a3a2a0"));
}

TEST(SlitherlinkJson, RoundTrips) {
  for (const bool with_marks : {false, true}) {
    for (const Board& board : random_boards(with_marks))
      EXPECT_EQ(from_json(to_json(board)), board);
    for (unsigned seed = 0; seed < 20; ++seed) {
      const Board board = test::random_board(test::mixed_grid(), seed, 0.7, with_marks);
      EXPECT_EQ(from_json(to_json(board)), board);
      EXPECT_EQ(from_text(to_text(board)), board);
      EXPECT_EQ(to_text(board).find('\n'), std::string::npos);
    }
  }
}

TEST(SlitherlinkJson, ErrorsSayWhat) {
  expect_refused(from_json, "", "malformed at character 1");
  expect_refused(from_json, "{\"columns\": 1,}", "malformed at character 15");
  expect_refused(from_json, "[]", "expected an object");
  expect_refused(from_json, "{}", "needs 'vertices' and 'faces'");
  expect_refused(from_json, R"({"columns":1,"rows":1,"size":1})", "unknown key 'size'");
  expect_refused(from_json, R"({"columns":1,"rows":1,"faces":[]})", "give either");
  expect_refused(from_json, R"({"columns":1})", "need both");
  expect_refused(from_json, R"({"columns":1,"rows":0})", "at least one row");
  expect_refused(from_json, R"({"columns":1,"rows":-1})", "whole number from 0");
  expect_refused(from_json, R"({"columns":1,"rows":1.5})", "in 'rows'");
  expect_refused(from_json, R"({"columns":5000,"rows":5000})", "at most 8388608 edges");
  expect_refused(from_json, R"({"columns":1,"rows":1,"clues":[]})", "0 clues for 1 faces");
  expect_refused(from_json, R"({"columns":1,"rows":1,"clues":[5]})",
                 "from 0 to 4 in 'clues', entry 0");
  expect_refused(from_json, R"({"columns":1,"rows":1,"clues":3})", "'clues' must be an array");
  expect_refused(from_json, R"({"columns":1,"rows":1,"lines":[[0,3]]})", "no edge between");
  expect_refused(from_json, R"({"columns":1,"rows":1,"lines":[[0,0]]})", "no edge between");
  expect_refused(from_json, R"({"columns":1,"rows":1,"lines":[[0,4]]})", "from 0 to 3");
  expect_refused(from_json, R"({"columns":1,"rows":1,"lines":[0]})", "expected two vertices");
  expect_refused(from_json, R"({"columns":1,"rows":1,"lines":[[0,1]],"crosses":[[1,0]]})",
                 "the edge in 'crosses', entry 0 already has a mark");
  expect_refused(from_json, R"({"vertices":[[0,0],[1]],"faces":[]})",
                 "expected [x, y] in 'vertices', entry 1");
  expect_refused(from_json, R"({"vertices":[[0,0],[1,1]],"faces":[[0,1]]})", "fewer than three");
  expect_refused(from_json, R"({"vertices":[[0,0],[1,1]],"faces":[[0,1,2]]})",
                 "from 0 to 1 in 'faces', entry 0");
  expect_refused(from_json, R"({"vertices":[[0,0]],"faces":[]})", "edges, not 0");
  expect_refused(from_json, R"({"vertices":[],"faces":[[0,0,0]]})", "no vertices");
  expect_refused(from_json, R"({"vertices":[[1e999,0]],"faces":[]})", "too large");
  expect_refused(from_json, std::string(1 << 20, '['), "malformed");
  expect_refused(from_json, std::string(kMaxJsonBytes + 1, ' '), "longer than");
  expect_robust(from_json, R"({"vertices":[[0,0],[1,0],[1,1.5]],"faces":[[0,1,2]],"clues":[2]})");
}

TEST(SlitherlinkText, OnlySquaresAreWrittenAsSquares) {
  const Board board = Board::of(test::mixed_grid());
  EXPECT_THROW(to_loopy_id(board), Error);
  EXPECT_THROW(to_pzpr(board), Error);
  EXPECT_THROW(to_slk(board), Error);
  EXPECT_THROW(to_picture(board), Error);
}

TEST(SlitherlinkText, SplitsTextsInAnyFormat) {
  const std::string json = "{\"columns\": 1,\n \"rows\": 1, \"x\": \"}\\\"{\"}";
  const auto puzzles = split_texts(
      "# some boards\n\n3x2t0:a3a2a0\r\n  slither/3/2/1b0 \n"
      "2 2\n\n..\n.3\n\n# the next\n1 1 # size\n3\n\n-\n-\n\n||\n" +
      json + "\n" + json + " nonsense\n3x2t0:f");
  ASSERT_EQ(puzzles.size(), 8U);
  EXPECT_EQ(puzzles[0], "3x2t0:a3a2a0");
  EXPECT_EQ(puzzles[1], "slither/3/2/1b0");
  EXPECT_EQ(from_text(puzzles[2]), from_loopy_id("2x2t0:c3"));
  EXPECT_EQ(to_slk(from_text(puzzles[3])), "1 1\n\n3\n\n-\n-\n\n||\n");
  EXPECT_EQ(puzzles[4], json);
  EXPECT_EQ(puzzles[5], json);
  EXPECT_EQ(puzzles[6], "nonsense");
  EXPECT_EQ(puzzles[7], "3x2t0:f");
  EXPECT_TRUE(split_texts("").empty());
  EXPECT_TRUE(split_texts("\n # nothing\n\n").empty());
  EXPECT_EQ(split_texts("{\"open\": 1").size(), 1U);
}

using PublishedSlitherlink = eyehand::test::Published;

TEST_F(PublishedSlitherlink, EveryFileRoundTrips) {
  int files = 0, marked = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(eyehand::test::published() / "slitherlink")) {
    if (entry.path().extension() != ".slk") continue;
    SCOPED_TRACE(entry.path());
    const std::string text = eyehand::test::published_text(entry.path());
    const auto puzzles = split_texts(text);
    ASSERT_EQ(puzzles.size(), 1U);
    Board board = from_text(puzzles[0]);
    EXPECT_EQ(board, from_slk(text));
    EXPECT_EQ(from_slk(to_slk(board)), board);
    EXPECT_EQ(from_json(to_json(board)), board);
    for (auto& mark : board.marks) {
      marked += mark != Mark::unknown;
      mark = Mark::unknown;
    }
    EXPECT_EQ(from_loopy_id(to_loopy_id(board)), board);
    EXPECT_EQ(from_pzpr(to_pzpr(board)), board);
    ++files;
  }
  EXPECT_GT(files, 100);
  EXPECT_GT(marked, 1000);  // prefilled boards are among them
}

TEST(SlitherlinkPicture, JoinsLinesAndShowsCrosses) {
  const Board board = from_slk("2 2\n3.\n.1\n-.\n-x\n..\n||.\nxx.\n");
  EXPECT_EQ(to_picture(board),
            "┌───┐   ·\n"
            "│ 3 │\n"
            "└───┘ × ·\n"
            "×   × 1\n"
            "·   ·   ·\n");
  EXPECT_EQ(to_picture(from_slk("2 2\n..\n..\n--\n--\n--\n|||\n|||\n")),
            "┌───┬───┐\n"
            "│   │   │\n"
            "├───┼───┤\n"
            "│   │   │\n"
            "└───┴───┘\n");
}

std::size_t count(const std::string& text, std::string_view what) {
  std::size_t n = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

TEST(SlitherlinkSvg, HasEveryPart) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Board board = test::random_board(test::mixed_grid(), seed, 1, true);
    const std::string svg = to_svg(board);
    EXPECT_EQ(count(svg, "<circle"), static_cast<std::size_t>(board.grid->vertices()));
    EXPECT_EQ(count(svg, "<text"), board.clues.size());
    std::size_t strokes = 0;  // a cross has two
    for (const Mark mark : board.marks) strokes += mark == Mark::cross ? 2 : 1;
    EXPECT_EQ(count(svg, "M"), strokes);
    EXPECT_EQ(count(svg, "nan "), 0U);
    EXPECT_EQ(svg.find("</svg>\n") + 7, svg.size());
  }
}

}  // namespace
}  // namespace eyehand::slitherlink
