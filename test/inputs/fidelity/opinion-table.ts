import { aligned } from '../aligned.ts';
import type { Compared } from './ask-second-opinions.ts';
import { addWords, noWords, type Words } from './score.ts';

const WORST = 20;

/** A line for each program and folder, and the files that differ by the most words, for a person to look at. */
export function opinionTable(compared: readonly Compared[]): string {
  const groups = Map.groupBy(compared, ({ opinion, outcome }) => `${opinion}: ${outcome.file.folder}`);
  const worst = compared.toSorted((a, b) => wordsApart(b) - wordsApart(a)).slice(0, WORST);
  return aligned([
    ['beside another program', 'files', 'words', 'lost', 'added', 'difference', 'told as left out'],
    ...[...groups].map(([name, some]) => cells(name, String(some.length), some.reduce(addWords, noWords))),
    cells('all', String(compared.length), compared.reduce(addWords, noWords)),
    ...worst.map((one) => [...cells(`  ${one.outcome.file.name}`, '', one), toldOf(one)]),
  ]);
}

function cells(name: string, files: string, words: Words): string[] {
  const { lost, added } = words;
  return [name, files, ...[words.words, lost, added].map(String), `${(100 * shareApart(words)).toFixed(1)} %`];
}

/** The words that are in one only, and their share of the words of both. */
const wordsApart = ({ lost, added }: Words) => lost + added;
const shareApart = (words: Words) => wordsApart(words) / Math.max(1, 2 * words.words - words.lost + words.added);

const toldOf = ({ outcome }: Compared) =>
  (outcome.prepared.document.leftOut ?? []).map(({ kind, characters }) => `${kind} ${characters}`).join(', ');
