import type { Reranker } from '../../engines/types.ts';
import type { ContextualizedQuery } from '../query/contextualize-query.ts';
import type { Passage } from '../types.ts';

/** A visitor waits, and each passage takes some tens of milliseconds. */
const MAX_PASSAGES = 24;
const TIMEOUT_MS = 4_000;

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
  const question = context ? `${text}\n${context}` : text;
  const texts = candidates.map((passage) => `${passage.title}\n${passage.text}`);
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
