// How structs of settings describe themselves, so that one table per struct serves the skin loader,
// its range checks and the printed reference.
#pragma once

#include <string_view>

namespace eyehand {

/// What a settings table says about a member besides its name: the allowed range of a number, and a
/// description for people. A settings struct S has a function
/// `template <class V> void describe(S&, V&& visit)` that calls `visit(name, member, About{...})`
/// for each member; a skin may omit a member unless it is `required`. An enum E among the members
/// has a function `constexpr auto choices(E)` that returns an array of pairs of names and values.
struct About {
  std::string_view what;
  double least = 0;  ///< if `most` is 0 too, any number is allowed
  double most = 0;
  bool required = false;
  bool is_key = false;  ///< a key, or keys, that the program is sent (actuator/keys.hpp)
};

}  // namespace eyehand
