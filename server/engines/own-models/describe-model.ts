import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmbeddingModel, Model, ModelFile } from '../catalogue/model-types.ts';
import { embeddingPrefixes } from '../embedding-prefixes.ts';
import { checkGguf } from '../llama/check-gguf.ts';
import { readInferenceLabels } from '../transformers/inference-labels.ts';
import { checkOnnx } from './check-onnx.ts';

/** What the operator says of a model. */
export interface OwnModelRequest {
  name: string;
  purpose: Model['purpose'];
  licence: string;
  /** Null: as its own files say. */
  pooling: EmbeddingModel['pooling'] | null;
  queryPrefix: string | null;
  passagePrefix: string | null;
}

/** Files of a model with their checksums, in a folder of ours. */
interface Placed {
  directory: string;
  files: ModelFile[];
  revision: string;
}

/** The longest text of any real model, in tokens, with room. */
const MAX_CONTEXT = 10_000_000;
const MAX_DIMENSIONS = 16_384;

/** Reads and checks a model without running it. Throws an Error that says what is wrong or missing. */
export async function describeModel(request: OwnModelRequest, placed: Placed): Promise<Model> {
  const { name, licence, purpose } = request;
  const { directory, files, revision } = placed;
  const base = { name, repository: '', revision, files, licence, languages: 'not stated' };
  if (purpose === 'generation') {
    const contextTokens = await checkGenerator(join(directory, 'model.gguf'));
    return { ...base, contextTokens, purpose, runtime: 'llama' };
  }
  await checkOnnx(join(directory, 'onnx/model.onnx'));
  const config = await readJson(directory, 'config.json');
  if (typeof config.model_type !== 'string')
    throw new Error('config.json does not name its architecture (model_type).');
  const tokenizer = await readJson(directory, 'tokenizer.json');
  if (typeof tokenizer.model !== 'object') throw new Error('tokenizer.json has no vocabulary (model).');
  const contextTokens = contextOf(config, await readJson(directory, 'tokenizer_config.json'));
  const local = { ...base, contextTokens, runtime: 'transformers' } as const;
  switch (purpose) {
    case 'reranking':
      return { ...local, purpose };
    case 'verifying':
      readInferenceLabels(config.id2label);
      return { ...local, purpose, languageTags: null };
    case 'embedding':
      return { ...local, purpose, ...(await describeVectors(request, directory, config)) };
  }
}

async function checkGenerator(path: string): Promise<number> {
  const { architecture, contextTokens, hasTokenizer } = await checkGguf(path);
  if (architecture === null) throw new Error('the file does not name its architecture (general.architecture).');
  if (!hasTokenizer) throw new Error('the file has no vocabulary (tokenizer.ggml.tokens).');
  return within(contextTokens, MAX_CONTEXT, 'the file does not say how long its context is (context_length)');
}

/** The shorter one of what the network and the tokenizer can read. */
function contextOf(config: JsonObject, tokenizer: JsonObject): number {
  const known = [config.max_position_embeddings, tokenizer.model_max_length].filter(
    (value): value is number => typeof value === 'number' && value <= MAX_CONTEXT,
  );
  const shortest = known.length === 0 ? null : Math.min(...known);
  return within(shortest, MAX_CONTEXT, 'config.json does not say how long its context is (max_position_embeddings)');
}

async function describeVectors({ name, pooling, ...prefixes }: OwnModelRequest, directory: string, config: JsonObject) {
  const stated = await readJsonIfThere(directory, '1_Pooling/config.json');
  const found = pooling ?? poolingOf(stated);
  if (found === null) {
    throw new Error(
      'its files do not say how its vectors are pooled: state whether mean, cls or last, as its authors do.',
    );
  }
  const prompts = (await readJsonIfThere(directory, 'config_sentence_transformers.json')).prompts;
  const own = typeof prompts === 'object' && prompts !== null ? (prompts as JsonObject) : {};
  const usual = embeddingPrefixes(name);
  const text = (value: unknown) => (typeof value === 'string' && value.length <= 500 ? value : null);
  return {
    dimensions: within(
      config.hidden_size,
      MAX_DIMENSIONS,
      'config.json does not say how long its vectors are (hidden_size)',
    ),
    pooling: found,
    queryPrefix: prefixes.queryPrefix ?? text(own.query) ?? usual.queryPrefix,
    passagePrefix: prefixes.passagePrefix ?? text(own.document) ?? text(own.passage) ?? usual.passagePrefix,
  };
}

function poolingOf(stated: JsonObject): EmbeddingModel['pooling'] | null {
  if (stated.pooling_mode_cls_token === true) return 'cls';
  if (stated.pooling_mode_lasttoken === true) return 'last';
  return stated.pooling_mode_mean_tokens === true ? 'mean' : null;
}

function within(value: unknown, most: number, otherwise: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new Error(`${otherwise}.`);
}

type JsonObject = Record<string, unknown>;

/** Reads a file of a model that was copied within limits. Throws an Error that names it. */
async function readJson(directory: string, path: string): Promise<JsonObject> {
  const text = await readFile(join(directory, path), 'utf8');
  try {
    const value = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Said below.
  }
  throw new Error(`${path} is no JSON object.`);
}

/** Likewise; empty if there is none. */
async function readJsonIfThere(directory: string, path: string): Promise<JsonObject> {
  return readJson(directory, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return {};
    throw error;
  });
}
