// The JSON objects that commands print, documented in docs/json.md.
#pragma once

#include <nlohmann/json.hpp>

namespace eyehand {

/// The version of each command's objects, their key "schema": raised when a key goes away or
/// changes its meaning, not when one is added. That of games is in player/run_record.cpp.
inline constexpr int kReadSchema = 1, kProgressSchema = 1, kHintSchema = 1, kSolveSchema = 1,
                     kExplanationSchema = 2, kWatchSchema = 1, kCheckSchema = 1, kDoctorSchema = 1;

/// An object without keys but its schema.
nlohmann::ordered_json json_of(int schema);
/// On one line. Text that is not UTF-8, such as a window's title, is corrected.
void print_object(const nlohmann::ordered_json& object);

}  // namespace eyehand
