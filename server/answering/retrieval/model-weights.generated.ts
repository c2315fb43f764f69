/*
 * The weights of the built-in vectors: no training with the vectors of models has written this file yet. `npm run train -- --vectors
 * model` does, and says here what it was trained on and how it scores.
 */
export {
  TRAINED as TRAINED_FOR_MODEL,
  TRAINED_WITH_READER as TRAINED_FOR_MODEL_WITH_READER,
} from './weights.generated.ts';
