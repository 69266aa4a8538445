// A share of numbered work (games, boards) that is split among machines or displays.
#pragma once

#include <cstddef>
#include <string>

namespace eyehand {

/// The items `number` - 1, `number` - 1 + `count`, ... of those counted from 0. By default all.
struct Shard {
  int number = 1;  ///< from 1 to `count`
  int count = 1;

  bool is_whole() const { return count == 1; }
  bool has(std::size_t item) const {
    return item % static_cast<std::size_t>(count) == static_cast<std::size_t>(number - 1);
  }
  /// How many of `items` it has.
  int share_of(int items) const { return items < number ? 0 : (items - number) / count + 1; }
  /// The share `part` (from 0) of `parts` of this share.
  Shard split(int part, int parts) const { return {number + part * count, count * parts}; }
  bool operator==(const Shard&) const = default;
};

/// "3/16"
inline std::string to_string(const Shard& shard) {
  return std::to_string(shard.number) + '/' + std::to_string(shard.count);
}

}  // namespace eyehand
