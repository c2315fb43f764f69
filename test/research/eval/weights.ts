import { contextualizeQuery } from '../../../server/answering/query/contextualize-query.ts';
import { queryTermsFor } from '../../../server/answering/query/query-terms.ts';
import { FUSED_LIMIT, fuseLists, searchIndexes } from '../../../server/answering/retrieval/hybrid-retrieve.ts';
import { matchPassage } from '../../../server/answering/retrieval/match-passage.ts';
import type { Passage } from '../../../server/answering/types.ts';
import { asQuestion } from './measure.ts';
import { rankByWords } from './rank-by-words.ts';
import type { Group, SetQuestion } from './sets.ts';
import type { Ingested, Workbench } from './workbench.ts';

/** The weights of the vector list, relative to the text list. */
const WEIGHTS = [0, 0.05, 0.1, 0.3, 1, 3];

/** The hit rates of a group at each weight, 0–1: the share of questions with a right passage among the first five or ten. */
export interface VectorWeightSweep {
  name: string;
  /** For the questions as asked, and with two letters of each long word swapped. */
  asked: { hit5: number[]; hit10: number[] };
  misspelt: { hit5: number[]; hit10: number[] };
}

/** Measures what the vectors add to the text index: fuses the same two lists with different weights. */
export async function sweepVectorWeights(
  bench: Workbench,
  group: Group,
  at: Ingested,
  questions: SetQuestion[],
): Promise<VectorWeightSweep> {
  const answerable = questions.filter(({ answerable }) => answerable);
  const measured = async (asked: SetQuestion[]) => {
    const ranks: number[][] = [];
    for (const question of asked) ranks.push(await ranksOf(bench, group, at, question));
    const share = (k: number) =>
      WEIGHTS.map((_, weight) => ranks.filter((row) => within(row[weight], k)).length / Math.max(1, ranks.length));
    return { hit5: share(5), hit10: share(10) };
  };
  return {
    name: group.name,
    asked: await measured(answerable),
    misspelt: await measured(answerable.map((one) => ({ ...one, question: misspelt(one.question) }))),
  };
}

const within = (rank: number | undefined, k: number) => rank !== undefined && rank > 0 && rank <= k;

/** The rank of the first right passage at each weight; 0 if there is none. */
async function ranksOf(bench: Workbench, group: Group, at: Ingested, asked: SetQuestion): Promise<number[]> {
  const { store, embedder } = bench;
  const question = asQuestion(at.projectId, asked);
  const understood = contextualizeQuery(question);
  const terms = await queryTermsFor(store, at.projectId, understood, await store.documents.languages(at.projectId));
  const query = understood.context ? `${understood.text}\n${understood.context}` : understood.text;
  const embedded = embedder.embed([query], 'query');
  const vectors = { embedded, embedder: embedder.id, read: Promise.resolve(null), reader: undefined };
  const lists = await searchIndexes(store, { projectId: at.projectId }, terms, vectors);
  const ranks: number[] = [];
  for (const weight of WEIGHTS) {
    // With weight 0, passages that only the vector list contains are left out.
    const fused = fuseLists(weight === 0 ? { ...lists, vector: [] } : lists, weight).slice(0, FUSED_LIMIT);
    const rows = await store.chunks.byIds(
      at.projectId,
      fused.map(({ id }) => id),
    );
    const scores = new Map(fused.map(({ id, score }) => [id, score]));
    const passages = rows.map(({ id, ...row }): Passage => {
      return {
        chunkId: id,
        ...row,
        score: scores.get(id) ?? 0,
        textRank: null,
        vectorRank: null,
        readerRank: null,
        similarity: null,
      };
    });
    const ranked = rankByWords(
      question.text,
      passages.map((passage) => matchPassage(passage, terms)),
      terms,
    );
    const texts = ranked.slice(0, 10).map(({ match: { passage } }) => ({
      doc_id: at.documents.get(passage.sourceId)?.doc_id ?? '',
      text: passage.text,
      ...(passage.page ? { page: passage.page } : {}),
    }));
    const { hit, doc } = group.scoring.judge(asked, texts, group.loaded);
    ranks.push(hit ?? doc);
  }
  return ranks;
}

/** Swaps two letters in the middle of each word of six or more letters. Deterministic. */
function misspelt(question: string): string {
  return question.replace(/\p{L}{6,}/gu, (word) => {
    const [...letters] = word;
    const middle = Math.floor(letters.length / 2);
    [letters[middle - 1], letters[middle]] = [letters[middle] ?? '', letters[middle - 1] ?? ''];
    return letters.join('');
  });
}

/** Formats the rates as aligned text, two lines per group. */
export function weightTable(vectorWeights: VectorWeightSweep[]): string {
  const width = Math.max(...vectorWeights.map(({ name }) => name.length), 12);
  const cell = (value: number) =>
    value
      .toFixed(3)
      .replace(/^0(?=\.)/, '')
      .padStart(6);
  const line = (name: string, what: string, { hit5, hit10 }: VectorWeightSweep['asked']) =>
    `${name.padEnd(width)}  ${what.padEnd(9)} hit@5${hit5.map(cell).join('')}   hit@10${hit10.map(cell).join('')}`;
  const weights = WEIGHTS.map((weight) => String(weight).padStart(6)).join('');
  return [
    `${'vector weight'.padEnd(width)}                ${weights}         ${weights}`,
    ...vectorWeights.flatMap(({ name, asked, misspelt: wrong }) => [
      line(name, 'as asked', asked),
      line('', 'misspelt', wrong),
    ]),
  ].join('\n');
}
