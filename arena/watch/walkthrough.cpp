#include "arena/watch/walkthrough.hpp"

#include <QStringList>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "puzzle/error.hpp"

namespace eyehand::arena::watch {
namespace {

using nlohmann::json;

constexpr int kSchema = 1;
/// Of the board's sides.
constexpr double kMaxLength = 1e6;
constexpr qsizetype kMaxBytes = qsizetype{1} << 30;

[[noreturn]] void fail(const std::string& why) {
  throw Error("This is not what 'eyehand watch' shows: " + why + '.');
}

QString text(const json& value) {
  return QString::fromStdString(value.get<std::string>());
}
QByteArray bytes(const json& value) {
  return QByteArray::fromStdString(value.get<std::string>());
}

QPolygonF polygon(const json& value) {
  QPolygonF points;
  for (const QString& point : text(value).split(' ', Qt::SkipEmptyParts)) {
    const QStringList numbers = point.split(',');
    bool is_x = false, is_y = false;
    if (numbers.size() == 2)
      points << QPointF(numbers[0].toDouble(&is_x), numbers[1].toDouble(&is_y));
    if (!is_x || !is_y) fail("the point '" + point.toStdString() + "' must be X,Y");
  }
  return points;
}

std::vector<int> numbers(const json& list, std::size_t cells) {
  auto all = list.get<std::vector<int>>();
  for (const int cell : all)
    if (cell < 0 || static_cast<std::size_t>(cell) >= cells)
      fail("it has no cell " + std::to_string(cell));
  return all;
}

Cell parse_cell(const json& from) {
  Cell cell{polygon(from.at("outline")), {}};
  for (const json& state : from.at("states")) {
    cell.states.push_back({state.at(0).get<int>(), bytes(state.at(1))});
    if (cell.states.size() > 1 && cell.states.rbegin()[1].from >= cell.states.back().from)
      fail("the states of a cell must ascend");
  }
  return cell;
}

Walkthrough parse_data(const json& data) {
  if (data.at("schema") != kSchema)
    fail("its schema must be " + std::to_string(kSchema) +
         "; eyehand and eyehand-watch are of different versions");
  Walkthrough all;
  all.title = text(data.at("title"));
  all.size = QSizeF(data.at("width").get<double>(), data.at("height").get<double>());
  if (!(all.size.width() > 0 && all.size.width() < kMaxLength && all.size.height() > 0 &&
        all.size.height() < kMaxLength))
    fail("its width and height must be more than 0 and less than a million");
  all.background = bytes(data.at("background"));
  for (const json& cell : data.at("cells")) all.cells.push_back(parse_cell(cell));
  for (const json& step : data.at("steps"))
    all.steps.push_back(
        {QStringLiteral("%1. %2: %3 [%4]")
             .arg(all.steps.size() + 1)
             .arg(text(step.at("where")), text(step.at("what")), text(step.at("rule"))),
         numbers(step.at("reasons"), all.cells.size()),
         numbers(step.at("decided"), all.cells.size())});
  all.end_sentence = text(data.at("end"));
  all.reasons = QColor(text(data.at("colours").at("reasons")));
  all.decided = QColor(text(data.at("colours").at("decided")));
  return all;
}

}  // namespace

int Cell::state_at(int step) const {
  const auto later = std::ranges::upper_bound(states, step, {}, &State::from);
  return static_cast<int>(later - states.begin()) - 1;
}

QString Walkthrough::sentence(int step) const {
  if (step <= 0) return QStringLiteral("The puzzle.");
  return step >= end() ? end_sentence : steps[static_cast<std::size_t>(step - 1)].sentence;
}

QString Walkthrough::place(int step) const {
  if (step <= 0) return QStringLiteral("the puzzle");
  if (step >= end()) return QStringLiteral("the end");
  return QStringLiteral("step %1 of %2").arg(step).arg(steps.size());
}

Walkthrough parse(const QByteArray& text) {
  if (text.size() > kMaxBytes) fail("it is larger than 1 GiB");
  try {
    return parse_data(json::parse(text.begin(), text.end()));
  } catch (const json::exception& error) {
    fail(error.what());
  }
}

}  // namespace eyehand::arena::watch
