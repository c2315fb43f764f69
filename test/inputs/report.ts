import { aligned } from './aligned.ts';
import type { InputFile } from './folder.ts';
import type { Overlap } from './main-text.ts';

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const share = (value: number) => value.toFixed(3);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** How one file ended, for the table. */
export type Ending = { file: InputFile; milliseconds: number } & (
  | { end: 'completed' }
  | { end: 'failed'; code: string }
  | { end: 'refused'; reason: string }
  | { end: 'broken'; what: string }
);

/** One line per folder: how its files ended. */
export function outcomeTable(groups: Map<string, Ending[]>): string {
  const rows = [...groups].map(([folder, outcomes]) => {
    const slowest = outcomes.reduce((worst, outcome) => (outcome.milliseconds > worst.milliseconds ? outcome : worst));
    return [
      folder,
      String(outcomes.length),
      String(outcomes.filter(({ end }) => end === 'completed').length),
      tally(outcomes.flatMap((outcome) => (outcome.end === 'failed' ? [outcome.code] : []))),
      tally(outcomes.flatMap((outcome) => (outcome.end === 'refused' ? [outcome.reason] : []))),
      String(outcomes.filter(({ end }) => end === 'broken').length),
      `${seconds(slowest.milliseconds)} ${slowest.file.name.split('/').at(-1)}`,
    ];
  });
  return aligned([['folder', 'files', 'completed', 'failed', 'refused', 'broken', 'slowest'], ...rows]);
}

/** Precision, recall and F1 of the main text: their means, and the ten worst pages. */
export function mainTextTable(pages: { name: string; overlap: Overlap }[]): string {
  const cells = (name: string, { precision, recall, f1 }: Overlap) => [
    name,
    share(precision),
    share(recall),
    share(f1),
  ];
  const means = {
    precision: mean(pages.map(({ overlap }) => overlap.precision)),
    recall: mean(pages.map(({ overlap }) => overlap.recall)),
    f1: mean(pages.map(({ overlap }) => overlap.f1)),
  };
  const worst = pages.toSorted((a, b) => a.overlap.f1 - b.overlap.f1).slice(0, 10);
  return aligned([
    ['main text of HTML', 'precision', 'recall', 'F1'],
    cells(`mean of ${pages.length} pages`, means),
    ...worst.map(({ name, overlap }) => cells(`  ${name}`, overlap)),
  ]);
}

function tally(names: string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ') || '–';
}
