// Shards of a run have each seed once, and only all of them together are accepted as the run.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {seedsOf} from "./command.js";
import {mergeResults, shareOf, writeResults} from "./shards.js";

const seeds = seedsOf("9000-9006,3"), folder = fs.mkdtempSync(path.join(os.tmpdir(), "zoo-shards-"));
try {
  const shares = ["1/3", "2/3", "3/3"].map((shard) => shareOf(seeds, shard));
  assert.deepEqual(shares, [[9000, 9003, 9006], [9001, 9004, 3], [9002, 9005]]);
  assert.deepEqual(shareOf(seeds, "1/1"), seeds);
  for (const wrong of ["0/3", "4/3", "3", "3/", "a/b", "1/9", "1/3/5", "-1/3"])
    assert.throws(() => shareOf(seeds, wrong), /is no share of 8 seeds/, wrong);

  const resultOf = (seed) => ({seed, look: {game: "net"}, won: seed % 5, failure: ""});
  const files = shares.map((share, i) => {
    const file = path.join(folder, `${i + 1}.jsonl`);
    writeResults(file, share.map(resultOf));
    return file;
  });
  assert.deepEqual(fs.readdirSync(folder), ["1.jsonl", "2.jsonl", "3.jsonl"], "something partial is left");
  const merged = mergeResults("net", seeds, [...files].reverse());
  assert.deepEqual(merged, seeds.map(resultOf));
  const [first, second, third] = files;
  assert.throws(() => mergeResults("net", seeds, [first, third]), /no results of the seeds 9001, 9004, 3/);
  assert.throws(() => mergeResults("net", seeds, [...files, second]), /has seed 9001, which .* has too/);
  assert.throws(() => mergeResults("hexiom", seeds, files), /has net, seed 9000, which is not of this run/);
  assert.throws(() => mergeResults("net", seedsOf("9000-9006"), files), /seed 3, which is not of this run/);
} finally {
  fs.rmSync(folder, {recursive: true});
}
