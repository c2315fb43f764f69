import { engineErrors } from '../engines/errors.ts';
import { ApiError, always, errors as common, examplesOf } from '../platform/errors.ts';

/** How the answer of a model fails. */
const answeringErrors = {
  answerEmpty: always(
    500,
    'answer_empty',
    'The model that writes the answers returned nothing. Try again. If this happens repeatedly, the operator of the server should check the model.',
  ),
  answerCutOff: always(
    500,
    'answer_cut_off',
    'The model that writes the answers reached its token limit before it began the answer. Ask a simpler question. The operator of the server can choose a model that thinks less, or turn its thinking off.',
  ),
  modelNotLoaded: (seconds: number) =>
    new ApiError(400, 'model_too_slow', `The model did not begin to answer within ${seconds} seconds.`),
  modelTooSlow: (question: string, seconds: number) =>
    new ApiError(
      400,
      'model_too_slow',
      `The model did not answer “${question}” within ${seconds} seconds. Visitors would wait as long.`,
    ),
};

export const answeringExamples = examplesOf(answeringErrors, {
  modelNotLoaded: null,
  modelTooSlow: ['What does delivery to Norway cost?', 120],
});

export const errors = { ...common, ...engineErrors, ...answeringErrors };
