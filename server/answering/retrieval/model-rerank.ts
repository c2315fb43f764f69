import type { Reranker } from '../../engines/types.ts';
import type { ContextualizedQuery } from '../query/contextualize-query.ts';
import type { Passage } from '../types.ts';
import { headingPath } from './heading-path.ts';

/** A visitor waits, and each passage takes some tens of milliseconds. */
const MAX_PASSAGES = 24;
const TIMEOUT_MS = 4_000;
/**
 * A model with the usual 512 tokens reads no further than them: the question and the headings, which come first, leave
 * most of them to the text. In UTF-16 units.
 */
const MAX_QUESTION_LENGTH = 400;
const MAX_PATH_LENGTH = 200;
const SEPARATOR = ' › ';

/**
 * Reorders the best passages by a model that reads each together with the question. Scores stay with the ranks, so that
 * they still descend. If the model fails or takes too long, the order stays: an answer from a worse order is better than none.
 */
export async function modelRerank(
  reranker: Reranker,
  { text, context }: ContextualizedQuery,
  passages: Passage[],
  signal: AbortSignal,
): Promise<Passage[]> {
  const candidates = passages.slice(0, MAX_PASSAGES);
  const question = shortenQuestion(text, context);
  const texts = candidates.map((passage) => `${innermostHeadings(passage)}\n${passage.text}`);
  const scores = await reranker
    .score(question, texts, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]))
    .catch(() => null);
  signal.throwIfAborted();
  if (scores === null) return passages;
  const order = [...candidates.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const best = order.flatMap((from, place) => {
    const passage = candidates[from];
    return passage ? [{ ...passage, score: candidates[place]?.score ?? 0 }] : [];
  });
  return [...best, ...passages.slice(MAX_PASSAGES)];
}

/** The question, then as much of its context as there is room for. A long one often asks at its beginning or at its end. */
function shortenQuestion(text: string, context: string): string {
  const half = MAX_QUESTION_LENGTH / 2;
  if (text.length > MAX_QUESTION_LENGTH) return `${text.slice(0, half)} … ${text.slice(-half)}`;
  return `${text}\n${context}`.slice(0, MAX_QUESTION_LENGTH).trimEnd();
}

/** The title and the headings of a passage; where they are too long, without the outermost. */
function innermostHeadings(passage: Passage): string {
  const path = headingPath(passage);
  while (path.length > 1 && path.join(SEPARATOR).length > MAX_PATH_LENGTH) path.shift();
  return path.join(SEPARATOR).slice(0, MAX_PATH_LENGTH);
}
