import {
  type AnswerabilityFeatures,
  answerabilityFeatures,
  smallCorpusBias,
} from '../../server/answering/extractive/answerability.ts';
import { MAX_CITED } from '../../server/answering/extractive/extract-answer.ts';
import { contextualizeQuery } from '../../server/answering/query/contextualize-query.ts';
import type { QueryTerms } from '../../server/answering/query/query-terms.ts';
import type { RankedPassage } from '../../server/answering/retrieval/feature-rerank.ts';
import type { RankingFeatures } from '../../server/answering/retrieval/ranking-features.ts';
import { search } from '../../server/answering/retrieval/search.ts';
import { type Choice, fitChoices, likelihoods } from './choice.ts';
import { SMALL_PROJECT } from './foreign.ts';
import { asQuestion } from './measure.ts';
import type { Group, SetQuestion } from './sets.ts';
import type { Ingested, Workbench } from './workbench.ts';

/** What a question shows to whoever fits the tables of `feature-rerank.ts` and `answerability.ts`. */
export interface Shown {
  group: string;
  language: string;
  /** Fitted on 0, checked on 1: by the question's words, so that it is the same question in every set. */
  half: 0 | 1;
  followUp: boolean;
  /** Null where it is neither: a question of the set that is made to look answerable. */
  answerable: boolean | null;
  passages: { signs: RankingFeatures; right: boolean }[];
  /** Of the best passage; null where nothing was found. */
  grounds: AnswerabilityFeatures | null;
  mildness: number;
}

/** Asks a question as far as the ranking. `foreign`: nothing there can answer it. */
export async function show(
  bench: Workbench,
  group: Group,
  at: Ingested,
  asked: SetQuestion,
  foreign: boolean,
): Promise<Shown> {
  const question = asQuestion(at.projectId, asked);
  const { ranked, terms } = await search(
    { ...bench.engines, store: bench.store },
    question,
    contextualizeQuery(question),
  );
  const isRight = ({ match: { passage } }: RankedPassage) => {
    const text = { doc_id: at.documents.get(passage.sourceId)?.doc_id ?? '', text: passage.text };
    const page = passage.page ? { page: passage.page } : {};
    const { hit, doc } = group.scoring.judge(asked, [{ ...text, ...page }], group.loaded);
    return asked.answerable && !foreign && (hit ?? doc) > 0;
  };
  const answerable = foreign ? false : asked.answerable ? true : null;
  return shown(group, asked, ranked, terms, answerable, isRight);
}

/** The same of what was found. */
export function shown(
  group: Pick<Group, 'name' | 'language'>,
  { question, history }: Pick<SetQuestion, 'question' | 'history'>,
  ranked: RankedPassage[],
  terms: QueryTerms,
  answerable: boolean | null,
  isRight: (ranked: RankedPassage) => boolean,
): Shown {
  const [first] = ranked;
  return {
    group: group.name,
    language: group.language,
    half: halfOf(question),
    followUp: (history?.length ?? 0) > 0,
    answerable,
    passages: ranked.map((one) => ({ signs: one.features, right: isRight(one) })),
    grounds: first && first.features.coverage > 0 ? answerabilityFeatures(first, terms) : null,
    mildness: smallCorpusBias(terms),
  };
}

function halfOf(text: string): 0 | 1 {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return ((hash ^ (hash >>> 15)) & 1) === 0 ? 0 : 1;
}

/** The tables, and what they come to on the half that they were not fitted on; as text. */
export function fitTables(all: Shown[]): string {
  return [ranking(all), refusal(all, false), refusal(all, true)].join('\n\n');
}

function ranking(all: Shown[]): string {
  const placed = all.filter(
    ({ group, passages }) => !group.endsWith(SMALL_PROJECT) && passages.some(({ right }) => right),
  );
  const names = namesOf(placed[0]?.passages[0]?.signs);
  const choices = balanced(placed.filter(({ half }) => half === 0)).map(({ shown, weight }): Choice => {
    return {
      candidates: shown.passages.map(({ signs }) => names.map((name) => signs[name])),
      right: shown.passages.map(({ right }) => right),
      weight,
    };
  });
  const worth = fitChoices(choices, RIDGE);
  const rows = byGroup(placed.filter(({ half }) => half === 1)).map(([name, questions]) => {
    const ranks = questions.map(({ passages }) => {
      const likely = likelihoods(
        passages.map(({ signs }) => names.map((sign) => signs[sign])),
        worth,
      );
      const order = [...passages.keys()].sort((a, b) => (likely[b] ?? 0) - (likely[a] ?? 0));
      return 1 + order.findIndex((at) => passages[at]?.right);
    });
    const within = (k: number) => share(ranks, (rank) => rank <= k);
    return `  ${name}: of ${ranks.length} questions whose passage was found, it is the first in ${within(1)}, among five in ${within(5)}`;
  });
  return ['feature-rerank.ts, FEATURE_WEIGHTS:', tableOf(names, worth), ...rows].join('\n');
}

