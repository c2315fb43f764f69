import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Model } from '../../../server/engines/catalogue/model-types.ts';
import { onnxDecoderEmbedder, onnxEmbedder, onnxReranker, onnxVerifier } from './files/onnx.ts';
import { scriptedQwen } from './files/qwen-gguf.ts';

/** The contents of a model's files, by their paths in its folder. */
export type ModelContents = Record<string, Uint8Array | string>;

const dimensionsOf = (model: Model) => (model.purpose === 'embedding' ? model.dimensions : 0);
const onlyFile = ({ files }: Model) => files[0]?.path ?? '';

/**
 * What is generated in place of each model on offer: files of the same family, with its tokenizer, its names and shapes of
 * inputs, outputs and tensors, and its dimensions. A new entry of the catalogue needs a line here.
 */
const FIXTURES: Record<string, (model: Model) => ModelContents> = {
  'bge-small-en-v1.5': (model) => onnxEmbedder({ dimensions: dimensionsOf(model) }),
  'multilingual-e5-small': (model) => onnxEmbedder({ tokenizer: 'xlm-roberta', dimensions: dimensionsOf(model) }),
  'all-MiniLM-L6-v2': (model) => onnxEmbedder({ dimensions: dimensionsOf(model) }),
  'qwen3-embedding-0.6b': (model) => onnxDecoderEmbedder({ dimensions: dimensionsOf(model) }),
  'ms-marco-minilm-l-6-v2': () => onnxReranker(),
  'bge-reranker-v2-m3': () => onnxReranker({ tokenizer: 'xlm-roberta' }),
  'nli-deberta-v3-xsmall': () => onnxVerifier(undefined, { tokenizer: 'deberta' }),
  'qwen3-4b-instruct-2507': (model) => ({ [onlyFile(model)]: scriptedQwen('qwen3', model.contextTokens) }),
  'qwen3.5-2b': (model) => ({ [onlyFile(model)]: scriptedQwen('qwen35', model.contextTokens) }),
  'qwen3.5-0.8b': (model) => ({ [onlyFile(model)]: scriptedQwen('qwen35', model.contextTokens) }),
};

export interface FixtureEntry<Kind extends Model = Model> {
  /** The catalogue's entry with the sizes and hashes of the generated files. */
  model: Kind;
  contents: ModelContents;
}

/** The files that stand in for a model on offer. Throws if there are none, or if they have other names than the entry's. */
export function catalogueFixture<Kind extends Model>(model: Kind): FixtureEntry<Kind> {
  const contents = FIXTURES[model.name]?.(model);
  if (!contents) throw new Error(`${model.name} has no generated files: add them to catalogue-fixtures.ts.`);
  const names = model.files.map(({ path }) => path).sort();
  if (String(names) !== String(Object.keys(contents).sort())) {
    throw new Error(`the generated files of ${model.name} must be ${names.join(', ')}.`);
  }
  const files = model.files.map(({ path }) => {
    const content = contents[path] ?? '';
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { path, size: Buffer.byteLength(content), sha256 };
  });
  return { model: { ...model, files }, contents };
}

/** Writes the files to a folder that is laid out as the site that models are downloaded from. */
export function writeMirror(folder: string, { model, contents }: FixtureEntry): void {
  for (const [path, content] of Object.entries(contents)) {
    const at = join(folder, model.repository, 'resolve', model.revision, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, content);
  }
}
