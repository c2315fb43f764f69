import { z } from 'zod';
import { engineDecision, engineGpu, engineState, modelPooling, modelPurpose, modelState } from './enums.ts';
import { modelCheck, modelServer } from './model-server.ts';
import { count, field, flag, shape, text } from './shape.ts';

const engine = shape('ServerEngine', 'An engine, and what selected it.', {
  engine: text(
    'The engine’s id. `builtin` and `extractive` need no model, `answerer` is the answering model once more; `transformers`, `llama`, `llama-node` and `openai` use one.',
    'transformers',
  ),
  model: field(z.string().nullable(), 'The model’s name; `null` if the engine needs none.', 'bge-small-en-v1.5'),
  decided_by: field(engineDecision, 'What selected the engine.', 'choice'),
});

export const reEmbedding = shape(
  'ReEmbedding',
  'The progress of embedding all documents with another model. Until it is complete, searches use the former model.',
  {
    done: count('The number of passages that are embedded.', 512),
    total: count('The number of passages when it began.', 2048),
  },
);

export const passageReading = shape(
  'PassageReading',
  'How far the reader is, which compares questions with passages word by word. It reads passages in the background; questions to a project are ranked with it once most of what they find has been read.',
  {
    done: count('The number of passages that have been read.', 512),
    total: count('The number of passages in its languages.', 2048),
  },
);

const model = shape('ServerModel', 'A model that the server can download and run.', {
  name: text('The model’s name.', 'bge-small-en-v1.5'),
  purpose: modelPurpose,
  licence: text('The licence’s SPDX identifier, or its name if it has none.', 'MIT'),
  languages: text('The languages in words: `English`, `over 100 languages`.', 'English'),
  size: count('The size of all files, in bytes.', 34_726_859),
  done: count('The number of bytes on the server’s machine.', 34_726_859),
  state: field(modelState, 'How much of the model is on the server’s machine.', 'present'),
  in_use: flag('Whether the model is in use.', true),
  error: field(z.string().nullable(), 'Why the last download failed; `null` if it did not.', null),
  own: field(
    shape('OwnModel', 'What was read of a model that the operator added, without running it.', {
      context_tokens: count('The longest text that it reads, in its own tokens.', 512),
      vectors: field(
        z
          .strictObject({
            dimensions: z.int().min(1),
            pooling: modelPooling,
            query_prefix: z.string(),
            passage_prefix: z.string(),
          })
          .nullable(),
        'How its vectors are made; `null` if it makes none.',
        null,
      ),
      files: field(
        z.array(z.strictObject({ path: z.string(), size: z.int().min(0), sha256: z.string() })),
        'Its files with their checksums, which were pinned when it was added.',
      ),
    }).nullable(),
    'What was read of it if the operator added it; `null` for a model on offer.',
    null,
  ),
});

const brought = shape('BroughtModels', 'What the operator can add as a model.', {
  folder: text(
    'The directory on the server’s machine in which it is looked for. The operator makes it.',
    '/var/lib/footnote/models-to-add',
  ),
  files: field(
    z.array(
      z.strictObject({
        file: z.string(),
        kind: z.enum(['file', 'folder']),
        size: z.int().min(0).nullable(),
      }),
    ),
    'The GGUF files and the folders in it, by name: 50 at most. `size` is `null` for a folder.',
    [{ file: 'my-model.gguf', kind: 'file', size: 241_000_000 }],
  ),
  adding: field(
    z.strictObject({ name: z.string(), done: z.int().min(0), total: z.int().min(0) }).nullable(),
    'The model that is being added, with the bytes that are copied; `null` if there is none.',
    null,
  ),
  failed: field(
    z.strictObject({ name: z.string(), file: z.string(), reason: z.string() }).nullable(),
    'Why the last model could not be added; `null` if it could.',
    null,
  ),
});

