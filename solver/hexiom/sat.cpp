#include "solver/hexiom/sat.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cadical.hpp>
#include <cstdlib>
#include <span>

#include "puzzle/index.hpp"
#include "solver/sat_deadline.hpp"

namespace eyehand::hexiom {
class Sat::Impl {
 public:
  Impl(const Model& model, const std::vector<Domain>& domains)
      : model_(model), domains_(domains), holds_(at(model.size())) {
    sat_.set("quiet", 1);
    true_ = next_variable_++;
    clause({true_});
    for (int c = 0; c < model.size(); ++c) {
      const Domain d = domains[at(c)];
      filled_.push_back(d == kNoPiece ? -true_ : (d & kNoPiece) ? next_variable_++ : true_);
    }
    for (int c = 0; c < model.size(); ++c) add_cell(c);
    for (int content = 0; content < 8; ++content) add_count(content);
    for (const auto& source : model.sources) add_symmetry(source);
  }

  Outcome next(std::vector<std::uint8_t>& filled, const Deadline& deadline, int conflicts) {
    SatDeadline clock(deadline);
    if (deadline.passed()) return Outcome::gave_up;
    if (!deadline.never()) sat_.connect_terminator(&clock);
    if (conflicts >= 0) sat_.limit("conflicts", conflicts);
    const int result = sat_.solve();
    if (!deadline.never()) sat_.disconnect_terminator();
    if (result == 0) return Outcome::gave_up;
    if (result == 20) return Outcome::none;
    filled.assign(at(model_.size()), 0);
    for (int c = 0; c < model_.size(); ++c) filled[at(c)] = value(filled_[at(c)]);
    // All answers have equally many filled cells, so another one leaves one of these empty.
    for (int c = 0; c < model_.size(); ++c)
      if (filled[at(c)]) sat_.add(-filled_[at(c)]);
    sat_.add(0);
    return Outcome::answer;
  }

 private:
  using Literals = std::vector<int>;

  bool value(int literal) { return (sat_.val(std::abs(literal)) > 0) == (literal > 0); }
  void clause(std::initializer_list<int> literals) {
    for (const int l : literals) sat_.add(l);
    sat_.add(0);
  }

  // The piece that a cell holds, by the number of its filled neighbours.
  void add_cell(int c) {
    const Domain d = domains_[at(c)];
    const int filled = filled_[at(c)];
    auto& holds = holds_[at(c)];
    holds.fill(-true_);
    holds[kNothing] = -filled;
    if (filled == -true_) return;
    Literals around;
    for (const int other : model_.neighbours[at(c)])
      if (other >= 0) around.push_back(filled_[at(other)]);
    const int n = static_cast<int>(around.size());
    for (int v = 0; v <= n; ++v)
      if (d & only(v)) holds[at(v)] = std::has_single_bit(d) ? true_ : next_variable_++;
    sat_.add(-filled);
    for (int v = 0; v <= n; ++v) sat_.add(holds[at(v)]);
    sat_.add(0);
    for (int v = 0; v <= n; ++v) {
      const int here = holds[at(v)];
      if (here == -true_) continue;
      clause({-here, filled});
      for (int other = v + 1; other <= n; ++other) clause({-here, -holds[at(other)]});
      for (unsigned set = 0; set < 1u << n; ++set) {
        const int size = std::popcount(set);
        for (const int sign : {-1, 1}) {
          if (size != (sign < 0 ? v + 1 : n - v + 1)) continue;
          sat_.add(-here);
          for (int i = 0; i < n; ++i)
            if (set >> i & 1) sat_.add(sign * around[at(i)]);
          sat_.add(0);
        }
      }
    }
  }

  // Exactly as many cells have this content as there are of it.
  void add_count(int content) {
    Literals open;
    int left = model_.places[at(content)];
    for (int c = 0; c < model_.size(); ++c) {
      const int here = holds_[at(c)][at(content)];
      if (here == true_)
        --left;
      else if (here != -true_)
        open.push_back(here);
    }
    const int n = static_cast<int>(open.size());
    if (left < 0 || left > n) {
      sat_.add(0);
      return;
    }
    exactly(open, left);
  }
  void exactly(const Literals& open, int left) {
    const int n = static_cast<int>(open.size());
    if (left == 0 || left == n) {
      for (const int l : open) clause({left == 0 ? -l : l});
      return;
    }
    const Literals sums = sorted(open, left + 1);
    clause({sums[at(left - 1)]});
    if (static_cast<int>(sums.size()) > left) clause({-sums[at(left)]});
  }
  // A totalizer (Bailleux, Boufkhad 2003) in both directions, with at most `most` outputs: the
  // i-th means that more than i are true.
  Literals sorted(std::span<const int> in, int most) {
    if (in.size() == 1) return {in[0]};
    const Literals a = sorted(in.first(in.size() / 2), most);
    const Literals b = sorted(in.subspan(in.size() / 2), most);
    const int n = std::min(static_cast<int>(a.size() + b.size()), most);
    Literals out;
    for (int i = 0; i < n; ++i) out.push_back(next_variable_++);
    for (int i = 0; i <= static_cast<int>(a.size()); ++i)
      for (int j = 0; j <= static_cast<int>(b.size()); ++j) {
        // At least i and at least j: at least i + j.
        if (i + j > 0) {
          if (i > 0) sat_.add(-a[at(i - 1)]);
          if (j > 0) sat_.add(-b[at(j - 1)]);
          sat_.add(out[at(std::min(i + j, n) - 1)]);
          sat_.add(0);
        }
        // At most i and at most j: at most i + j. (Truncated outputs are unknown.)
        if (i + j >= n) continue;
        if (i < static_cast<int>(a.size())) sat_.add(a[at(i)]);
        if (j < static_cast<int>(b.size())) sat_.add(b[at(j)]);
        sat_.add(-out[at(i + j)]);
        sat_.add(0);
      }
    return out;
  }

  // The answer is not lexicographically after its image, empty being less than filled.
  void add_symmetry(const std::vector<int>& source) {
    int equal = true_;  // so far
    for (int c = 0; c < model_.size(); ++c) {
      const int here = filled_[at(c)], there = filled_[at(source[at(c)])];
      if (here == there) continue;
      clause({-equal, -here, there});
      const int still = next_variable_++;
      clause({-equal, -here, -there, still});
      clause({-equal, here, there, still});
      equal = still;
    }
  }

  const Model& model_;
  const std::vector<Domain>& domains_;
  CaDiCaL::Solver sat_;
  int next_variable_ = 1;
  int true_ = 0;
  Literals filled_;
  std::vector<std::array<int, 8>> holds_;
};

Sat::Sat(const Model& model, const std::vector<Domain>& domains)
    : impl_(std::make_unique<Impl>(model, domains)) {}
Sat::~Sat() = default;

Sat::Outcome Sat::next(std::vector<std::uint8_t>& filled, const Deadline& deadline, int conflicts) {
  return impl_->next(filled, deadline, conflicts);
}

}  // namespace eyehand::hexiom
