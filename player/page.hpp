// Reports for people: a self-contained HTML page without scripts or other files, in light or dark
// colours as the reader's system prefers. Every function returns a piece of HTML; document() makes
// a page of such pieces. Texts passed in are plain; they are escaped here.
//
//   html::document("Run of today", html::heading("Times") + html::line_plot(plot))
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace eyehand::html {

/// For use as text or in an attribute in double quotes, after printable() (puzzle/printable.hpp).
std::string escape(std::string_view text);

/// The complete file. `body` is HTML, `title` is text.
std::string document(std::string_view title, std::string_view body);

/// `level` is 1 to 4; document() makes its title a heading of level 1.
std::string heading(std::string_view text, int level = 2);
std::string paragraph(std::string_view text);
/// Preformatted text, such as a board or a log.
std::string verbatim(std::string_view text);

/// Emphasis by colour alone, so the text must say it too.
enum class Tone { plain, good, bad, faint };

struct Cell {
  std::string text;
  Tone tone = Tone::plain;
  std::string link{};  ///< target, relative to the page; empty: none
};

struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
  std::size_t text_columns = 1;  ///< the first columns, which hold words; the others hold figures
};
/// A table that scrolls on its own if it is wider than the page.
std::string table(const Table& table);

/// The image as a PNG inside the page; grey, BGR or BGRA, 8 bits per channel. Throws Error if it is
/// empty or of another type. Images wider than `max_px` are shown, but not stored, at that width.
std::string picture(const cv::Mat& image, std::string_view caption, int max_px = 640);
/// Pieces, mostly pictures, side by side while there is room.
std::string side_by_side(const std::vector<std::string>& pieces);

// Plots, as SVG. Values that are not finite are skipped; a plot without values says so in words.

struct Series {
  std::string name;
  std::vector<double> x, y;  ///< of the same length, in the order of the line
};
struct LinePlot {
  std::string title, x_title, y_title;
  std::vector<Series> series;
  bool from_zero = true;  ///< the vertical axis begins at 0
  bool dots = true;       ///< a dot at each point
};
std::string line_plot(const LinePlot& plot);

struct Sample {
  std::string name;
  std::vector<double> values;
};
/// One horizontal box per sample: from the first quartile to the third, the median marked, whiskers
/// to the minimum and the maximum, and each value as a faint dot.
struct BoxPlot {
  std::string title, x_title;
  std::vector<Sample> samples;
};
std::string box_plot(const BoxPlot& plot);

struct Histogram {
  std::string title, x_title;
  std::vector<double> values;
};
std::string histogram(const Histogram& plot);

/// One horizontal bar per row, made of parts that add up to a whole.
struct Bars {
  std::string title, x_title;
  std::vector<std::string> parts;  ///< names of the parts, for the key
  struct Row {
    std::string name;
    std::vector<double> values;  ///< one per part, not negative
  };
  std::vector<Row> rows;
};
std::string bars(const Bars& plot);

/// A matrix; darker means more. The diagonal may stand for what is right, the rest for mistakes.
struct HeatMap {
  std::string title, row_title, column_title;
  std::vector<std::string> rows, columns;
  std::vector<double> values;      ///< row by row; not negative
  bool diagonal_is_right = false;  ///< draw everything else in the colour of faults
};
std::string heat_map(const HeatMap& map);

/// The quantile, interpolated linearly between the values; 0 if there are none. `share` 0.25 is the
/// first quartile, 0.5 the median (of an even number of values, the mean of the middle two).
double quantile(std::vector<double> values, double share);
inline double median(std::vector<double> values) {
  return quantile(std::move(values), 0.5);
}

}  // namespace eyehand::html
