// The appearance of what all practice windows have around their boards, and letters.
#pragma once

#include <QColor>
#include <QFont>
#include <QPainterPath>
#include <QString>

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

}  // namespace eyehand::arena
