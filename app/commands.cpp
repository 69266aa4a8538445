#include "app/commands.hpp"

namespace eyehand {

std::vector<Command> commands() {
  return {play_command(),      challenge_command(),       read_command(),
          solve_command(),     generate_command(),        skins_command(),
          calibrate_command(), calibrate_check_command(), calibrate_learn_command(),
          doctor_command()};
}

}  // namespace eyehand
