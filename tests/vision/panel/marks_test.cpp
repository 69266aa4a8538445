// Symbols drawn on tiles in small squares, as in programs with pixel art.
#include "vision/panel/marks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "vision/oklab.hpp"

namespace eyehand::panel {
namespace {

const cv::Scalar kTile(64, 64, 64), kGreenTile(0, 150, 35), kLilacTile(216, 157, 167),
    kRedTile(42, 80, 250), kDarkTile(79, 32, 54), kOrange(0, 127, 255), kYellow(14, 154, 210),
    kPurple(255, 6, 161), kCyan(255, 255, 0);

/// A tile on which something is drawn in squares.
class PixelTile {
 public:
  enum class Form { square, small, disc };
  /// `pixels`: of the tile, which is enlarged when read.
  explicit PixelTile(int pixels = kCellPixels, const cv::Scalar& tile = kTile,
                     Form form = Form::square)
      : tile_(tile), form_(form), bgr_(pixels, pixels, CV_8UC3, tile) {}

  /// In squares from the centre.
  void fill(double left, double top, double right, double bottom, const cv::Scalar& colour) {
    const double side = bgr_.cols / 28.0;
    const auto pixel = [&](double squares) { return cvRound(side * (14 + squares)); };
    cv::rectangle(bgr_, {pixel(left), pixel(top)}, {pixel(right) - 1, pixel(bottom) - 1}, colour,
                  cv::FILLED);
  }
  /// Six squares wide, without corners.
  void ring(double x, double y, const cv::Scalar& colour) {
    fill(x - 2, y - 3, x + 2, y - 2, colour);
    fill(x - 2, y + 2, x + 2, y + 3, colour);
    fill(x - 3, y - 2, x - 2, y + 2, colour);
    fill(x + 2, y - 2, x + 3, y + 2, colour);
  }
  /// This far from the centre, in squares.
  void frame(double half, const cv::Scalar& colour) {
    for (const double side : {-half, half - 0.9}) {
      fill(-half, side, half, side + 0.9, colour);
      fill(side, -half, side + 0.9, half, colour);
    }
  }
  /// In pixels from the centre.
  void disc(double x, double y, double radius, const cv::Scalar& colour) {
    constexpr int kShift = 4;
    const auto fixed = [](double v) { return cvRound(v * (1 << kShift)); };
    const double middle = (bgr_.cols - 1) / 2.0;
    cv::circle(bgr_, {fixed(middle + x), fixed(middle + y)}, fixed(radius), colour, cv::FILLED,
               cv::LINE_AA, kShift);
  }
  /// Square to the diagonals, this far from the centre, in squares.
  void diamond(double half, const cv::Scalar& colour) {
    const int middle = bgr_.cols / 2, reach = cvRound(half * bgr_.cols / 28.0);
    cv::fillConvexPoly(bgr_,
                       std::vector<cv::Point>{{middle, middle - reach},
                                              {middle + reach, middle},
                                              {middle, middle + reach},
                                              {middle - reach, middle}},
                       colour, cv::LINE_AA);
  }
  /// Above the centre, then clockwise, each with an outline.
  void petals(int yellow, const cv::Scalar& outline, double size = 1) {
    const double side = size * bgr_.cols / 28.0, half = (bgr_.cols - 1) / 2.0;
    for (int i = 0; i < 4; ++i) {
      for (const double width : {5.1, 4.0}) {
        const cv::Scalar colour = width > 5 ? outline : i < yellow ? kYellow : kPurple;
        cv::ellipse(bgr_,
                    {cv::Point2d(half, half - 3.9 * side),
                     cv::Size2d(width * side, (width + 1.5) * side), 0},
                    colour, cv::FILLED, cv::LINE_AA);
      }
      cv::rotate(bgr_, bgr_, cv::ROTATE_90_CLOCKWISE);
    }
  }
  void octagon(const cv::Scalar& colour) {
    for (int y = -8; y < 8; ++y) {
      const int half = std::min(8, 9 - std::max(y, -1 - y));
      fill(-half, y, half, y + 1, colour);
    }
  }
  /// Four petals on the diagonals, each with a notch.
  void pinwheel(int yellow) {
    for (int i = 0; i < 4; ++i) {
      const cv::Scalar colour = i < yellow ? kYellow : kPurple;
      fill(-8, -8, -1, -5, colour);
      fill(-8, -5, -5, -1, colour);
      cv::rotate(bgr_, bgr_, cv::ROTATE_90_CLOCKWISE);
    }
  }

