import {
  answerProbability,
  type CertaintyWeights,
  type Thresholds,
} from '../../../../server/answering/certainty/answerability.ts';
import {
  type CertaintyFeatures,
  certaintyFeatures,
} from '../../../../server/answering/certainty/certainty-features.ts';
import {
  logitOf,
  ownTerms,
  rankByFeatures,
  rankByOwnTerms,
} from '../../../../server/answering/retrieval/feature-rerank.ts';
import type { RankingFeatures } from '../../../../server/answering/retrieval/ranking-features.ts';
import { type Choice, fitChoices } from '../choice.ts';
import type { Example, Kind } from './examples.ts';
import type { Manifest } from './manifest.ts';

/** Everything that a training finds but the thresholds. */
export interface Weights {
  ranking: RankingFeatures;
  certainty: CertaintyWeights;
}

/** What a reader says is a feature where it has read what was found, and none elsewhere. */
export type Reading = 'words' | 'reader';

export const hasBeenRead = ({ passages }: Pick<Example, 'passages'>): boolean =>
  passages.some(({ features }) => features.lateInteraction !== 0);

/** Fits both: the certainty is judged by the ranking, so that it comes second. */
export function fitWeights(examples: Example[], manifest: Manifest, reading: Reading = 'words'): Weights {
  const ranking = fitRanking(examples, manifest, reading);
  return { ranking, certainty: fitCertainty(examples, ranking, manifest, reading) };
}

/** The weights with which the right passages of the answerable questions become as likely as can be. */
export function fitRanking(examples: Example[], manifest: Manifest, reading: Reading = 'words'): RankingFeatures {
  const used = usedFor('ranking', examples, manifest).filter(
    // As a follow-up a question that stands alone has the same right passages once more.
    ({ kind, right, repeated }) => kind === 'answerable' && right.size > 0 && !repeated,
  );
  const names = fittedNames(used[0]?.passages[0]?.features, reading);
  const choices = weighted('ranking', used, manifest, () => 1).map(({ example, weight }): Choice => {
    const { passages, right } = example;
    return {
      candidates: passages.map(({ features }) => names.map((name) => features[name])),
      right: passages.map(({ match }) => right.has(match.passage.chunkId)),
      weight,
    };
  });
  return withUnfitted(toFeatures(names, fitChoices(choices, manifest.ridge.ranking)), used[0]?.passages[0]?.features);
}

function fitCertainty(
  examples: Example[],
  ranking: RankingFeatures,
  manifest: Manifest,
  reading: Reading,
): CertaintyWeights {
  const used = usedFor('certainty', examples, manifest).filter(({ kind }) => isFitted(kind, manifest));
  const of = (followUp: boolean) => {
    const judged = used.flatMap((example) => {
      const features = isFollowUp(example) === followUp ? featuresOf(example, ranking) : null;
      return features ? [{ ...example, features }] : [];
    });
    const names = fittedNames(judged[0]?.features, reading);
    const weightOf = ({ kind }: Pick<Example, 'kind'>) => (isFitted(kind, manifest) ? manifest.kindWeights[kind] : 0);
    const choices = weighted('certainty', judged, manifest, weightOf).map(
      ({ example: { features, kind }, weight }): Choice => {
        const row = names.map((name) => features[name]);
        const answerable = kind === 'answerable';
        return { candidates: [row, row.map(() => 0)], right: [answerable, !answerable], weight };
      },
    );
    return withUnfitted(toFeatures(names, fitChoices(choices, manifest.ridge.certainty)), judged[0]?.features);
  };
  const weights = { standalone: of(false), followUp: of(true) };
  return { ...weights, languages: fitLanguages(used, ranking, weights.standalone, manifest) };
}

/**
 * What is added in each language: so much that as large a share of its answerable questions is refused as of those of the
 * language that most sets are in. How often words are met by chance depends on how a language writes them.
 */
function fitLanguages(
  used: Example[],
  ranking: RankingFeatures,
  standalone: CertaintyFeatures,
  { thresholds }: Manifest,
): Record<string, number> {
  const logits = new Map<string, number[]>();
  for (const example of used) {
    const features = example.kind === 'answerable' && !isFollowUp(example) ? featuresOf(example, ranking) : null;
    const language = rankByFeatures(example.passages, ranking)[0]?.match.passage.language ?? 'und';
    if (features) logits.set(language, [...(logits.get(language) ?? []), logitOf(features, standalone)]);
  }
  const lowest = (values: number[]) =>
    values.sort((a, b) => a - b)[Math.floor(thresholds.refuse.answerable * values.length)] ?? 0;
  const counted = [...logits].filter(([language, values]) => language !== 'und' && values.length >= MIN_QUESTIONS);
  const [most] = counted.sort(([, one], [, other]) => other.length - one.length);
  if (!most) return {};
  const begins = lowest(most[1]);
  return Object.fromEntries(
    counted.slice(1).map(([language, values]) => [language, Number((begins - lowest(values)).toFixed(2))]),
  );
}

