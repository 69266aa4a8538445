// What the themes of all practice games share: the appearance of what surrounds the board,
// lettering, and looking up a theme by name.
#pragma once

#include <QBrush>
#include <QColor>
#include <QFont>
#include <QPainterPath>
#include <QPen>
#include <QString>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/text.hpp"

class QPainter;

namespace eyehand::arena {

/// Plain data, so that themes can be tables.
struct Style {
  const char* family = "DejaVu Sans";
  QFont::Weight weight = QFont::Normal;
  QFont::Stretch stretch = QFont::Unstretched;
  QColor background;  ///< of the whole window
  QColor foreground;  ///< clock and counter
  QColor faint;       ///< hints
  QColor good;        ///< behind "solved"
  QColor bad;         ///< behind "the time is up"
  QColor on_message;
};

/// The outlines of a text, with capitals and digits `height` pixels high, starting at (0, 0) on the
/// baseline. As paths, texts look the same on every display and at every size.
QPainterPath letters(const QString& text, const Style& style, double height);

QColor mixed(const QColor& a, const QColor& b, double share_of_b);

void draw_path(QPainter& painter, const QPainterPath& path, const QPen& outline,
               const QBrush& filling);

template <class Themes>
std::vector<std::string> theme_names(const Themes& themes) {
  std::vector<std::string> names;
  for (const auto& theme : themes) names.emplace_back(theme.name);
  return names;
}

/// Throws Error, listing the known names, if there is no such theme.
template <class Themes>
const auto& find_theme(const Themes& themes, std::string_view name) {
  for (const auto& theme : themes)
    if (theme.name == name) return theme;
  throw Error("There is no theme '" + std::string(name) + "'; the themes are " +
              joined(theme_names(themes)) + '.');
}

}  // namespace eyehand::arena
