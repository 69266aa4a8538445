// What every text format must fulfil.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "puzzle/error.hpp"

namespace eyehand::test {

/// The message of the Error that reading `text` throws; empty if it does not.
template <class Read>
std::string error_of(std::string_view text, Read&& read) {
  try {
    read(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// Expects `read` to refuse a text with a message that contains `part`.
template <class Read>
void expect_refused(std::string_view text, Read&& read, std::string_view part) {
  const std::string error = error_of(text, read);
  EXPECT_NE(error.find(part), std::string::npos) << "'" << text << "': " << error;
}

/// Reads each text that arises from `text` by cutting it short, leaving out a character or
/// replacing one: it must be read, or refused with an Error that says something. Then nothing but
/// an Error ever leaves `read`, and no memory is taken for sizes that the text cannot fill.
template <class Read>
void expect_damage_is_refused_or_read(const std::string& text, Read&& read) {
  const auto attempt = [&](const std::string& damaged) {
    try {
      read(std::string_view(damaged));
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()), "") << damaged;
    }
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    attempt(text.substr(0, i));
    attempt(std::string(text).erase(i, 1));
    for (const char c : {'0', '9', '-', 'z', ' ', '\n', '\xff'})
      attempt(std::string(text).replace(i, 1, 1, c));
    attempt(std::string(text).insert(i, "99999999999999999999"));
  }
}

/// `text` is in the form in which `write` writes it. Round trips are exact, blanks around the text
/// do not matter, and damaged texts are refused with the place of the damage.
template <class Read, class Write>
void expect_text_format(const std::string& text, Read&& read, Write&& write) {
  EXPECT_EQ(write(read(std::string_view(text))), text);
  EXPECT_EQ(write(read(std::string_view(" " + text + "\n"))), text);
  expect_damage_is_refused_or_read(text, read);
  for (const std::string& damaged : {std::string(), std::string("?"), text + "?"}) {
    const std::string error = error_of(damaged, read);
    EXPECT_NE(error, "") << "'" << damaged << "'";
    EXPECT_TRUE(error.find("character ") != std::string::npos ||
                error.find("line ") != std::string::npos)
        << "no place in: " << error;
  }
}

}  // namespace eyehand::test
