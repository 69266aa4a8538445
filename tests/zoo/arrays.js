/// A copy of an array with another value at this place.
export function replaced(values, index, value) {
  const copy = [...values];
  copy[index] = value;
  return copy;
}
