import type { Embedder } from '../../../engines/types.ts';
import { dotProduct } from '../../../platform/vectors/dot-product.ts';
import type { Passage } from '../../types.ts';
import type { PromptPassage } from './prompt-passage.ts';

/**
 * A sentence must be as similar to its passage as the question is that found the passage, less this. Similarities differ
 * too much between models for one threshold.
 */
const SIMILARITY_TOLERANCE = 0.02;

/** Is the sentence at least as similar to the passage as the question is? Null if there are no vectors to tell. */
export type SimilarityCheck = (sentence: string, passage: Passage) => Promise<boolean | null>;

export function createSimilarityCheck(
  embedder: Embedder,
  question: string,
  passages: PromptPassage[],
  signal: AbortSignal,
): SimilarityCheck {
  let vectors: Promise<[Float32Array[], Float32Array[]]> | null = null;
  return async (sentence, passage) => {
    try {
      vectors ??= Promise.all([
        embedder.embed([question], 'query', signal),
        embedder.embed(
          passages.map(({ fullText }) => fullText),
          'passage of an answer',
          signal,
        ),
      ]);
      const [[questionVector], passageVectors] = await vectors;
      const [sentenceVector] = await embedder.embed([sentence], 'query', signal);
      const passageVector = passageVectors[passages.findIndex((one) => one.passage === passage)];
      if (!questionVector || !sentenceVector || !passageVector) return null;
      return (
        dotProduct(sentenceVector, passageVector) >= dotProduct(questionVector, passageVector) - SIMILARITY_TOLERANCE
      );
    } catch {
      signal.throwIfAborted();
      return null;
    }
  };
}
