import type { Observation } from './measure.ts';

/** From which probability on an answer would be given. */
const THRESHOLDS = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.55, 0.6, 0.7, 0.8, 0.9];

/** What would be refused of a group of questions at each threshold. */
export interface Curve {
  name: string;
  answerable: number[];
  foreign: number[];
  unanswerable: number[];
}

/** Shares refused, 0–1, of the group's own questions and of the foreign ones, over the thresholds; empty where there are none. */
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

/** The curves as aligned text, in percent: three lines a group. */
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
