// The look of what all practice windows have around their boards, and letters for both.
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
  QColor good;        ///< behind the message that a game is solved
  QColor bad;         ///< behind the message that the time is up
  QColor on_message;
};

/// A text's outlines, its capitals and lining figures `height` pixels high, beginning at (0, 0) on
/// the base line. Drawn as paths, texts look alike on every display and at every size.
QPainterPath letters(const QString& text, const Style& style, double height);

}  // namespace eyehand::arena