  /// All over the tile, with some of `colour`, as on a locked one.
  void hatching(const cv::Scalar& colour, double share, double apart = 0.1) {
    cv::Mat lines = bgr_.clone();
    for (double x = -bgr_.cols; x < bgr_.cols; x += apart * bgr_.cols)
      cv::line(lines, cv::Point(cvRound(x), 0), cv::Point(cvRound(x) + bgr_.rows, bgr_.rows),
               colour, 1, cv::LINE_AA);
    cv::addWeighted(lines, share, bgr_, 1 - share, 0, bgr_);
  }

  /// `spare`: as in TilePicture.
  MarksReading read(float spare = 0) const {
    const cv::Size size(kCellPixels, kCellPixels);
    cv::Mat wide, area = cv::Mat::zeros(size, CV_8U);
    bgr_.convertTo(wide, CV_32FC3);
    cv::resize(wide, wide, size, 0, 0, cv::INTER_LINEAR);
    const int edge = form_ == Form::small ? 11 : 6;
    if (form_ != Form::disc)
      cv::rectangle(area, {edge, edge}, {63 - edge, 63 - edge}, 255, cv::FILLED);
    else
      cv::circle(area, {8 * (kCellPixels - 1), 8 * (kCellPixels - 1)}, 16 * 24, 255, cv::FILLED,
                 cv::LINE_8, 4);
    const cv::Mat plain(size, CV_8UC3, tile_);
    return read_marks({wide, to_oklab(wide), to_oklab(plain), cv::Mat(size, CV_32F, cv::Scalar(26)),
                       area, area, spare});
  }

