// Reproducible randomness: the same keys give the same numbers in every engine.

/// A generator (sfc32) seeded by any number of words and numbers.
export class Random {
  constructor(...keys) {
    // FNV-1a, once per word of state.
    const text = keys.join("/");
    this.state = [1, 2, 3, 4].map((salt) => {
      let hash = 2166136261 ^ salt;
      for (let i = 0; i < text.length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
      return hash >>> 0;
    });
    for (let i = 0; i < 20; ++i) this.next();
  }

  /// In [0, 1).
  next() {
    const [a, b, c, d] = this.state;
    const sum = (a + b + d) | 0;
    this.state = [b ^ (b >>> 9), (c + (c << 3)) | 0, (((c << 21) | (c >>> 11)) + sum) | 0, (d + 1) | 0];
    return (sum >>> 0) / 4294967296;
  }

  /// In [low, high).
  between(low, high) {
    return low + (high - low) * this.next();
  }
  /// 0 to count - 1.
  integer(count) {
    return Math.floor(count * this.next());
  }
  chance(probability) {
    return this.next() < probability;
  }
  pick(values) {
    return values[this.integer(values.length)];
  }
  /// A shuffled copy.
  shuffle(values) {
    const result = [...values];
    for (let i = result.length - 1; i > 0; --i) {
      const j = this.integer(i + 1);
      [result[i], result[j]] = [result[j], result[i]];
    }
    return result;
  }
}