const engineOnOffer = shape(
  'EngineOnOffer',
  'An engine that runs models on the server’s machine. It is not part of the server: the operator adds it.',
  {
    name: text('The engine’s name.', 'transformers'),
    package: text('The npm package and its version.', '@huggingface/transformers 4.3.1'),
    version: text('The version of that package that this Footnote needs.', '4.3.1'),
    runs: text('What it runs, in words.', 'models that write answers'),
    purposes: field(z.array(modelPurpose), 'What the models on offer that it runs are for; may be empty.', [
      'embedding',
    ]),
    state: field(engineState, 'Whether it is on the server’s machine.', 'absent'),
    size: field(
      z.int().min(0).nullable(),
      'The size of its files in bytes: of those that are there, else of those that would be added. `null` if there is no build for the server’s machine.',
      49_000_000,
    ),
    installed: field(
      z
        .strictObject({
          version: z.string(),
          gpu: engineGpu.nullable(),
          languages: z.array(z.string()),
        })
        .nullable(),
      'What is on the server’s machine; `null` if nothing is.',
      null,
    ),
    gpus: field(
      z.array(z.strictObject({ name: engineGpu, size: z.int().min(0) })),
      'The builds for a graphics card that can be added here, with their sizes in bytes.',
      [{ name: 'cuda', size: 599_000_000 }],
    ),
    languages: field(
      z.strictObject({ offered: z.array(z.string()), usual: z.array(z.string()) }).nullable(),
      'The languages of text recognition, and those that are added unless others are named; `null` if it has none.',
      null,
    ),
    adding: field(
      z.strictObject({ done: z.int().min(0), total: z.int().min(0) }).nullable(),
      'The bytes on disk and those that there will be, while it is added or removed; `total` is 0 until it is known. `null` otherwise.',
      null,
    ),
    error: field(z.string().nullable(), 'Why it could not be added; `null` if nothing failed.', null),
    cannot_add: field(
      z.string().nullable(),
      'Why it cannot be added through this API; `null` if it can. The command can then add it from files of another machine.',
      null,
    ),
    restart_needed: flag(
      'Whether it was replaced or removed while a model ran on it, which keeps what it has loaded until the server is started again.',
      false,
    ),
    add_command: text(
      'The command that adds it, for the folder of Footnote on the server’s machine; from a file if it cannot be added otherwise.',
      'npx footnote engines add transformers',
    ),
  },
);

const recommendation = shape(
  'EmbedderRecommendation',
  'What finds passages best on the server’s machine, for documents in English, by what Footnote’s own evaluation has measured.',
  {
    model: text('The name of a model on offer, or `builtin` for the built-in search.', 'bge-small-en-v1.5'),
    processors: count('The processors of the machine.', 4),
    machine_memory: count('The memory of the machine, in bytes.', 8_000_000_000),
    size: count('What is to be downloaded, in bytes; 0 for `builtin`.', 34_726_859),
    memory: count('The memory that it takes, with that of the reader where that is on, in bytes.', 420_000_000),
    asked: count('The number of questions that were asked of documentations.', 328),
    answered: count('The number of them to which the answer holds what was asked for.', 230),
    answered_builtin: count('The same with the built-in search.', 214),
  },
);

export const serverModels = shape('ServerModels', 'The engines in use and the models that are available.', {
  embedder: engine,
  answerer: engine,
  reranker: field(engine.nullable(), 'The engine that ranks passages; `null` if there is none.'),
  verifier: field(
    engine.nullable(),
    'The engine that checks the sentences of an answering model besides the rules; `null` if the rules alone do.',
  ),
  re_embedding: field(reEmbedding.nullable(), 'The progress of re-embedding; `null` if there is none in progress.'),
  offline: flag(
    'Whether `OFFLINE=1` is set. The server then downloads nothing, but a model’s folder can be copied by hand.',
    false,
  ),
  shared: flag(
    'Whether several servers may share the database. Each server selects its engines by its own settings. This response describes the server that received the request, which is also the one that downloads.',
    false,
  ),
  folder: text('The directory of the models’ folders on the server’s machine.', '/var/lib/footnote/models'),
  server: field(
    modelServer.nullable(),
    'The model server that the operator chose, also while another engine is in use; `null` if there is none.',
  ),
  models: field(z.array(model), 'All models that the server can use.'),
  brought: field(brought, 'Models of the operator’s own that can be added.'),
  recommendation: field(recommendation.nullable(), 'What finds passages best here; `null` if nothing was measured.'),
  examining: field(
    z.strictObject({ model: z.string(), done: z.int().min(0), total: z.int().min(0) }).nullable(),
    'The model that is being examined before it is used, and how many of how many questions it has answered; `null` if there is none.',
    null,
  ),
  checks: field(
    z.array(
      shape(
        'ExaminedModel',
        'What a model showed when it was examined. It is asked once: the result belongs to the checksum of its file, or to the address of its server.',
        {
          model: text('The model’s name.', 'qwen3:8b'),
          server: field(
            z.string().nullable(),
            'The address of the server that it was examined on; `null` for a file on the server’s machine.',
            'http://gpu.example.com:11434/v1',
          ),
          check: modelCheck,
        },
      ),
    ),
    'What the models showed that write answers, or can be chosen to; only those that were examined.',
  ),
  engines: field(z.array(engineOnOffer), 'What runs models on the server’s machine.'),
});