 private:
  cv::Scalar tile_;
  Form form_;
  cv::Mat bgr_;
};

void expect(const PixelTile& tile, Symbol symbol, int value, Hue hue) {
  const MarksReading reading = tile.read();
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(reading.tile.symbol, symbol);
  EXPECT_EQ(reading.tile.value, value);
  EXPECT_EQ(reading.tile.hue, hue);
  EXPECT_FALSE(reading.tile.locked);
}

const std::vector<std::vector<std::pair<int, int>>> kPips = {
    {{0, 0}},
    {{-5, -5}, {5, 5}},
    {{-5, -5}, {0, 0}, {5, 5}},
    {{-5, -5}, {5, -5}, {-5, 5}, {5, 5}},
    {{-5, -5}, {5, -5}, {0, 0}, {-5, 5}, {5, 5}},
    {{-5, -5}, {-5, 0}, {-5, 5}, {5, -5}, {5, 0}, {5, 5}},
    {{-5, -5}, {-5, 0}, {-5, 5}, {0, 0}, {5, -5}, {5, 0}, {5, 5}},
    {{-5, -5}, {-5, 0}, {-5, 5}, {0, 0}, {0, 5}, {5, -5}, {5, 0}, {5, 5}},
    {{-5, -5}, {-5, 0}, {-5, 5}, {0, -5}, {0, 0}, {0, 5}, {5, -5}, {5, 0}, {5, 5}}};

TEST(Marks, SquareDots) {
  for (const auto& pips : kPips) {
    PixelTile tile;
    for (const auto& [x, y] : pips) tile.fill(x - 2, y - 2, x + 2, y + 2, kOrange);
    expect(tile, Symbol::dot, static_cast<int>(pips.size()), Hue::orange);
  }
}

TEST(Marks, RingsThatTouch) {
  for (const int pixels : {50, 56, kCellPixels, 90})
    for (const auto& pips : kPips) {
      SCOPED_TRACE(testing::Message() << pips.size() << " on " << pixels << " pixels");
      PixelTile tile(pixels);
      for (const auto& [x, y] : pips) tile.ring(x, y, kCyan);
      // Small ones are too blurred to be certain, but not mistaken.
      if (pixels < kCellPixels && !tile.read().rejection.empty()) continue;
      expect(tile, Symbol::dot, -static_cast<int>(pips.size()), Hue::blue);
    }
}

TEST(Marks, SmallThickRingsThatTouch) {
  for (const double x : {-0.5, -0.25, 0.0, 0.25, 0.5})
    for (const double y : {-0.5, -0.25, 0.0, 0.25, 0.5})
      for (const double radius : {3.8, 4.0, 4.2, 4.4}) {
        SCOPED_TRACE(testing::Message() << radius << " px at " << x << ", " << y);
        const cv::Scalar grey(125, 124, 119);
        PixelTile tile(48, grey);
        for (const double middle : {x - 1.02 * radius, x + 1.02 * radius}) {
          tile.disc(middle, y, radius, {0, 0, 0});
          tile.disc(middle, y, 0.5 * radius, grey);
        }
        expect(tile, Symbol::dot, -2, Hue::black);
      }
}

TEST(Marks, DiscsThatNearlyTouch) {
  for (const int radius : {5, 6, 7, 8})
    for (const double apart : {2.1, 2.2, 2.3})
      for (const bool on_axes : {false, true}) {
        SCOPED_TRACE(testing::Message() << radius << " px, " << apart << " radii apart, "
                                        << (on_axes ? "on the axes" : "in a square"));
        const double off = apart * radius / (on_axes ? std::sqrt(2) : 2);
        PixelTile tile;
        for (int i = 0; i < 4; ++i) {
          const double angle = CV_PI / 4 * (2 * i + !on_axes);
          const double way = on_axes ? off : off * std::sqrt(2);
          tile.disc(way * std::cos(angle), way * std::sin(angle), radius, kOrange);
        }
        // Those on the axes may be petals of neither colour.
        if (!tile.read().rejection.empty()) continue;
        expect(tile, Symbol::dot, 4, Hue::orange);
      }
}

TEST(Marks, DiscsThatTouchAreNotCountedAsOne) {
  for (const int radius : {4, 5, 6, 7})
    for (const double apart : {1.6, 1.7, 1.8, 1.9}) {
      SCOPED_TRACE(testing::Message() << radius << " px, " << apart << " radii apart");
      PixelTile tile;
      for (const int side : {-1, 1}) {
        const double off = (side < 0 ? apart : 2.4) * radius / 2;
        for (const int end : {-1, 1}) tile.disc(side * 1.3 * radius, end * off, radius, kOrange);
      }
      const MarksReading reading = tile.read();
      if (reading.rejection.empty()) {
        EXPECT_EQ(reading.tile.value, 4);
      }
    }
}

TEST(Marks, TwoDiscsMayPartOnlyNearTheirMiddles) {
  for (const double radius : {5.6, 6.2, 6.8, 7.4})
    for (const double apart : {0.8, 0.85, 0.9, 0.95, 1.0}) {
      SCOPED_TRACE(testing::Message() << radius << ", " << apart);
      PixelTile tile(kCellPixels, kGreenTile);
      for (const int side : {-1, 1}) tile.disc(side * apart * radius, 0, radius, kOrange);
      // Those that overlap may be something else.
      if ((apart < 0.95 || radius < 6) && !tile.read().rejection.empty()) continue;
      expect(tile, Symbol::dot, 2, Hue::orange);
    }
}

TEST(Marks, AShortBarIsNoPairOfDiscs) {
  for (const double half : {1.5, 2.0, 2.5, 3.0})
    for (const double longer : {1.3, 1.4, 1.7, 2.0, 2.3, 2.6, 3.0}) {
      SCOPED_TRACE(testing::Message() << half << ", " << longer);
      PixelTile tile(kCellPixels, kGreenTile);
      tile.fill(-longer * half, -half, longer * half, half, kOrange);
      EXPECT_NE(tile.read().tile.value, 2);
    }
}

TEST(Marks, DotsInTheCornersAreNoBolts) {
  for (const double apart : {12.5, 14.0})
    for (const bool are_nine : {true, false}) {
      SCOPED_TRACE(testing::Message() << (are_nine ? 9 : 5) << ", " << apart << " px apart");
      PixelTile tile;
      for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y)
          if (are_nine || (x + y) % 2 == 0) tile.disc(apart * x, apart * y, 2.6, kOrange);
      expect(tile, Symbol::dot, are_nine ? 9 : 5, Hue::orange);
    }
}

TEST(Marks, DotsCutOffInTheCornersMayNotBeBolts) {
  PixelTile tile;
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y) tile.disc(13 * x, 13 * y, x * y == 0 ? 3.2 : 2.2, kOrange);
  EXPECT_EQ(tile.read().rejection, "whether dots are in the corners");
}

