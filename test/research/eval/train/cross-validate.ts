import type { Thresholds, TrainedWeights } from '../../../../server/answering/certainty/answerability.ts';
import { aligned } from '../table.ts';
import type { Example, Kind } from './examples.ts';
import {
  chooseThresholds,
  fitWeights,
  isFollowUp,
  type Judged,
  probabilityOf,
  type Reading,
  rankOf,
  type Weights,
} from './fit.ts';
import type { Manifest } from './manifest.ts';

/** The same questions searched without a reader, and, where it has read the passages, with it. */
export type Examples = Record<Reading, Example[]>;

/** What they come to. */
export type Trained = Record<Reading, TrainedWeights>;

/** What a question came to with weights that were fitted without its set. */
export interface Scored extends Judged {
  /** Of the first right passage; 0 where there is none. */
  rank: number;
}

/**
 * Leaves out one documentation, set or language after the other, with all of its questions. `onFold` is told which comes next.
 * `heldOut`: what was trained without each.
 */
export function crossValidate(examples: Examples, manifest: Manifest, onFold: (group: string) => void = () => {}) {
  const scored: Record<Reading, Scored[]> = { words: [], reader: [] };
  const heldOut = new Map<string, Trained>();
  for (const group of new Set(examples.words.map((one) => one.group))) {
    onFold(group);
    const others = (some: Example[]) => some.filter((one) => one.group !== group);
    const own = (some: Example[]) => some.filter((one) => one.group === group);
    const trained = train({ words: others(examples.words), reader: others(examples.reader) }, manifest);
    heldOut.set(group, trained);
    scored.words.push(...score(own(examples.words), trained.words));
    scored.reader.push(...score(own(examples.reader), trained.reader));
  }
  return {
    words: { scored: scored.words, thresholds: chooseThresholds(scored.words, manifest) },
    reader: { scored: scored.reader, thresholds: chooseThresholds(scored.reader, manifest, 'reader') },
    heldOut,
  };
}

/** Weights for questions without a reader and with one. */
export const train = ({ words, reader }: Examples, manifest: Manifest): Trained => ({
  words: trainFor('words', words, manifest),
  reader: trainFor('reader', reader, manifest),
});

/** Weights with thresholds on their own scale: those of other weights lie elsewhere. */
function trainFor(reading: Reading, examples: Example[], manifest: Manifest): TrainedWeights {
  const weights = fitWeights(examples, manifest, reading);
  return { ...weights, thresholds: rounded(chooseThresholds(score(examples, weights), manifest, reading)) };
}

function rounded({ refuse, sure, askModel }: Thresholds): Thresholds {
  const round = (value: number) => Number(value.toFixed(4));
  return { refuse: round(refuse), sure: round(sure), askModel: round(askModel) };
}

/** The same with weights that are there. */
export function score(examples: Example[], weights: Weights): Scored[] {
  return examples.map((example) => ({
    example,
    probability: probabilityOf(example, weights),
    rank: rankOf(example, weights),
  }));
}

const COLUMNS = ['right@1', '@3', '@5', 'refused', 'unsure'];
/** What is refused, and what refused or unsure, of these kinds. */
const NEGATIVES: [title: string, kinds: Kind[]][] = [
  ['unanswerable', ['unanswerable']],
  ['elsewhere', ['elsewhere']],
  ['off-topic', ['off-topic']],
  ['held-out', ['held-out']],
];

/** A line a group: the ranking and the refusals of what it answers, then what is refused (and unsure) of the rest. */
export function scoreTable(scored: Scored[], thresholds: Thresholds): string {
  const groups = Map.groupBy(scored, ({ example }) => example.group);
  const head = ['', ...COLUMNS, ...NEGATIVES.flatMap(([title]) => [title, 'follow-up'])];
  return aligned([head, ...[...groups].map(([name, rows]) => [name, ...cells(rows, thresholds)])]);
}

function cells(rows: Scored[], { refuse, sure }: Thresholds): string[] {
  const answerable = rows.filter(({ example }) => example.kind === 'answerable' && !example.repeated);
  const isRefused = ({ probability }: Scored) => probability < refuse;
  const isUnsure = ({ probability }: Scored) => probability >= refuse && probability < sure;
  const refusals = (some: Scored[]) =>
    some.length === 0 ? '–' : `${percent(some, isRefused)} +${percent(some, isUnsure)}`;
  return [
    ...[1, 3, 5].map((depth) => percent(answerable, ({ rank }) => rank > 0 && rank <= depth)),
    percent(answerable, isRefused),
    percent(answerable, isUnsure),
    ...NEGATIVES.flatMap(([, kinds]) => {
      const some = rows.filter(({ example }) => kinds.includes(example.kind));
      return [false, true].map((later) => refusals(some.filter(({ example }) => isFollowUp(example) === later)));
    }),
  ];
}

const percent = <Item>(items: Item[], test: (item: Item) => boolean) =>
  items.length === 0 ? '–' : `${((100 * items.filter(test).length) / items.length).toFixed(0)} %`;
