// Audits what Eyehand sent during one run: whether each event went where it was allowed to, and how
// soon it stopped when the user moved the mouse.
//
// Every mouse or keyboard event that the server processes at Eyehand's request is judged by the
// scene at that point of the stream, which is in the server's own order:
//   - a button press, and a motion while no button is held, is right if the point is in the window
//     being played, nothing else is on top there, and no other program has grabbed the pointer;
//   - a motion with a button held is right if the point is in the window;
//   - a key press is right if the window has the keyboard and no other program has grabbed it;
//   - a release is right if what is released was pressed.
// An event that is not right is stray, with one exception. No client can check and click
// atomically: between its last query and its click the server may serve another client. So an event
// is not stray but overtaken if every condition that it violates held when Eyehand last queried it,
// on the same connection, before the event: positions and stacking (QueryPointer, GetGeometry,
// TranslateCoordinates), the pointer grab (GrabPointer), the keyboard (GetInputFocus,
// GrabKeyboard). Without a query an event is stray; how old the query is does not matter. Overtaken
// events are counted, with the longest time since the query.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/soak/scene.hpp"

namespace eyehand::soak {

struct Verdict {
  int events = 0;   ///< sent by Eyehand
  int presses = 0;  ///< of these, presses of buttons and keys
  int stray = 0;
  std::vector<std::string> strays;  ///< the first few, for people
  int overtaken = 0;
  unsigned longest_overtaken_ms = 0;  ///< from the query to the event
  /// From the first use of the mouse by anybody else after Eyehand first moved it (until then it is
  /// the user's) to the last event that Eyehand sent; 0 if none came after it.
  std::optional<unsigned> reaction_ms;
};

class Auditor {
 public:
  /// Input requested by these clients is the user's; all other is Eyehand's.
  explicit Auditor(std::set<ClientId> users) : users_(std::move(users)) {}

  /// Begins another run with this scene.
  void begin(Scene scene);
  void observe(const ServerEvent& what);
  const Verdict& verdict() const { return verdict_; }
  const Scene& scene() const { return scene_; }

 private:
  struct Query {
    Scene scene;
    unsigned time_ms = 0;
  };
  struct Player {
    std::optional<Query> position_query, pointer_query, keyboard_query;
    std::set<int> buttons, keys;  ///< held
  };

  enum class Ruling { right, overtaken, stray };

  void judge(const ServerEvent& what, Player& player);
  template <typename IsRight>
  Ruling rule(const std::optional<Query>& query, unsigned now, IsRight is_right);
  Ruling rule_on_pointer(const ServerEvent& what, const Player& player);
  void record_stray(const ServerEvent& what);

  std::set<ClientId> users_;
  Scene scene_;
  std::map<ClientId, Player> players_;
  Verdict verdict_;
  bool has_moved_ = false;
  std::optional<unsigned> touched_at_;
};

}  // namespace eyehand::soak