TEST(Marks, DotsAtTheEdgeOfADiscAreNoLock) {
  const std::vector<std::vector<int>> rows = {{2, 1, 2}, {3, 3}, {2, 3, 2}, {3, 2, 3}, {3, 3, 3}};
  for (const std::vector<int>& lines : rows)
    for (const double radius : {3.1, 3.2, 3.3, 3.4, 3.5, 3.6}) {
      const int count = std::accumulate(lines.begin(), lines.end(), 0);
      SCOPED_TRACE(testing::Message() << count << " dots of " << radius << " pixels");
      PixelTile tile(48, kRedTile, PixelTile::Form::disc);
      for (std::size_t y = 0; y < lines.size(); ++y)
        for (int x = 0; x < lines[y]; ++x)
          tile.disc(11.3 * (x - (lines[y] - 1) / 2.0),
                    10.6 * (static_cast<double>(y) - static_cast<double>(lines.size() - 1) / 2),
                    radius, kPurple);
      for (const float spare : {0.F, 10.F, 20.F}) {
        const MarksReading reading = tile.read(spare);
        EXPECT_TRUE(!reading.rejection.empty() ||
                    (!reading.tile.locked && reading.tile.value == count));
      }
    }
}

TEST(Marks, BoltsMayPeekOutFromBehindDots) {
  const cv::Scalar brown(7, 33, 58), grey(120, 135, 148);
  for (const bool has_bolts : {false, true})
    for (const bool has_outlines : {false, true})
      for (const double bolt : {13.5, 13.7, 14.1}) {
        SCOPED_TRACE(testing::Message() << has_bolts << has_outlines << ' ' << bolt);
        PixelTile tile(48, brown);
        for (const double x : {-bolt, bolt})
          for (const double y : {-bolt, bolt})
            if (has_bolts) tile.disc(x, y, 1.8, grey);
        for (const bool is_outline : {true, false})
          for (int y = -1; y <= 1; ++y)
            for (const double x : {-1.0, -0.5, 0.0, 0.5, 1.0})
              if ((std::abs(x) == 0.5) == (y == 0) && (has_outlines || !is_outline))
                tile.disc(11.3 * x, 10.6 * y, is_outline ? 4.4 : 3.6, is_outline ? grey : kOrange);
        const MarksReading reading = tile.read();
        // They may be too near the dot, or the edge, to be certain.
        if (bolt != 13.7 && !reading.rejection.empty()) continue;
        EXPECT_EQ(reading.rejection, "");
        EXPECT_EQ(reading.tile.locked, has_bolts);
        EXPECT_EQ(reading.tile.value, 8);
      }
}

TEST(Marks, BoltsMayTouchTheOutlinesOfDots) {
  const cv::Scalar dark(10, 20, 40);
  for (const double bolts : {11.1, 11.3, 11.5, 11.7}) {
    SCOPED_TRACE(bolts);
    PixelTile tile(48, {20, 90, 240});
    for (const bool is_outline : {true, false})
      for (const double x : {-5.7, 5.7})
        for (const double y : {-5.4, 5.4})
          tile.disc(x, y, is_outline ? 5.4 : 4.3, is_outline ? dark : kPurple);
    for (const double x : {-bolts, bolts})
      for (const double y : {-bolts, bolts}) tile.disc(x, y, 2, dark);
    const MarksReading reading = tile.read();
    if (bolts < 11.5 && !reading.rejection.empty()) continue;
    EXPECT_EQ(reading.rejection, "");
    EXPECT_TRUE(reading.tile.locked);
    EXPECT_EQ(reading.tile.symbol, Symbol::dot);
    EXPECT_EQ(reading.tile.value, 4);
    EXPECT_EQ(reading.tile.hue, Hue::purple);
  }
}

