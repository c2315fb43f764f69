import type { Observation } from './measure.ts';

/** A row of the table: shares are 0–1, null where the set has no such gold or no such questions. */
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
  citationsEach: number | null;
  rightlyRefused: number | null;
  foreignRefused: number | null;
  wronglyRefused: number | null;
  verbatim: number | null;
  p50: number;
  p95: number;
}

const share = <Item>(items: Item[], test: (item: Item) => boolean) =>
  items.length === 0 ? null : items.filter(test).length / items.length;
const within = (rank: number | null, k: number) => rank !== null && rank > 0 && rank <= k;

/** The row of a group: `observations` of its own questions, `foreign` of questions that its documents cannot answer. */
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
  const citations = [...observations, ...foreign].reduce((sum, { answer }) => sum + answer.citations.length, 0);
  const broken = [...observations, ...foreign].reduce((sum, { notVerbatim }) => sum + notVerbatim, 0);
  const times = observations.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const percentile = (p: number) => times[Math.min(times.length - 1, Math.floor(p * times.length))] ?? 0;
  return {
    ...group,
    questions: observations.length,
    hit5: share(placed, ({ retrieved }) => within(retrieved.hit, 5)),
    hit10: share(placed, ({ retrieved }) => within(retrieved.hit, 10)),
    doc5: share(answerable, ({ retrieved }) => within(retrieved.doc, 5)),
    cited1: share(placed, ({ cited }) => within(cited.hit, 1)),
    cited3: share(placed, ({ cited }) => within(cited.hit, 3)),
    answerInCitation: share(extractive, ({ cited }) => within(cited.ans, 3)),
    citationsEach:
      answered.length === 0
        ? null
        : answered.reduce((sum, { answer }) => sum + answer.citations.length, 0) / answered.length,
    rightlyRefused: share(unanswerable, ({ refused }) => refused),
    foreignRefused: share(foreign, ({ refused }) => refused),
    wronglyRefused: share(answerable, ({ refused }) => refused),
    verbatim: citations === 0 ? null : 1 - broken / citations,
    p50: percentile(0.5),
    p95: percentile(0.95),
  };
}
