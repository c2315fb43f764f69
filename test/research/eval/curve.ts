import type { Observation } from './measure.ts';

/** The minimum probability for an answer. */
const THRESHOLDS = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.55, 0.6, 0.7, 0.8, 0.9];

/** The shares of a group's questions that are refused at each threshold. */
export interface Curve {
  name: string;
  answerable: number[];
  foreign: number[];
  unanswerable: number[];
}

/** Computes the curves for the group's own questions and for foreign ones, 0–1. Empty if there are no such questions. */
export function curveOf(name: string, observations: Observation[], foreign: Observation[]): Curve {
  const refused = (asked: Observation[]) =>
    asked.length === 0
      ? []
      : THRESHOLDS.map(
          (threshold) => asked.filter(({ certainty }) => certainty.probability < threshold).length / asked.length,
        );
  return {
    name,
    answerable: refused(observations.filter(({ question }) => question.answerable)),
    foreign: refused(foreign),
    unanswerable: refused(observations.filter(({ question }) => !question.answerable)),
  };
}

/** Formats the curves as aligned text, in percent, three lines per group. */
export function curveTable(curves: Curve[]): string {
  const width = Math.max(...curves.map(({ name }) => name.length));
  const line = (name: string, what: string, cells: string[]) =>
    `${name.padEnd(width)}  ${what.padEnd(12)} ${cells.map((cell) => cell.padStart(5)).join('')}`;
  const percent = (share: number) => (100 * share).toFixed(0);
  return [
    line('refused, in %, below', '', THRESHOLDS.map(String)),
    ...curves.flatMap(({ name, ...shares }) =>
      (['answerable', 'foreign', 'unanswerable'] as const)
        .filter((what) => shares[what].length > 0)
        .map((what, at) => line(at === 0 ? name : '', what, shares[what].map(percent))),
    ),
  ].join('\n');
}