TEST(Marks, OutlinedDotsHardlyDifferentFromALockedTileAreNoRings) {
  const cv::Scalar dark(20, 20, 20);
  for (const bool has_bolts : {false, true})
    for (const int grey : {84, 96, 108}) {
      PixelTile tile;
      for (const double x : {-9, 9}) {
        tile.disc(x, 0, 8, dark);
        tile.disc(x, 0, 6.5, cv::Scalar::all(grey));
        for (const double y : {-21, 21})
          if (has_bolts) tile.disc(x < 0 ? -21 : 21, y, 2.5, cv::Scalar::all(255));
      }
      const MarksReading reading = tile.read();
      EXPECT_TRUE(!reading.rejection.empty() || reading.tile.value == 2)
          << grey << (has_bolts ? ", locked" : "");
    }
}

TEST(Marks, AThinRingWithOutlines) {
  const cv::Scalar dark(10, 30, 15);
  for (const double radius : {5.4, 5.6, 5.8, 6.0, 6.2, 6.4, 6.6}) {
    SCOPED_TRACE(radius);
    PixelTile tile(48, kGreenTile);
    tile.disc(0, 0, radius + 0.9, dark);
    tile.disc(0, 0, radius, kOrange);
    tile.disc(0, 0, radius - 2.2, dark);
    tile.disc(0, 0, radius - 3.1, kGreenTile);
    expect(tile, Symbol::dot, -1, Hue::orange);
  }
}

/// With the tile's green mixed in all over, red is orange on average, and orange is yellow.
TEST(Marks, ThinRingsHaveNoHueBetweenTheirsAndTheTiles) {
  const cv::Scalar dark(10, 70, 25), green(29, 180, 40);
  int read = 0;
  for (const auto& [hue, colour] :
       {std::pair(Hue::red, cv::Scalar(24, 24, 220)), {Hue::orange, cv::Scalar(16, 128, 249)}})
    for (const double x : {0.0, 0.25, 0.5, 0.75})
      for (const double radius : {3.0, 3.1, 3.2, 3.3, 3.4, 3.5}) {
        PixelTile tile(32, green);
        for (const double at : {x - radius, x + radius}) {
          tile.disc(at, 0, radius + 0.36, dark);
          tile.disc(at, 0, radius - 0.36, colour);
          tile.disc(at, 0, 0.5 * radius + 0.36, dark);
          tile.disc(at, 0, 0.5 * radius - 0.36, green);
        }
        const MarksReading reading = tile.read();
        if (!reading.rejection.empty()) continue;
        ++read;
        EXPECT_EQ(reading.tile.hue, hue) << radius << ' ' << x;
      }
  EXPECT_GT(read, 24);
}

/// Blurred, they are nearly grey, which is the hue of none.
TEST(Marks, ThinWhiteRingsWithOutlinesAreWhite) {
  const cv::Scalar dark(30, 31, 43), grey(130, 130, 130);
  for (const double radius : {5.0, 5.4, 5.8, 6.2}) {
    SCOPED_TRACE(radius);
    PixelTile tile(46, dark);
    for (const double x : {-radius - 0.2, radius + 0.2}) {
      tile.disc(x, 0, radius + 0.7, grey);
      tile.disc(x, 0, radius, {255, 255, 255});
      tile.disc(x, 0, radius - 2.2, grey);
      tile.disc(x, 0, radius - 2.9, dark);
    }
    expect(tile, Symbol::dot, -2, Hue::white);
  }
}

TEST(Marks, AThinRingOnADarkTileIsNoDots) {
  const cv::Scalar green(20, 115, 27), red(30, 30, 217);
  for (const double x : {0.0, 0.3, 0.6})
    for (const double y : {0.0, 0.3, 0.6})
      for (const double radius : {4.6, 5.0, 5.4, 5.8}) {
        SCOPED_TRACE(testing::Message() << x << ' ' << y << ' ' << radius);
        PixelTile tile(56, green);
        tile.disc(x, y, radius, red);
        tile.disc(x, y, radius - 2, green);
        expect(tile, Symbol::dot, -1, Hue::red);
      }
}

