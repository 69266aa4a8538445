#include "player/challenge.hpp"

namespace eyehand {
namespace {

/// With more boards in a row without a solution, they are probably misread, and pressing a button
/// for another each time would do the program no good.
constexpr int kMostUnsolvable = 3;

}  // namespace

bool ends_row(End end) {
  return end == End::interrupted || end == End::user_has_mouse || end == End::no_window;
}

RowReport play_row(const Seat& seat, RowOptions options) {
  RowReport row;
  GameReport last;
  options.play.has_dialog = options.clear_way.has_dialog;
  options.play.win_covers = seat.skin.win_covers;
  const bool any_number = options.games == 0;
  int unsolvable = 0;         // boards in a row
  bool found_solved = false;  // the board that was there first
  const auto time_is_up = [&] {
    if (!options.all.passed()) return false;
    row.end = any_number ? End::solved : End::timeout;
    row.why = "the time for all games is up";
    return true;
  };
  for (int number = 1; any_number || number <= options.games; ++number) {
    if (number > 1 && time_is_up()) return row;
    if (options.begin) options.begin(number);
    options.play.deadline =
        options.each == RowOptions::Span::max() ? options.all : options.all.at_most(options.each);
    seat.session.set_deadline(options.play.deadline);
    bool may_be_solved = number == 1 && !found_solved;
    if (number > 1 || found_solved) {
      const NewGame begun = start_new_game(seat.screen, seat.input, seat.session, seat.skin,
                                           options.play, options.clear_way, &last);
      if (begun.end == End::timeout && time_is_up()) return row;
      // A game that cannot be read, or that took all of its time to be dealt, counts as not won.
      const bool is_game = begun.end == End::unreadable || begun.end == End::timeout;
      if (begun.end != End::planned && !(options.go_on && is_game)) {
        row.end = begun.end;
        row.why = begun.why.empty() ? std::string(name(begun.end)) : begun.why;
        row.no_next = true;
        row.window = begun.window;
        return row;
      }
      may_be_solved = begun.is_solved;
    }
    last = play(seat.screen, seat.input, seat.session, seat.skin.pace, options.play);
    const bool is_first = number == 1 && !found_solved && last.clicks == 0;
    const bool is_hidden = options.may_be_won && last.end == End::unreadable;
    if (is_first && (is_hidden || (last.end == End::solved && options.games != 1))) {
      last.end = End::solved;
      last.covered = is_hidden;
      found_solved = true;
      number = 0;
      continue;
    }
    if (!may_be_solved && last.end == End::solved && last.clicks_planned == 0) {
      last.end = End::stuck;
      last.why = "the board looks solved, but no new one was dealt";
    }
    ++row.played;
    const bool is_won = last.end == End::solved || last.end == End::planned;
    row.won += is_won;
    row.was_cut = last.end == End::timeout && options.all.passed();
    if (options.done) options.done(number, last);
    if (is_won) continue;
    if (row.was_cut && time_is_up()) return row;
    unsolvable = last.end == End::no_solution ? unsolvable + 1 : 0;
    const bool is_hopeless = unsolvable >= kMostUnsolvable && seat.skin.new_game_keys.empty();
    if (ends_row(last.end) || !options.go_on || is_hopeless) {
      row.end = last.end;
      row.why = last.why;
      return row;
    }
  }
  return row;
}

}  // namespace eyehand
