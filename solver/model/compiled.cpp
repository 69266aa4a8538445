#include "solver/model/compiled.hpp"

#include <cstdlib>

#include "solver/model/diagram.hpp"
#include "solver/model/graphs.hpp"
#include "solver/model/loop.hpp"
#include "solver/model/parity.hpp"
#include "solver/model/region.hpp"

namespace eyehand::model {

Compiled::Compiled(const Model& model, bool retractable) : model_(model) {
  engine_.reserve(model.variables());
  if (retractable) make_retractable();
  for (const Constraint& constraint : model.constraints()) add(constraint);
}

Compiled::Compiled(const Model& model, std::span<const int> constraints)
    : model_(model), is_part_(true) {
  engine_.reserve(model.variables());
  make_retractable();
  for (const int constraint : constraints) add(model.constraints()[at(constraint)]);
}

void Compiled::make_retractable() {
  for (std::size_t i = 0; i < model_.sentences().size(); ++i) holds_.push_back(engine_.fresh());
}

void Compiled::add(const Constraint& constraint) {
  engine_.set_origin(constraint.sentence);
  const int condition =
      !holds_.empty() && constraint.sentence >= 0 ? holds_[at(constraint.sentence)] : 0;
  const auto literals = model_.literals(constraint);
  sat::Literals scratch;
  const auto add = [&](std::unique_ptr<sat::Propagator> propagator, int cost) {
    scratch.clear();
    for (const int literal : literals) scratch.push_back(std::abs(literal));
    if (condition != 0) scratch.push_back(condition);
    engine_.add(*propagator, scratch, cost);
    propagators_.push_back(std::move(propagator));
  };
  switch (constraint.kind) {
    case Constraint::clause:
      scratch.assign(literals.begin(), literals.end());
      if (condition != 0) scratch.push_back(-condition);
      engine_.add(scratch);
      break;
    case Constraint::at_most:
      scratch.clear();
      for (const int when : {condition, constraint.when})
        if (when != 0) scratch.push_back(when);
      engine_.at_most(constraint.number, literals, scratch);
      break;
    case Constraint::diagram:
      add(std::make_unique<DiagramPropagator>(model_.diagrams()[at(constraint.number)], literals,
                                              condition),
          1);
      break;
    case Constraint::connected:
      add(std::make_unique<ConnectedPropagator>(model_.graphs()[at(constraint.number)], condition),
          2);
      break;
    case Constraint::loop:
      add(std::make_unique<LoopPropagator>(model_.graphs()[at(constraint.number)], condition), 1);
      break;
    case Constraint::parts:
      add(std::make_unique<PartsPropagator>(model_.graphs()[at(constraint.number)], condition), 2);
      break;
    case Constraint::equal_parts:
      add(std::make_unique<EqualPartsPropagator>(model_.graphs()[at(constraint.number)], condition),
          2);
      break;
    case Constraint::acyclic:
      add(std::make_unique<AcyclicPropagator>(model_.graphs()[at(constraint.number)], condition),
          2);
      break;
    case Constraint::parity:
      add(std::make_unique<ParityPropagator>(literals, constraint.number == 1, condition), 0);
      break;
    case Constraint::region:
      if (is_part_)
        add(std::make_unique<RegionPropagator>(model_.regions()[at(constraint.number)], condition),
            2);
      break;
  }
}

std::vector<int> Compiled::marks() const {
  std::vector<int> marks;
  for (int cell = 0; cell < model_.board().cells(); ++cell) {
    const Number& mark = model_.mark(cell);
    int value = mark.min;
    while (!engine_.holds(mark.is(value))) ++value;
    marks.push_back(value);
  }
  return marks;
}

void Compiled::exclude(const std::vector<int>& marks) {
  sat::Literals clause;
  for (std::size_t cell = 0; cell < marks.size(); ++cell)
    clause.push_back(-model_.mark(static_cast<int>(cell)).is(marks[cell]));
  engine_.set_origin(-1);
  engine_.add(clause);
}

}  // namespace eyehand::model
