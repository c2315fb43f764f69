import type { Observation } from './measure.ts';

/** A row of the table. Shares are 0–1; null if the set has no such gold or no such questions. */
export interface Summary {
  name: string;
  documents: number;
  failed: number;
  chunks: number;
  questions: number;
  hit5: number | null;
  hit10: number | null;
  doc5: number | null;
  cited1: number | null;
  cited3: number | null;
  answerInCitation: number | null;
  answerInResponse: number | null;
  citationsEach: number | null;
  /** The share of right citations in answers to answerable questions. */
  citationPrecision: number | null;
  /** The share of sentences in answers that no cited passage supports. */
  unsupported: number | null;
  rightlyRefused: number | null;
  foreignRefused: number | null;
  wronglyRefused: number | null;
  verbatim: number | null;
  p50: number;
  p95: number;
  /** The milliseconds to the first words, and their ratio to the time of the model alone; null without a model. */
  firstWords: number;
  firstWordsRatio: number | null;
}

const share = <Item>(items: Item[], test: (item: Item) => boolean) =>
  items.length === 0 ? null : items.filter(test).length / items.length;
const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);
const sumOf = (asked: Observation[], what: 'unsupported' | 'sentences') =>
  asked.reduce((sum, one) => sum + one[what], 0);
const within = (rank: number | null, k: number) => rank !== null && rank > 0 && rank <= k;

/** The row of a group: `observations` are of its own questions, `foreign` of questions that its documents cannot answer. */
export function summarise(
  group: { name: string; documents: number; failed: number; chunks: number },
  observations: Observation[],
  foreign: Observation[],
): Summary {
  const answerable = observations.filter(({ question }) => question.answerable);
  const unanswerable = observations.filter(({ question }) => !question.answerable);
  const placed = answerable.filter(({ retrieved }) => retrieved.hit !== null);
  const extractive = answerable.filter(({ cited }) => cited.ans !== null);
  const answered = observations.filter(({ refused }) => !refused);
  const all = [...observations, ...foreign];
  const broken = all.reduce((sum, { notVerbatim }) => sum + notVerbatim, 0);
  const cites = (asked: Observation[]) => asked.reduce((sum, { answer }) => sum + answer.citations.length, 0);
  const rightly = answerable.reduce((sum, { rightCitations }) => sum + rightCitations, 0);
  const times = observations.map(({ milliseconds }) => milliseconds);
  const waited = answered.filter(({ waitedForModel }) => waitedForModel > 0);
  return {
    ...group,
    questions: observations.length,
    hit5: share(placed, ({ retrieved }) => within(retrieved.hit, 5)),
    hit10: share(placed, ({ retrieved }) => within(retrieved.hit, 10)),
    doc5: share(answerable, ({ retrieved }) => within(retrieved.doc, 5)),
    cited1: share(placed, ({ cited }) => within(cited.hit, 1)),
    cited3: share(placed, ({ cited }) => within(cited.hit, 3)),
    answerInCitation: share(extractive, ({ cited }) => within(cited.ans, 3)),
    answerInResponse: share(extractive, ({ inResponse }) => inResponse === true),
    citationsEach: ratio(cites(answered), answered.length),
    citationPrecision: ratio(rightly, cites(answerable)),
    unsupported: ratio(sumOf(answered, 'unsupported'), sumOf(answered, 'sentences')),
    rightlyRefused: share(unanswerable, ({ refused }) => refused),
    foreignRefused: share(foreign, ({ refused }) => refused),
    wronglyRefused: share(answerable, ({ refused }) => refused),
    verbatim: ratio(cites(all) - broken, cites(all)),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    firstWords: percentile(
      answered.map(({ firstWords }) => firstWords),
      0.5,
    ),
    firstWordsRatio:
      waited.length === 0
        ? null
        : percentile(
            waited.map(({ firstWords, waitedForModel }) => firstWords / waitedForModel),
            0.5,
          ),
  };
}

/** A percentile; 0 without values. */
export function percentile(values: number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? 0;
}
