import { ApiError, always, examplesOf } from '../../platform/errors.ts';

/** Models and engines. */
export const modelErrors = {
  offline: (folder: string) =>
    new ApiError(
      400,
      'offline',
      `This server does not download models (OFFLINE=1). Copy the model's folder from another machine into ${folder}.`,
    ),
  engineBusy: always(
    400,
    'engine_busy',
    'An engine is being added or removed already. Wait until that is done, or cancel it.',
  ),
  engineInUse: (sentence: string) => new ApiError(400, 'engine_in_use', sentence),
  engineUnavailable: (sentence: string) => new ApiError(400, 'engine_unavailable', sentence),
  modelBusy: always(400, 'model_busy', 'A model is being added already. Wait until that is done, or cancel it.'),
  modelInUse: (sentence: string) => new ApiError(400, 'model_in_use', sentence),
  modelNotThere: (name: string) =>
    new ApiError(400, 'model_not_there', `The model ${name} is not on the server yet. Download it first.`),
  modelSetElsewhere: (variable: string) =>
    new ApiError(
      400,
      'model_set_elsewhere',
      `The setting ${variable} of the server takes precedence over this choice. Change the setting and restart the server.`,
    ),
  modelUnfit: (sentence: string) => new ApiError(400, 'model_unfit', sentence),
  modelUnusable: (sentence: string) => new ApiError(400, 'model_unusable', sentence),
};

export const modelExamples = examplesOf(modelErrors, {
  offline: ['/var/lib/footnote/models'],
  engineInUse: ['llama runs qwen3, which is in use. Choose another model first, or none.'],
  engineUnavailable: ['There is no npm on the server’s machine, which would install it.'],
  modelInUse: ['bge-small-en-v1.5 is in use. Choose another model first, or none.'],
  modelNotThere: ['bge-small-en-v1.5'],
  modelSetElsewhere: ['EMBEDDER'],
  modelUnfit: ['The model does not follow instructions. Answering by quotation, without a model, is better.'],
  modelUnusable: ['The model bge-small-en-v1.5 is incomplete or damaged.'],
});