TEST(Marks, DotsWhoseBrightOutlinesTouch) {
  const cv::Scalar bright(181, 160, 168);
  for (const double radius : {4.4, 4.7, 5.0, 5.3}) {
    SCOPED_TRACE(radius);
    PixelTile tile(48, kDarkTile);
    for (const bool is_outline : {true, false})
      for (const int x : {-1, 1})
        tile.disc(x * (radius + 0.2), 0, radius + (is_outline ? 0.6 : -0.5),
                  is_outline ? bright : kOrange);
    expect(tile, Symbol::dot, 2, Hue::orange);
  }
}

TEST(Marks, ATextureOnANearlyBlackTileIsNoSymbol) {
  PixelTile tile(kCellPixels, {12, 12, 12});
  tile.fill(-8, -2, -2, 4, {0, 0, 0});
  tile.fill(1, 2, 6, 7, {24, 22, 26});
  expect(tile, Symbol::none, 0, Hue::none);
}

TEST(Marks, ASymbolMayBeAlmostInTheColourOfItsTile) {
  PixelTile tile(kCellPixels, {20, 21, 21});
  for (const auto& [x, y] : {std::pair(0, -9), std::pair(-9, 9), std::pair(9, 9)})
    tile.disc(x, y, 6, {0, 0, 0});
  EXPECT_EQ(tile.read().tile.symbol, Symbol::none);
  const MarksReading reading = tile.read(10);
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(reading.tile.symbol, Symbol::dot);
  EXPECT_EQ(reading.tile.value, 3);
  EXPECT_EQ(reading.tile.hue, Hue::black);
}

TEST(Marks, TheDarkSpotsOfATextureAreNoSymbol) {
  PixelTile tile(kCellPixels, {20, 21, 21});
  // Almost black in their middles only.
  for (const double radius : {3.5, 2.5, 1.5})
    for (const auto& [x, y] : {std::pair(0, -9), std::pair(-9, 9), std::pair(9, 9)})
      tile.disc(x, y, radius, cv::Scalar::all(3.2 * radius - 4));
  EXPECT_EQ(tile.read(10).tile.symbol, Symbol::none);
  EXPECT_EQ(tile.read(10).rejection, "");
}

/// They are like two bars, but go on beneath the rim.
TEST(Marks, SquaresSeenThroughAHollowTileAreNoSymbol) {
  PixelTile tile(kCellPixels, {4, 80, 74});
  tile.fill(0, -14, 14, 0, {26, 93, 87});
  tile.fill(-14, 0, 0, 14, {26, 93, 87});
  EXPECT_EQ(tile.read(20).tile.symbol, Symbol::none);
  EXPECT_EQ(tile.read(20).rejection, "");
}

TEST(Marks, ADarkSpotOfABlurredPictureIsNoSymbol) {
  PixelTile tile(kCellPixels, {30, 31, 31});
  for (int radius = 20; radius >= 6; --radius) tile.disc(0, 0, radius, cv::Scalar::all(radius + 9));
  EXPECT_EQ(tile.read(10).tile.symbol, Symbol::none);
  EXPECT_EQ(tile.read(10).rejection, "");
}

TEST(Marks, AHatchingIsSeenAsWellAsThePanelAllows) {
  for (const double share : {0.25, 0.35, 0.5, 0.8}) {
    SCOPED_TRACE(share);
    PixelTile tile(48, kLilacTile);
    tile.hatching({60, 40, 45}, share);
    EXPECT_TRUE(tile.read(20).tile.locked);
    EXPECT_EQ(tile.read(20).rejection, "");
    EXPECT_EQ(tile.read().tile.locked, share > 0.4);
    tile.disc(0, 0, 5, kOrange);
    EXPECT_TRUE(tile.read(20).tile.locked);
    // It must differ from its tile more than the hatching does.
    EXPECT_EQ(tile.read(20).tile.value, share < 0.6 ? 1 : 0);
  }
}

