import { join } from 'node:path';
import {
  type ContextualizedQuery,
  contextualizeQuery,
  earlierQuestions,
} from '../../../../server/answering/query/contextualize-query.ts';
import type { QueryTerms } from '../../../../server/answering/query/query-terms.ts';
import type { DescribedPassage } from '../../../../server/answering/retrieval/feature-rerank.ts';
import { type SearchResult, search } from '../../../../server/answering/retrieval/search.ts';
import type { HistoryMessage, Question } from '../../../../server/answering/types.ts';
import { seeded } from '../../../helpers/input/seeded.ts';
import { rank } from '../docs-qa/ask.ts';
import { type DocsQuestion, type Documentation, loadDocumentation } from '../docs-qa/documentation.ts';
import { offTopicQuestions } from '../docs-qa/off-topic.ts';
import type { Engines } from '../engines.ts';
import { foreignFollowUps, foreignTo, isAbout } from '../foreign.ts';
import { asQuestion } from '../measure.ts';
import { draw, type Group, loadGroups, type SetQuestion } from '../sets.ts';
import { type Ingested, openWorkbench, type Workbench } from '../workbench.ts';
import { DOCUMENTATIONS, type Manifest } from './manifest.ts';
import { TRAINING_OFF_TOPIC } from './off-topic.ts';

/**
 * What a question is to the documents that it is put to. `unanswerable`: about their subject. `elsewhere`: about that of
 * another documentation. `held-out`: off their topic, and for the report alone, as is `adversarial`: made to look answerable.
 */
export type Kind = 'answerable' | 'unanswerable' | 'elsewhere' | 'off-topic' | 'held-out' | 'adversarial';

/** A question with what the search found for it. It is a follow-up where its terms are carried over from earlier ones. */
export interface Example {
  /** The set or documentation: what is left out as a whole in cross-validation. */
  set: string;
  /** The set and, where it has several, the language. */
  group: string;
  kind: Kind;
  /** Is it a question of the set that is asked once more in another conversation? */
  repeated: boolean;
  terms: QueryTerms;
  /** What the search found, in its order. */
  passages: DescribedPassage[];
  /** The passages that answer, by chunk id. */
  right: Set<string>;
}

/** Asks the questions of these sets of the manifest, in these languages. */
export async function readExamples(
  engines: Engines,
  data: string,
  manifest: Manifest,
  names: string[],
  languages?: string[],
): Promise<Example[]> {
  const examples: Example[] = [];
  const documentations = names
    .filter((name) => name.startsWith(DOCUMENTATIONS))
    .map((name) => loadDocumentation(join(data, DOCUMENTATIONS), name.slice(DOCUMENTATIONS.length)));
  for (const one of documentations) {
    console.error(`reading ${DOCUMENTATIONS}${one.name}`);
    const others = documentations.filter((other) => other !== one);
    examples.push(...(await documentationExamples(engines, one, others, manifest)));
  }
  const sets = names.filter((name) => !name.startsWith(DOCUMENTATIONS));
  const groups = (await Promise.all(sets.map((name) => loadGroups(data, name)))).flat();
  for (const group of groups.filter(({ language }) => languages?.includes(language) ?? true)) {
    console.error(`reading ${group.name}`);
    examples.push(...(await groupExamples(engines, group, groups, manifest)));
  }
  return examples;
}

/** Asks the questions of a documentation, questions of the others, and what is off every topic. */
async function documentationExamples(
  engines: Engines,
  documentation: Documentation,
  others: Documentation[],
  { limits, seed }: Pick<Manifest, 'limits' | 'seed'>,
): Promise<Example[]> {
  const { name, questions } = documentation;
  const openings = questions.filter(isOpening);
  const random = seeded(seed);
  const elsewhere = others.flatMap((other) =>
    draw(other.questions.filter(isOpening), Math.ceil(limits.fromOtherDocumentations / others.length), random),
  );
  const asked: { kind: Kind; question: DocsQuestion; repeated?: true }[] = [
    ...questions.map((question) => ({ kind: kindOf(question), question })),
    ...laterInConversation(openings, openings).map((question) => ({
      kind: 'answerable' as const,
      question,
      repeated: true as const,
    })),
    ...[...elsewhere, ...laterInConversation(elsewhere, openings)].map((question) => ({
      kind: 'elsewhere' as const,
      question: withoutAnswer(question),
    })),
    ...TRAINING_OFF_TOPIC.flatMap((text, at) => {
      const history = [{ role: 'user' as const, text: openings[(at * 5) % openings.length]?.question ?? '' }];
      return [offTopic(text), offTopic(text, history)];
    }),
    ...offTopicQuestions(documentation).map((question) => ({ kind: 'held-out' as const, question })),
  ];
  const bench = await openWorkbench(engines);
  try {
    const at = await bench.ingest(documentation, () => {});
    const examples: Example[] = [];
    for (const { kind, question, repeated = false } of asked) {
      const { found, passages } = await rank(bench, at, question, inConversation);
      const right = passages.filter((one) => one.right).map(({ match }) => match.passage.chunkId);
      examples.push({
        set: DOCUMENTATIONS + name,
        group: DOCUMENTATIONS + name,
        kind,
        repeated,
        terms: found.terms,
        passages: inSearchOrder(found),
        right: new Set(kind === 'answerable' ? right : []),
      });
    }
    return examples;
  } finally {
    await bench.close();
  }
}

