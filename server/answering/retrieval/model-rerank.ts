import type { Reranker } from '../../engines/types.ts';
import type { Understood } from '../query/contextualize-query.ts';
import type { Passage } from '../types.ts';

/** A visitor waits for it: each passage takes some tens of milliseconds. */
const JUDGED = 24;
const LONGEST_MS = 4_000;

/**
 * The passages in the order that a model gives the best of them, which has read each together with the question. The
 * places keep their scores, so that the order and the scores still agree. Where the model fails or takes too long, the
 * order stays as it is: an answer by a less good order is better than none.
 */
export async function judge(
  reranker: Reranker,
  { text, context }: Understood,
  passages: Passage[],
  signal: AbortSignal,
): Promise<Passage[]> {
  const judged = passages.slice(0, JUDGED);
  const question = context ? `${text}\n${context}` : text;
  const read = judged.map((passage) => `${passage.title}\n${passage.text}`);
  const scores = await reranker
    .score(question, read, AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]))
    .catch(() => null);
  signal.throwIfAborted();
  if (scores === null) return passages;
  const order = [...judged.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const best = order.flatMap((from, place) => {
    const passage = judged[from];
    return passage ? [{ ...passage, score: judged[place]?.score ?? 0 }] : [];
  });
  return [...best, ...passages.slice(JUDGED)];
}
