#include "solver/lights/chase.hpp"

#include "puzzle/index.hpp"

namespace eyehand::lights {
namespace {

class Chaser {
 public:
  explicit Chaser(const Board& board) : board_(board) {
    transpose();
    known_.assign(board.size(), 0);
    done_.assign(board.size(), 0);
    chase_.place.assign(board.size(), 0);
    chase_.steps.reserve(board.size());
  }

  Chase run() {
    const int lights = static_cast<int>(board_.size());
    for (int light = 0; light < lights; ++light)
      if (open_[at(light)] <= 1) ready_.push_back(light);
    drain_ready();
    for (int light = 0; light < lights; ++light) {
      if (done_[at(light)]) continue;
      step(light);
      drain_ready();
    }
    for (std::size_t tile = 0; tile < board_.size(); ++tile)
      if (!known_[tile]) chase_.place[tile] = new_parameter();
    return std::move(chase_);
  }

 private:
  void transpose() {
    open_.assign(board_.size(), 0);
    for (const auto& set : board_.flips)
      for (const int light : set) ++open_[at(light)];
    auto& start = chase_.start;
    start.assign(board_.size() + 1, 0);
    for (std::size_t t = 0; t < board_.size(); ++t) start[t + 1] = start[t] + at(open_[t]);
    chase_.members.resize(start.back());
    std::vector<std::size_t> next(start.begin(), start.end() - 1);
    for (int tile = 0; tile < static_cast<int>(board_.size()); ++tile)
      for (const int light : board_.flips[at(tile)]) chase_.members[next[at(light)]++] = tile;
  }

  void drain_ready() {
    while (!ready_.empty()) {
      const int light = ready_.back();
      ready_.pop_back();
      if (!done_[at(light)]) step(light);
    }
  }

  /// All unknown presses of this light become parameters, except the last, which it determines.
  void step(int light) {
    done_[at(light)] = 1;
    int gives = -1;
    for (std::size_t i = chase_.start[at(light)]; i < chase_.start[at(light) + 1]; ++i) {
      const int tile = chase_.members[i];
      if (known_[at(tile)]) continue;
      if (gives >= 0) learn(gives, new_parameter());
      gives = tile;
    }
    if (gives >= 0) learn(gives, -1 - given_++);
    chase_.steps.push_back({light, gives});
  }

  int new_parameter() { return static_cast<int>(chase_.parameters++); }

  void learn(int tile, int place) {
    known_[at(tile)] = 1;
    chase_.place[at(tile)] = place;
    for (const int light : board_.flips[at(tile)])
      if (--open_[at(light)] <= 1 && !done_[at(light)]) ready_.push_back(light);
  }

  const Board& board_;
  Chase chase_;
  std::vector<int> open_;  ///< per light: the number of unknown presses that flip it
  std::vector<char> known_, done_;
  std::vector<int> ready_;  ///< lights with at most one unknown press
  int given_ = 0;
};

}  // namespace

Chase chase(const Board& board) {
  return Chaser(board).run();
}

}  // namespace eyehand::lights
