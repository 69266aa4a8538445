// A model as the SAT core takes it.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "puzzle/model/model.hpp"
#include "solver/sat/engine.hpp"

namespace eyehand::model {

class Compiled {
 public:
  /// With `retractable`, each sentence's constraints hold only while its literal is assumed. The
  /// model must outlive this. O(size of the model).
  explicit Compiled(const Model& model, bool retractable = false);
  /// The same of some of the model's constraints, by index; retractable. Variables and the literals
  /// of sentences are numbered as with all. Only here are regions looked at, which takes time that
  /// a search among all constraints seldom needs. O(variables + size of the constraints).
  Compiled(const Model& model, std::span<const int> constraints);

  sat::Engine& engine() { return engine_; }
  /// The literal of a sentence; only if retractable.
  int holds(std::size_t sentence) const { return holds_[sentence]; }
  /// The marks of the answer found.
  std::vector<int> marks() const;
  /// From now on, some mark differs from these, which are those of the first cells.
  void exclude(const std::vector<int>& marks);

 private:
  void make_retractable();
  void add(const Constraint& constraint);

  const Model& model_;
  const bool is_part_ = false;
  sat::Engine engine_;
  std::vector<std::unique_ptr<sat::Propagator>> propagators_;
  sat::Literals holds_;
};

}  // namespace eyehand::model
