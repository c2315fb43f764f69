import { aligned } from '../aligned.ts';
import type { ScoredCase } from './own-cases.ts';
import { addScores, addWords, noScore, noWords, type Share, type Words } from './score.ts';

/** A line for each kind and format, and one for all. */
export function scoreTable(scored: readonly ScoredCase[]): string {
  const groups = Map.groupBy(scored, ({ one }) => `${one.kind}\n${one.format}`);
  return aligned([
    ['kind', 'format', 'cases', 'words', 'lost', 'added', 'headings', 'cells', 'titles', 'second opinion'],
    ...[...groups].map(([name, some]) => [...name.split('\n'), ...cellsOf(some)]),
    ['all', '', ...cellsOf(scored)],
  ]);
}

function cellsOf(scored: readonly ScoredCase[]): string[] {
  const { words, lost, added, headings, cells, titles } = scored.map(({ score }) => score).reduce(addScores, noScore);
  const opinions = scored.flatMap(({ opinion }) => (opinion ? [opinion] : []));
  return [
    ...[scored.length, words, lost, added].map(String),
    ...[headings, cells, titles].map(inWords),
    opinions.length === 0 ? '–' : opinionInWords(opinions.length, opinions.reduce(addWords, noWords)),
  ];
}

const inWords = ({ right, of }: Share) => (of === 0 ? '–' : `${right}/${of}`);
const opinionInWords = (files: number, { lost, added }: Words) => `${files} files: ${lost} lost, ${added} added`;
