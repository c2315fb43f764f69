import { identifyEngine } from '../../../../server/engines/engine-id.ts';
import type { Inference, SentencePair, Verifier } from '../../../../server/engines/types.ts';

export interface ScriptedVerifier extends Verifier {
  /** The pairs of each request. */
  requests: SentencePair[][];
  /** How often it was told to get ready. */
  prepared(): number;
}

export const CONTRADICTED: Inference = { entailment: 0.02, contradiction: 0.95 };
export const ENTAILED: Inference = { entailment: 0.9, contradiction: 0.01 };
export const NEUTRAL: Inference = { entailment: 0.1, contradiction: 0.1 };

/** A verifying model whose inferences the test sets. */
export function scriptedVerifier(
  infer: (pair: SentencePair, signal: AbortSignal) => Inference | Promise<Inference>,
  languages: string[] | null = null,
): ScriptedVerifier {
  const requests: SentencePair[][] = [];
  let prepared = 0;
  return {
    ...identifyEngine('transformers', 'scripted-verifier'),
    languages,
    requests,
    prepared: () => prepared,
    prepare() {
      prepared++;
    },
    async verify(pairs, signal) {
      requests.push(pairs);
      return Promise.all(pairs.map((pair) => infer(pair, signal)));
    },
    ready: async () => true,
    close: async () => undefined,
  };
}
