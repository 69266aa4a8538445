#include "player/net/game.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <set>

#include "actuator/net/plan.hpp"
#include "puzzle/error.hpp"
#include "puzzle/net/text.hpp"
#include "puzzle/text.hpp"
#include "solver/net/generate.hpp"
#include "solver/net/solve.hpp"
#include "vision/net/read.hpp"

namespace eyehand {
namespace {

constexpr std::array<RuleWord, 2> kRules = {{
    {"loops", "wires may run in loops"},
    {"parts", "the wires may be several networks"},
}};
constexpr std::array<OptionInfo, 3> kGenerateOptions = {{
    {"wrapping", "", "the right edge meets the left one, the bottom the top"},
    {"crosses", "", "tiles may have four wires"},
    {"barriers", "0..1", "share of the sides without a wire that get a barrier"},
}};
constexpr int kUsualSide = 9;

bool has(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

void check_words(const std::vector<std::string>& words) {
  for (const auto& word : words) {
    std::string known;
    bool is_known = false;
    for (const RuleWord& rule : kRules) {
      is_known = is_known || rule.word == word;
      known += (known.empty() ? "" : ", ") + std::string(rule.word);
    }
    if (!is_known) throw Error("Net has no rule '" + word + "'; it has: " + known + ".");
  }
}

net::Rules rules_of(const std::vector<std::string>& words) {
  return {.connected = !has(words, "parts"), .acyclic = !has(words, "loops")};
}

/// The rules that a program plays by, as a skin has them.
struct RulesTable {
  net::Rules rules;
};
template <class Visitor>
void describe(RulesTable& table, Visitor&& visit) {
  visit("connected", table.rules.connected, About{"all wires must be one network"});
  visit("acyclic", table.rules.acyclic, About{"no wire may run in a loop"});
}

class NetSession final : public PuzzleSession {
 public:
  explicit NetSession(const Skin& skin) {
    skin.file.read("lattice", appearance_.lattice);
    skin.file.read("appearance", appearance_);
    skin.file.read("controls", controls_);
    RulesTable table;
    skin.file.read("rules", table);
    rules_ = table.rules;
  }

  Observation observe(const Frame& frame) override {
    net::Reading now = net::read(frame, appearance_);
    now.board.rules = rules_;
    Observation seen;
    seen.rejection = now.rejection;
    if (now.lattice.columns > 0) {
      seen.area = now.lattice.bounds() & cv::Rect({}, frame.image.size());
      seen.size = std::to_string(now.board.width) + "x" + std::to_string(now.board.height) +
                  (now.wrapping_known && now.board.wrapping ? " wrapping" : "");
      seen.text = net::to_game_id(now.board);
      seen.picture = net::to_picture(now.board);
    }
    seen.same = is_same_puzzle(now);
    if (!seen.same) answer_.clear();
    seen.solved = now.accepted() && shows_answer(now);
    if (now.accepted()) puzzle_ = now.board;
    reading_ = std::move(now);
    frame_ = frame;
    return seen;
  }

  Status solve(Deadline deadline) override {
    // Where the board does not show whether it wraps, an answer that keeps off the rim is right
    // either way, so that is tried first.
    for (const bool unlocked : {false, true}) {
      for (const bool wrapping : {false, true}) {
        net::Board board = reading_.board;
        if (wrapping && reading_.wrapping_known) continue;
        if (!reading_.wrapping_known) board.wrapping = wrapping;
        if (unlocked) {
          const auto locks = std::count(board.locked.begin(), board.locked.end(), 1);
          if (locks == 0 || !controls_.lock_button) continue;
          std::fill(board.locked.begin(), board.locked.end(), std::uint8_t{0});
        }
        const auto solution = net::solve(board, {.deadline = deadline, .count_limit = 1});
        if (solution.status == Status::none) continue;
        answer_ = solution.answer;
        return solution.answer.empty() ? Status::timeout : solution.status;
      }
    }
    answer_.clear();
    return Status::none;
  }

  Plan plan() const override {
    if (answer_.empty()) return {};
    std::vector<ScreenPoint> where;
    for (int y = 0; y < reading_.board.height; ++y)
      for (int x = 0; x < reading_.board.width; ++x) {
        const auto p = frame_.to_screen(reading_.lattice.centre(x, y));
        where.push_back({p.x, p.y});
      }
    return net::plan(reading_.board, answer_, where, controls_);
  }

  std::vector<ObservedPart> parts() const override {
    std::vector<cv::Rect> tiles;
    const int side = cvCeil(reading_.lattice.pitch);
    for (int y = 0; y < reading_.board.height; ++y)
      for (int x = 0; x < reading_.board.width; ++x) {
        const cv::Point2d p = reading_.lattice.centre(x, y);
        tiles.emplace_back(cvRound(p.x - side / 2.0), cvRound(p.y - side / 2.0), side, side);
      }
    return observed_by_cell(parts_of(reading_.board), tiles, reading_.confidence);
  }

  cv::Mat overlay(const Plan& plan) const override {
    cv::Mat picture = net::draw(frame_, reading_);
    for (std::size_t i = 0; i < plan.size();) {
      const auto* click = std::get_if<Click>(&plan[i]);
      std::size_t same = 0;
      while (click && i + same < plan.size() && plan[i + same] == plan[i]) ++same;
      if (click) {
        const cv::Point at = cv::Point(click->at.x, click->at.y) - frame_.origin;
        const int radius = std::max(3, static_cast<int>(reading_.lattice.pitch / 7));
        cv::circle(picture, at, radius, cv::Scalar(40, 40, 40), cv::FILLED, cv::LINE_AA);
        const auto text = std::to_string(same);
        const double scale = radius / 11.0;
        cv::putText(picture, text, at + cv::Point(-radius / 2, radius / 2),
                    cv::FONT_HERSHEY_SIMPLEX, scale,
                    click->button == controls_.turn_anticlockwise_button ? cv::Scalar(255, 255, 0)
                                                                         : cv::Scalar(0, 255, 255),
                    1, cv::LINE_AA);
      }
      i += std::max<std::size_t>(same, 1);
    }
    return picture;
  }

 private:
  bool is_same_puzzle(const net::Reading& now) const {
    if (puzzle_.size() == 0) return false;
    if (!now.accepted()) return true;  // nothing speaks against it yet
    net::Board before = puzzle_;
    std::fill(before.locked.begin(), before.locked.end(), std::uint8_t{0});
    return now.board.width == before.width && now.board.height == before.height &&
           now.board.barriers == before.barriers && now.board.source == before.source &&
           net::is_turning_of(now.board, before);
  }

  bool shows_answer(const net::Reading& reading) const {
    net::Board board = reading.board;
    if (net::is_solved(board)) return true;
    if (reading.wrapping_known) return false;
    board.wrapping = !board.wrapping;
    // On a board that may or may not wrap, only the answer that was found counts beyond the rim.
    return net::is_solved(board) && board.wires == answer_;
  }

  net::Appearance appearance_;
  net::Controls controls_;
  net::Rules rules_;
  net::Reading reading_;  ///< the last
  net::Board puzzle_;     ///< of the last reading that was sure
  Frame frame_;
  std::vector<net::Sides> answer_;
};

class NetGame final : public Game {
 public:
  std::string_view name() const override { return "net"; }
  std::string_view about() const override {
    return "turn tiles until all wires join (Net, KNetWalk, pipes, circuits)";
  }
  std::span<const RuleWord> rules() const override { return kRules; }
  std::span<const OptionInfo> generate_options() const override { return kGenerateOptions; }
  std::unique_ptr<PuzzleSession> begin(const Skin& skin) const override {
    return std::make_unique<NetSession>(skin);
  }

  std::vector<std::string> split(std::string_view text) const override { return split_lines(text); }

  TextSolution solve(std::string_view puzzle, const TextOptions& options) const override {
    check_words(options.rules);
    net::Board board = net::from_game_id(puzzle);
    board.rules = rules_of(options.rules);
    const auto start = std::chrono::steady_clock::now();
    const auto found = net::solve(
        board,
        {.deadline = options.deadline, .count_limit = options.count_limit, .trace = options.trace});
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    TextSolution solution;
    solution.solve_ms = took.count();
    solution.status = found.status;
    solution.count = found.count;
    if (!found.answer.empty()) {
      board.wires = found.answer;
      solution.answer = net::to_game_id(board);
    }
    return solution;
  }

  std::vector<Part> parts(std::string_view puzzle) const override {
    return parts_of(net::from_game_id(puzzle));
  }

  std::string picture(std::string_view puzzle) const override {
    return net::to_picture(net::from_game_id(puzzle));
  }

  std::string generate(const GenerateOptions& request, Deadline deadline) const override {
    check_words(request.rules);
    check_options(request, kGenerateOptions, name());
    const auto board = net::generate({.width = request.width > 0 ? request.width : kUsualSide,
                                      .height = request.height > 0 ? request.height : kUsualSide,
                                      .wrapping = request.has("wrapping"),
                                      .rules = rules_of(request.rules),
                                      .barriers = request.number("barriers", 0, 0, 1),
                                      .crosses = request.has("crosses"),
                                      .unique = request.unique,
                                      .seed = request.seed,
                                      .deadline = deadline});
    if (!board)
      throw Error(
          "No board of this size with one answer was found in time; allow several answers "
          "with --ambiguous, or ask for another size.");
    return net::to_game_id(*board);
  }
};

}  // namespace

const Game& net_game() {
  static const NetGame game;
  return game;
}

}  // namespace eyehand
