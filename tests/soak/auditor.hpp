// What Eyehand sent during one run: whether each event went where it may, and how soon it stopped
// when the user took the mouse.
//
// What counts. Every event of the mouse or the keyboard that the server takes in at Eyehand's
// request is judged by the scene as it is at that point of the stream, which is the server's own
// order of things:
//   - a button's press, and a motion while no button is held, is right if the point lies in the
//     window that is played, nothing else is on top there, and no other program has the pointer to
//     itself;
//   - a motion with the button held is right if the point lies in the window;
//   - a key's press is right if the window has the keyboard and no other program has it to itself;
//   - a release is right if what is released was pressed.
// An event that is not right is stray, with one exception. No client can look and click in one:
// between its last question to the server and its click the server may do something for another.
// So an event is not stray but overtaken if all that speaks against it was otherwise still when
// Eyehand last asked about it, on the same connection, before the event: about places for where
// the window lies and what is on top (QueryPointer, GetGeometry, TranslateCoordinates), for the
// pointer itself whether it may be had (GrabPointer), for keys who has them (GetInputFocus,
// GrabKeyboard). Who did not ask has no excuse; nor is there any for how long ago it was. Overtaken
// events are counted, with the longest time since the question.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/soak/scene.hpp"

namespace eyehand::soak {

struct Verdict {
  int events = 0;   ///< that Eyehand sent
  int presses = 0;  ///< of buttons and keys among them
  int stray = 0;
  std::vector<std::string> strays;  ///< the first few, for people
  int overtaken = 0;
  unsigned longest_overtaken_ms = 0;  ///< from the question to the event
  /// From the first touch of the mouse by anybody else, once Eyehand had moved it (until then it is
  /// the user's), to the last event that Eyehand sent; 0 if none came after it.
  std::optional<unsigned> reaction_ms;
};

class Auditor {
 public:
  /// Input that these clients ask for is the user's. All other is Eyehand's.
  explicit Auditor(std::set<ClientId> users) : users_(std::move(users)) {}

  /// Another run, which begins with this scene.
  void begin(Scene scene);
  void observe(const Happening& what);
  const Verdict& verdict() const { return verdict_; }
  const Scene& scene() const { return scene_; }

 private:
  struct Question {
    Scene scene;
    unsigned time_ms = 0;
  };
  struct Player {
    std::optional<Question> about_place, about_pointer, about_keyboard;
    std::set<int> buttons, keys;  ///< that it holds
  };

  enum class Ruling { right, overtaken, stray };

  void auditor(const Happening& what, Player& player);
  template <typename IsRight>
  Ruling rule(const std::optional<Question>& question, unsigned now, IsRight is_right);
  Ruling rule_on_pointer(const Happening& what, const Player& player);
  void tell(const Happening& what);

  std::set<ClientId> users_;
  Scene scene_;
  std::map<ClientId, Player> players_;
  Verdict verdict_;
  bool has_moved_ = false;
  std::optional<unsigned> touched_at_;
};

}  // namespace eyehand::soak
