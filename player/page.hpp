// Reports for people: one HTML page that needs nothing beside it, neither scripts nor files, and is
// readable on a light ground and on a dark one, as the reader's system has it. Every function gives
// a piece of HTML; document() makes a page of the pieces, one after the other. All texts are taken
// as they are: what HTML would take for its own is escaped here.
//
//   html::document("Run of today", html::heading("Times") + html::line_plot(plot))
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace eyehand::html {

/// For use as text or in an attribute in double quotes. Control characters, which HTML may not
/// hold, and what is no UTF-8 become the sign for that.
std::string escape(std::string_view text);

/// The whole file. `body` is HTML, `title` is text.
std::string document(std::string_view title, std::string_view body);

/// `level` 1 to 4; document() has already put its title as the first.
std::string heading(std::string_view text, int level = 2);
std::string paragraph(std::string_view text);
/// Text in which blanks and ends of lines count, such as a board or a log.
std::string verbatim(std::string_view text);

/// What is to catch the eye, told by the colour and by nothing else: the text must say it too.
enum class Tone { plain, good, bad, faint };

struct Cell {
  std::string text;
  Tone tone = Tone::plain;
  std::string link{};  ///< where the text leads, relative to the page; empty: nowhere
};

struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
  std::size_t text_columns = 1;  ///< the first so many are words; the others are figures
};
/// Wider than the page it scrolls by itself.
std::string table(const Table& table);

/// The image as PNG inside the page; grey or BGR or BGRA, 8 bits a channel. Throws Error if it is
/// empty or of another kind. `most_px`: larger ones are shown (not stored) so wide.
std::string picture(const cv::Mat& image, std::string_view caption, int most_px = 640);
/// Pieces, mostly pictures, side by side as long as there is room.
std::string side_by_side(const std::vector<std::string>& pieces);

// Plots, as SVG. Those without any (finite) value say so in words. Values that are not finite are
// left out.

struct Series {
  std::string name;
  std::vector<double> x, y;  ///< as many of the one as of the other, in the order of the line
};
struct LinePlot {
  std::string title, x_title, y_title;
  std::vector<Series> series;
  bool from_zero = true;  ///< the upright axis begins at 0
  bool dots = true;       ///< a dot at each point
};
std::string line_plot(const LinePlot& plot);

struct Sample {
  std::string name;
  std::vector<double> values;
};
/// One lying box a sample: from the first quartile to the third, the median marked, whiskers to the
/// least and the greatest, and each value as a faint dot.
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

/// One lying bar a row, made of parts: what a whole consists of.
struct Bars {
  std::string title, x_title;
  std::vector<std::string> parts;  ///< what the parts are, for the key
  struct Row {
    std::string name;
    std::vector<double> values;  ///< one a part, not negative
  };
  std::vector<Row> rows;
};
std::string bars(const Bars& plot);

/// A matrix; the darker the more. Its diagonal may be what is right, and the rest what is wrong.
struct HeatMap {
  std::string title, row_title, column_title;
  std::vector<std::string> rows, columns;
  std::vector<double> values;      ///< row by row; not negative
  bool diagonal_is_right = false;  ///< the diagonal in one colour, all else in that of faults
};
std::string heat_map(const HeatMap& map);

/// The middle value, of an even number the mean of the two; 0 of none. `share` 0.25: the first
/// quartile, and so on, linear in between.
double quantile(std::vector<double> values, double share);
inline double median(std::vector<double> values) {
  return quantile(std::move(values), 0.5);
}

}  // namespace eyehand::html
