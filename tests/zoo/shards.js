// Runs split among machines: the seeds of each, and the results of all as one.
import fs from "node:fs";

/// Every Nth of the seeds from the Kth on, given "K/N".
export function shareOf(seeds, shard) {
  const [number, count] = /^\d+\/\d+$/.test(shard) ? shard.split("/").map(Number) : [];
  if (!(number >= 1 && number <= count && count <= seeds.length))
    throw new Error(`'${shard}' is no share of ${seeds.length} seeds, such as 3/16.`);
  return seeds.filter((_, i) => i % count === number - 1);
}

const jsonLines = (results) => results.map((result) => `${JSON.stringify(result)}\n`).join("");

/// Whoever finds the file can rely on its being whole.
export function writeResults(file, results) {
  fs.writeFileSync(`${file}.partial`, jsonLines(results), {flush: true});
  fs.renameSync(`${file}.partial`, file);
}

/// The results of these seeds, in their order, from the files of all shards. Throws if there is none of a seed, or
/// more than one, or one of another run.
export function mergeResults(game, seeds, files) {
  const found = new Map();
  for (const file of files)
    for (const line of fs.readFileSync(file, "utf8").split("\n").filter(Boolean)) {
      const result = JSON.parse(line), earlier = found.get(result.seed);
      if (result.look.game !== game || !seeds.includes(result.seed))
        throw new Error(`${file}: has ${result.look.game}, seed ${result.seed}, which is not of this run.`);
      if (earlier) throw new Error(`${file}: has seed ${result.seed}, which ${earlier.file} has too; leave one out.`);
      found.set(result.seed, {file, result});
    }
  const missing = seeds.filter((seed) => !found.has(seed));
  if (missing.length > 0) throw new Error(`There are no results of the seeds ${missing.join(", ")}; run their shards.`);
  return seeds.map((seed) => found.get(seed).result);
}
