// What a run of the zoo prints.
import {axisNames} from "./look.js";

export function print(result, count) {
  const {seed, learned, learnSeconds, won, reportedWon, wrong, leftChanged, failure} = result;
  const columns = [
    String(seed).padStart(6), learned ? "learned" : "  not  ", `${learnSeconds.toFixed(0).padStart(4)} s`, `won ${won}/${count}`, `reported ${reportedWon}`,
    `wrong ${wrong.length}`, leftChanged ? "LEFT CHANGED" : "", failure,
  ];
  console.log(columns.join("  "));
}

const sum = (results, of) => results.reduce((total, result) => total + Number(of(result)), 0);

export function summary(results) {
  const seconds = results.filter(({learned}) => learned).map(({learnSeconds}) => learnSeconds).sort((a, b) => a - b);
  return [
    `\n${results.length} looks: ${seconds.length} learned`, seconds.length && `median ${seconds[seconds.length >> 1].toFixed(0)} s, longest ${seconds.at(-1).toFixed(0)} s`,
    `${sum(results, ({games}) => games)} games played, ${sum(results, ({won}) => won)} won, ${sum(results, ({reportedWon}) => reportedWon)} reported`,
    `${sum(results, ({wrong}) => wrong.length)} wrong readings, ${sum(results, ({falseWins}) => falseWins)} false wins, ${sum(results, ({leftChanged}) => leftChanged)} left changed, ${sum(results, ({stray}) => stray)} gestures beside the board`,
  ].filter(Boolean).join("; ");
}

/// Of each value of each axis, how many looks failed: those where more did than of all looks, worst first.
export function tableByAxis(game, results) {
  const rows = [];
  for (const axis of axisNames(game))
    for (const value of new Set(results.map(({look}) => look[axis]))) {
      const of = results.filter(({look}) => look[axis] === value), failed = of.filter(({failure}) => failure);
      if (failed.length * results.length > of.length * sum(results, ({failure}) => failure !== "")) rows.push({axis, value, failed: failed.length, of: of.length, seeds: failed.map(({seed}) => seed)});
    }
  rows.sort((a, b) => b.failed / b.of - a.failed / a.of || b.of - a.of);
  return ["\naxis = value: looks that failed", ...rows.map(({axis, value, failed, of, seeds}) => `${`${axis} = ${value}`.padEnd(36)} ${failed} of ${of}  (${seeds.join(" ")})`)].join("\n");
}
