import { z } from 'zod';
import { engineDecision, modelPurpose, modelState } from './enums.ts';
import { count, decidedShape, field, text } from './shape.ts';

const engine = decidedShape(
  'ServerEngine',
  'An engine, and what selected it.',
  z.strictObject({
    engine: text(
      'The engine’s id. `builtin` and `extractive` need no model, `answerer` is the answering model once more; `transformers`, `llama`, `llama-node` and `openai` use one.',
      'transformers',
    ),
    model: field(z.string().nullable(), 'The model’s name; `null` if the engine needs none.', 'bge-small-en-v1.5'),
    decided_by: field(engineDecision, 'What selected the engine.', 'choice'),
  }),
);

export const reEmbedding = decidedShape(
  'ReEmbedding',
  'The progress of embedding all documents with another model. Until it is complete, searches use the former model.',
  z.strictObject({
    done: count('The number of passages that are embedded.', 512),
    total: count('The number of passages when it began.', 2048),
  }),
);

const model = decidedShape(
  'ServerModel',
  'A model that the server can download and run.',
  z.strictObject({
    name: text('The model’s name.', 'bge-small-en-v1.5'),
    purpose: modelPurpose,
    licence: text('The licence’s SPDX identifier, or its name if it has none.', 'MIT'),
    languages: text('The languages in words: `English`, `over 100 languages`.', 'English'),
    size: count('The size of all files, in bytes.', 34_726_859),
    done: count('The number of bytes on the server’s machine.', 34_726_859),
    state: field(modelState, 'How much of the model is on the server’s machine.', 'present'),
    in_use: field(z.boolean(), 'Whether the model is in use.', true),
    error: field(z.string().nullable(), 'Why the last download failed; `null` if it did not.', null),
  }),
);

export const serverModels = decidedShape(
  'ServerModels',
  'The engines in use and the models that are available.',
  z.strictObject({
    embedder: engine,
    answerer: engine,
    reranker: field(engine.nullable(), 'The engine that ranks passages; `null` if there is none.'),
    verifier: field(
      engine.nullable(),
      'The engine that checks the sentences of an answering model besides the rules; `null` if the rules alone do.',
    ),
    re_embedding: field(reEmbedding.nullable(), 'The progress of re-embedding; `null` if there is none in progress.'),
    offline: field(
      z.boolean(),
      'Whether `OFFLINE=1` is set. The server then downloads nothing, but a model’s folder can be copied by hand.',
      false,
    ),
    shared: field(
      z.boolean(),
      'Whether several servers may share the database. Each server selects its engines by its own settings. This response describes the server that received the request, which is also the one that downloads.',
      false,
    ),
    folder: text('The directory of the models’ folders on the server’s machine.', '/var/lib/footnote/models'),
    models: field(z.array(model), 'All models that the server can use.'),
  }),
);