/** Of the questions that stand alone, or of the follow-ups. */
function refusal(all: Shown[], followUp: boolean): string {
  // What an answer looks like is seen where one would be given, not where another passage is taken for it.
  const judged = all.filter(
    (one) =>
      one.followUp === followUp &&
      one.grounds !== null &&
      !UNUSUAL.has(one.group) &&
      (one.answerable === false || isCited(one)),
  );
  const names = namesOf(judged[0]?.grounds ?? undefined);
  if (names.length === 0) return '';
  const languages = [...new Set(judged.map(({ language }) => language))].sort();
  const rowOf = ({ grounds, language }: Shown) => [
    ...names.map((name) => grounds?.[name] ?? 0),
    ...languages.map((one) => (one === language ? OF_LANGUAGE : 0)),
  ];
  const choices = balanced(judged.filter(({ half }) => half === 0)).map(({ shown, weight }): Choice => {
    const row = rowOf(shown);
    return {
      candidates: [row, row.map(() => 0)],
      right: [shown.answerable === true, shown.answerable !== true],
      weight,
    };
  });
  const worth = fitChoices(choices, RIDGE);
  const signs = worth.slice(0, names.length);
  const sum = (one: Shown) => rowOf(one).reduce((total, value, at) => total + value * (signs[at] ?? 0), one.mildness);
  const bases = languages.map((language) => {
    const sums = judged
      .filter(
        (one) => one.half === 0 && one.language === language && one.answerable && !one.group.endsWith(SMALL_PROJECT),
      )
      .map(sum)
      .sort((a, b) => a - b);
    return { language, base: -(sums[Math.floor((LOST[language] ?? LOST_ELSEWHERE) * sums.length)] ?? 0) };
  });
  const rows = byGroup(judged.filter(({ half }) => half === 1)).map(([name, questions]) => {
    const refused = (one: Shown) => sum(one) + (bases.find(({ language }) => language === one.language)?.base ?? 0) < 0;
    const own = questions.filter(({ answerable }) => answerable);
    const foreign = questions.filter(({ answerable }) => !answerable);
    return `  ${name}: refused of ${own.length} answerable ${share(own, refused)}, of ${foreign.length} foreign ${share(foreign, refused)}`;
  });
  return [
    `answerability.ts, ${followUp ? 'FOLLOW_UP_WEIGHTS' : 'STANDALONE_WEIGHTS'}:`,
    tableOf(names, signs),
    `  base: ${bases.map(({ language, base }) => `${language}: ${base.toFixed(2)}`).join(', ')}`,
    ...rows,
  ].join('\n');
}

const RIDGE = 1e-4;
/** What a language counts as a sign: so much that the ridge hardly holds its base near 0. */
const OF_LANGUAGE = 10;
/** Of the questions of a language whose right passage would be cited, what part is refused on the half that is fitted. */
const LOST_ELSEWHERE = 0.04;
/** Where the search finds nearly every passage, a refusal is most of what an answer can miss. */
const LOST: Record<string, number> = { en: 0.015, hi: 0.02, ja: 0.02, th: 0.008, zh: 0.01 };
/** Is a right passage among those that would be cited at most? */
const isCited = ({ answerable, passages }: Shown) =>
  answerable === true && passages.slice(0, MAX_CITED).some(({ right }) => right);
/** Questions about what several near-duplicate documents say differently: no measure for what is usual. */
const UNUSUAL = new Set(['sec10q']);

const namesOf = <Row extends object>(row: Row | undefined) => Object.keys(row ?? {}) as (keyof Row & string)[];
const tableOf = (names: string[], worth: number[]) =>
  `  { ${names.map((name, at) => `${name}: ${(worth[at] ?? 0).toFixed(2)}`).join(', ')} }`;
const share = <Item>(items: Item[], test: (item: Item) => boolean) =>
  items.length === 0 ? '–' : (items.filter(test).length / items.length).toFixed(3);

function byGroup(all: Shown[]): [string, Shown[]][] {
  return [...Map.groupBy(all, ({ group }) => group)];
}

/** Every group weighs the same, and of each the answerable as much as the others. */
function balanced(all: Shown[]): { shown: Shown; weight: number }[] {
  const keyOf = ({ group, answerable }: Shown) => `${group}/${answerable}`;
  const groups = Map.groupBy(all, keyOf);
  return all.map((shown) => ({ shown, weight: 1 / (groups.get(keyOf(shown))?.length ?? 1) }));
}
