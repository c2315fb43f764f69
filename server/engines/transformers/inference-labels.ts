import type { Inference } from '../types.ts';

/** The places of the labels in a model's output. */
interface InferenceLabels {
  entailment: number;
  /** Of a model with two labels: “not entailment”. */
  contradiction: number;
  count: number;
}

const ENTAILMENT = /^entail(?:ment|s|ed)?$/;
const CONTRADICTION = /^contradict(?:ion|s|ed|ory)?$/;
const NOT_ENTAILMENT = /^(?:not|non)[ _-]?entail(?:ment|ed)?$/;

/**
 * Reads which output of a model means what from the `id2label` of its configuration: models differ in the order, and some
 * have two labels instead of three. Throws an Error if the labels are not those of natural language inference.
 */
export function readInferenceLabels(id2label: unknown): InferenceLabels {
  const entries = typeof id2label === 'object' && id2label !== null ? Object.entries(id2label) : [];
  const labels = entries.map(([id, label]) => ({ id: Number(id), label: String(label).trim().toLowerCase() }));
  const placeOf = (pattern: RegExp) => labels.find(({ label }) => pattern.test(label))?.id;
  const entailment = placeOf(ENTAILMENT);
  const contradiction = placeOf(labels.length === 2 ? NOT_ENTAILMENT : CONTRADICTION);
  if (entailment === undefined || contradiction === undefined || labels.length > 3) {
    const found = labels.map(({ label }) => label).join(', ') || 'none';
    throw new Error(`its labels are not those of natural language inference, but: ${found}.`);
  }
  return { entailment, contradiction, count: labels.length };
}

/** The probabilities in the output for one pair of texts (softmax). Throws an Error if it is not one finite number a label. */
export function toInference(logits: number[], { entailment, contradiction, count }: InferenceLabels): Inference {
  if (logits.length !== count || !logits.every(Number.isFinite)) {
    throw new Error('the model does not return one number for each of its labels.');
  }
  const highest = Math.max(...logits);
  const weights = logits.map((logit) => Math.exp(logit - highest));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const probability = (at: number) => (weights[at] ?? 0) / sum;
  return { entailment: probability(entailment), contradiction: probability(contradiction) };
}

/**
 * What a passage says that was read in parts. A part that does not speak of a sentence says little about it, so each
 * probability is the highest of any part; a part that says it outweighs those that seem to deny it.
 */
export function combineInferences(parts: Inference[]): Inference {
  const entailment = Math.max(0, ...parts.map((part) => part.entailment));
  const contradiction = Math.max(0, ...parts.map((part) => part.contradiction));
  return { entailment, contradiction: Math.min(contradiction, 1 - entailment) };
}