TEST(Marks, ASymbolMayNearlyReachTheHatchingsEdge) {
  for (const double share : {0.25, 0.3, 0.35, 0.4}) {
    SCOPED_TRACE(share);
    PixelTile tile(48, kTile, PixelTile::Form::small);
    tile.hatching(cv::Scalar::all(165), share, 0.12);
    for (int y = -1; y <= 1; ++y)
      for (const double x : {-1.0, -0.5, 0.0, 0.5, 1.0})
        if ((std::abs(x) == 0.5) == (y == 0)) tile.disc(10.2 * x, 9.5 * y, 3.5, kPurple);
    const MarksReading reading = tile.read(20);
    EXPECT_EQ(reading.rejection, "");
    EXPECT_TRUE(reading.tile.locked);
    EXPECT_EQ(reading.tile.value, 8);
  }
}

TEST(Marks, PetalsMayReachAFrame) {
  const cv::Scalar blue(50, 18, 2), grey(150, 135, 125);
  for (const bool is_locked : {false, true})
    for (int yellow = 0; yellow <= 4; ++yellow) {
      SCOPED_TRACE(testing::Message() << is_locked << yellow);
      PixelTile tile(60, blue);
      if (is_locked) tile.frame(8.8, grey);
      tile.petals(yellow, grey, 1.27);
      const MarksReading reading = tile.read();
      EXPECT_EQ(reading.rejection, "");
      EXPECT_EQ(reading.tile.locked, is_locked);
      EXPECT_EQ(reading.tile.symbol, Symbol::flower);
      EXPECT_EQ(reading.tile.value, yellow);
    }
}

TEST(Marks, LinesInAllDirectionsAreNoHatching) {
  PixelTile tile;
  for (const double along : {-6.0, 0.0, 6.0})
    for (const double edge : {-10.0, 9.0}) {
      tile.fill(along - 1.4, edge, along + 1.4, edge + 1, kOrange);
      tile.fill(edge, along - 1.4, edge + 1, along + 1.4, kOrange);
    }
  EXPECT_FALSE(tile.read().tile.locked);
}

TEST(Marks, ABlurredPetalOfAnotherColour) {
  for (int yellow = 0; yellow <= 4; ++yellow)
    for (const int pixels : {32, 34, 36, 40, 44, 48}) {
      SCOPED_TRACE(testing::Message() << yellow << " yellow, on " << pixels << " pixels");
      PixelTile tile(pixels, kLilacTile);
      tile.petals(yellow, {105, 75, 80});
      // Small ones of one colour are too blurred to be certain, but not mistaken.
      if (pixels < 34 && yellow == 0 && !tile.read().rejection.empty()) continue;
      expect(tile, Symbol::flower, yellow, Hue::none);
    }
}

TEST(Marks, BoltsOnSmallTilesMayBeBlurred) {
  for (const double radius : {2.9, 3.1, 3.3}) {
    SCOPED_TRACE(radius);
    PixelTile tile(kCellPixels, {23, 5, 44});
    for (const double x : {-20.5, 21.0})
      for (const double y : {-20.5, 21.0}) tile.disc(x, y, radius, cv::Scalar::all(140));
    EXPECT_EQ(tile.read().rejection, "");
    EXPECT_TRUE(tile.read().tile.locked);
  }
}

TEST(Marks, TheOutlineOfASymbolHardlyDifferentFromItsTileIsNoLock) {
  PixelTile tile(kCellPixels, {32, 17, 29}, PixelTile::Form::disc);
  tile.diamond(8.4, {120, 120, 120});
  tile.diamond(7.3, {0, 0, 0});
  expect(tile, Symbol::diamond, 0, Hue::black);
}

TEST(Marks, ADiamondInStepsIsNoDot) {
  PixelTile tile;
  tile.octagon(kOrange);
  expect(tile, Symbol::diamond, 0, Hue::orange);
}

TEST(Marks, PetalsOnTheDiagonals) {
  for (int yellow = 0; yellow <= 4; ++yellow) {
    PixelTile tile;
    tile.pinwheel(yellow);
    expect(tile, Symbol::flower, yellow, Hue::none);
  }
}

}  // namespace
}  // namespace eyehand::panel
