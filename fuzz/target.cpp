#include "fuzz/target.hpp"

#include <cstddef>
#include <cstdint>

// libFuzzer's entry point.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  eyehand::fuzz::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