export const isFollowUp = ({ terms }: Pick<Example, 'terms'>): boolean => terms.carried.length > 0;

const isFitted = (kind: Kind, { kindWeights }: Manifest): kind is keyof Manifest['kindWeights'] => kind in kindWeights;

/** As the server judges a question: one with the name of what all documents are about without it. */
function featuresOf({ passages, terms }: Example, ranking: RankingFeatures) {
  const ranked = rankByFeatures(passages, ranking);
  return terms.unnamed ? certaintyFeatures(rankByOwnTerms(ranked), ownTerms(terms)) : certaintyFeatures(ranked, terms);
}

/** How likely the documents answer, as the server would say with these weights. */
export function probabilityOf(example: Example, { ranking, certainty }: Weights): number {
  const language = rankByFeatures(example.passages, ranking)[0]?.match.passage.language ?? 'und';
  return answerProbability(featuresOf(example, ranking), example.terms, certainty, language);
}

/** The place of the first right passage with these weights; 0 where there is none. */
export function rankOf({ passages, right }: Example, { ranking }: Pick<Weights, 'ranking'>): number {
  return rankByFeatures(passages, ranking).findIndex(({ match }) => right.has(match.passage.chunkId)) + 1;
}

export interface Judged {
  example: Example;
  probability: number;
}

/** The thresholds above which the manifest's shares of the questions lie. */
export function chooseThresholds(
  judged: Judged[],
  { sets, thresholds }: Manifest,
  reading: Reading = 'words',
): Thresholds {
  const used = new Set(sets.filter((one) => one.thresholds).map(({ name }) => name));
  const above = (share: number, kind: Kind) => {
    const sorted = judged
      .filter(({ example }) => used.has(example.set) && example.kind === kind && !example.repeated)
      .map(({ probability }) => probability)
      .sort((a, b) => a - b);
    return sorted[Math.floor(share * sorted.length)] ?? 0;
  };
  const share = reading === 'reader' ? 'read' : 'answerable';
  const refuse = above(thresholds.refuse[share], 'answerable');
  return {
    refuse,
    sure: Math.max(refuse, above(thresholds.sure.unanswerable, 'unanswerable')),
    askModel: above(thresholds.askModel[share], 'answerable'),
  };
}

/** Fewer questions of a language say too little of it. */
const MIN_QUESTIONS = 40;

type Use = 'ranking' | 'certainty';

const usedFor = (use: Use, examples: Example[], { sets }: Manifest) =>
  examples.filter(({ set }) => sets.some((one) => one.name === set && one[use] !== undefined));

/** Of each set all questions together count what the manifest says, and of these each what its kind counts. */
function weighted<Of extends Pick<Example, 'set' | 'kind'>>(
  use: Use,
  examples: Of[],
  { sets }: Manifest,
  weightOf: (example: Of) => number,
): { example: Of; weight: number }[] {
  const totals = new Map<string, number>();
  for (const example of examples) totals.set(example.set, (totals.get(example.set) ?? 0) + weightOf(example));
  return examples.map((example) => {
    const of = sets.find(({ name }) => name === example.set)?.[use] ?? 0;
    return { example, weight: (of * weightOf(example)) / (totals.get(example.set) ?? 1) };
  });
}

/** What the reader says, and what only tells something of a ranking by it. */
const READER_FEATURES = ['lateInteraction', 'readerSimilarity', 'weakestWord', 'spread'];

const fittedNames = <Features extends object>(features: Features | undefined, reading: Reading) =>
  (Object.keys(features ?? {}) as (keyof Features & string)[]).filter(
    (name) => reading === 'reader' || !READER_FEATURES.includes(name),
  );

/** What was not fitted counts nothing. */
const withUnfitted = <Features extends object>(fitted: Features, features: Features | undefined): Features => ({
  ...(Object.fromEntries(Object.keys(features ?? {}).map((name) => [name, 0])) as Features),
  ...fitted,
});

/** Rounded as the file has them: what is reported is what the server computes. */
function toFeatures<Name extends string>(names: Name[], weights: number[]): Record<Name, number> {
  const entries = names.map((name, at) => [name, Number((weights[at] ?? 0).toFixed(2))]);
  return Object.fromEntries(entries) as Record<Name, number>;
}