/** Each of the questions after one of the others: a visitor who asks twice does not always ask for the same. */
function laterInConversation<Asked extends { question: string }>(questions: Asked[], before: Asked[]): Asked[] {
  return questions.flatMap((question, at) => {
    const earlier = before[(at + 1) % before.length];
    if (!earlier || earlier === question) return [];
    return [{ ...question, history: [{ role: 'user' as const, text: earlier.question }] }];
  });
}

/**
 * A question with all that was asked before it, even if it stands alone: the sets have too few real follow-ups to tell what counts
 * in a conversation.
 */
function inConversation(question: Question): ContextualizedQuery {
  const query = contextualizeQuery(question);
  return { ...query, context: earlierQuestions(question, query.text).join('\n') };
}

/** So that today's weights decide nothing, not even between passages that are alike. */
export function inSearchOrder({ passages, ranked }: Pick<SearchResult, 'passages' | 'ranked'>): DescribedPassage[] {
  const byId = new Map(ranked.map(({ match, features }) => [match.passage.chunkId, { match, features }]));
  return passages.flatMap(({ chunkId }) => byId.get(chunkId) ?? []);
}

const kindOf = ({ answerable }: DocsQuestion): Kind => (answerable ? 'answerable' : 'unanswerable');
const isOpening = ({ answerable, history }: DocsQuestion) => answerable && !history?.length;
const withoutAnswer = (question: DocsQuestion) => ({ ...question, answerable: false, keys: [], gold: [] });
const offTopic = (question: string, history: HistoryMessage[] = []) => ({
  kind: 'off-topic' as const,
  question: { id: '', type: '', lang: '', question, answerable: false, history, keys: [], gold: [], note: '' },
});

/**
 * Asks some questions of a group, and some of other groups in its language, alone and in its conversations. Where these are
 * about the other half of its documents, its own are about the same half as the index: in a smaller one every word is rarer,
 * which would tell the ones from the others.
 */
async function groupExamples(
  engines: Engines,
  group: Group,
  groups: Group[],
  { limits, seed }: Pick<Manifest, 'limits' | 'seed'>,
): Promise<Example[]> {
  const { documents, questions: foreign } = foreignTo(group, groups, limits.foreign, seeded(seed));
  const here = group.questions.filter((question) => documents === group.documents || isAbout(question, documents));
  const own = draw(here, limits.questions, seeded(seed));
  const answerable = own.filter((question) => question.answerable);
  const hasConversations = own.some(({ history }) => history?.length);
  const asked: { kind: Kind; question: SetQuestion; repeated?: true }[] = [
    ...own.map((question) => ({
      kind: question.answerable ? ('answerable' as const) : ('adversarial' as const),
      question,
    })),
    ...(hasConversations ? [] : laterInConversation(answerable, answerable)).map((question) => ({
      kind: 'answerable' as const,
      question,
      repeated: true as const,
    })),
    ...[...foreign, ...foreignFollowUps({ ...group, questions: here }, foreign)].map((question) => ({
      kind: 'off-topic' as const,
      question,
    })),
  ];
  const bench = await openWorkbench(engines);
  try {
    const at = await bench.ingest({ ...group, documents }, () => {});
    const examples: Example[] = [];
    for (const { kind, question, repeated = false } of asked)
      examples.push({ ...(await groupExample(bench, group, at, question, kind)), repeated });
    return examples;
  } finally {
    await bench.close();
  }
}

async function groupExample(
  bench: Workbench,
  group: Group,
  at: Ingested,
  asked: SetQuestion,
  kind: Kind,
): Promise<Omit<Example, 'repeated'>> {
  const question = asQuestion(at.projectId, asked);
  const found = await search(bench.searching, question, inConversation(question));
  const isRight = ({ match: { passage } }: DescribedPassage) => {
    const text = { doc_id: at.documents.get(passage.sourceId)?.doc_id ?? '', text: passage.text };
    const page = passage.page ? { page: passage.page } : {};
    const { hit, doc } = group.scoring.judge(asked, [{ ...text, ...page }], group.loaded);
    return (hit ?? doc) > 0;
  };
  const right = kind === 'answerable' ? found.ranked.filter(isRight).map(({ match }) => match.passage.chunkId) : [];
  return {
    set: group.set,
    group: group.name,
    kind,
    terms: found.terms,
    passages: inSearchOrder(found),
    right: new Set(right),
  };
}
