// A puzzle being solved step by step, as `eyehand watch` hands it over (app/walkthrough.hpp
// documents the format).
#pragma once

#include <QByteArray>
#include <QColor>
#include <QPolygonF>
#include <QSizeF>
#include <QString>
#include <vector>

namespace eyehand::arena::watch {

struct Cell {
  QPolygonF outline;
  struct State {
    int from;
    QByteArray svg;
  };
  std::vector<State> states;  ///< ascending

  /// The number of the state at a step; -1 if there is nothing in it yet.
  int state_at(int step) const;
};

struct Step {
  QString sentence;
  std::vector<int> reasons, decided;  ///< cells
};

struct Walkthrough {
  QString title;
  QSizeF size;
  QByteArray background;
  std::vector<Cell> cells;
  std::vector<Step> steps;
  QString end_sentence;
  QColor reasons, decided;

  /// Step 0 is the puzzle, and this is the solution.
  int end() const { return static_cast<int>(steps.size()) + 1; }
  QString sentence(int step) const;
  /// "step 3 of 20"
  QString place(int step) const;
};

/// Throws Error if the text is not such data, or larger than 1 GiB.
Walkthrough parse(const QByteArray& json);

}  // namespace eyehand::arena::watch
