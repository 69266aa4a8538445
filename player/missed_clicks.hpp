// Clicks that had no effect, and where to aim instead.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "actuator/gesture.hpp"

namespace eyehand {

/// Moves clicks that were sent without effect a pixel to either side in turn. What they must hit
/// may be hardly wider, and where a browser's page is enlarged, clicks count in its larger pixels.
class MissedClicks {
 public:
  /// Of a plan made from a new capture. Clicks that keys follow are not moved if those are typed
  /// where the click was.
  void aim_beside(Plan& plan, bool keys_follow_clicks);
  /// The first `count` gestures of that plan were sent.
  void sent(std::size_t count);
  /// The plans that follow lead to another solution.
  void clear();

 private:
  using Place = std::pair<int, int>;  ///< on the screen

  std::vector<std::optional<Place>> places_;  ///< where the plan's clicks were wanted
  std::map<Place, int> wanted_;               ///< how many clicks there
  std::map<Place, int> misses_;               ///< how often as many were wanted again
  std::set<Place> sent_to_;                   ///< where some of the plan were sent
};

}  // namespace eyehand
