#include "fuzz/target.hpp"

#include <cstddef>
#include <cstdint>

// What libFuzzer calls.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  eyehand::fuzz::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
