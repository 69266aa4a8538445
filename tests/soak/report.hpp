// The results of the games, counted.
#pragma once

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eyehand::soak {

/// One run of `eyehand play`.
struct Game {
  int number = 0;
  std::string program;
  std::vector<std::string> faults;  ///< injected, in order; empty: it ended first
  std::string pace;                 ///< for people
  bool hung = false;                ///< it did not end by itself
  int code = -1;                    ///< its exit code; 128 + n after signal n
  std::string result;               ///< of the last puzzle, as reported by Eyehand
  std::string why;                  ///< likewise
  std::string error;                ///< what it wrote besides the results
  double seconds = 0;
  int events = 0, presses = 0;  ///< sent
  int stray = 0, overtaken = 0;
  unsigned overtaken_ms = 0;
  std::vector<std::string> strays;
  bool left_down = false;  ///< a button or a key, at its end
  std::optional<unsigned> reaction_ms;

  bool has_fault(std::string_view fault) const;
  /// Whether the exit code is one of Eyehand's own. It may be 1 (an error) only if the server was
  /// lost or the layout lacks a key, and then with one line that says so; and a signal may have
  /// ended it only before it had sent anything, as it ends any program that is still starting.
  bool has_named_code() const;
  /// Whether nothing happened that must not.
  bool is_good() const;
};

void to_json(nlohmann::json& json, const Game& game);
void from_json(const nlohmann::json& json, Game& game);

class Report {
 public:
  void add(const Game& game);
  int games() const { return total_.games; }
  bool is_good() const;
  /// For people: a line per fault, by the first one injected in a game.
  std::string table() const;
  nlohmann::ordered_json json() const;

 private:
  struct Row {
    int games = 0;
    std::map<int, int> codes;
    int events = 0, presses = 0, hung = 0, unnamed = 0, stray = 0, overtaken = 0, left_down = 0;
    unsigned overtaken_ms = 0;
    std::vector<unsigned> reactions_ms;

    void add(const Game& game);
    nlohmann::ordered_json json() const;
  };

  std::map<std::string, Row> rows_, programs_;
  Row total_;
};

}  // namespace eyehand::soak
