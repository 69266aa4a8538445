#include "tests/support/paths.hpp"

namespace eyehand::test {

std::string source_path(const std::string& file) {
  return EYEHAND_SOURCE "/" + file;
}
std::string built_program(const std::string& name) {
  return EYEHAND_BIN "/" + name;
}

}  // namespace eyehand::test
