import { closingPrompt, SYSTEM } from '../../../../server/answering/prompt/prompts.ts';
import { bytes } from './byte-writer.ts';
import { noise } from './noise.ts';
import { ASCII, beginnings, SCRIPT, wordsOf } from './script.ts';

/** The variations of the model. */
export interface GgufOptions {
  /** Repeats its sentence and never ends. */
  endless?: boolean;
  /** 0 makes the native code exit its process while loading. */
  heads?: number;
  architecture?: string;
  contextTokens?: number;
}

const SIZE = 64;
const CONTROL = ['<|system|>', '<|user|>', '<|assistant|>', '<|end|>'];
/** A realistic chat template: each message between its role and an end mark, then the role of the next one. */
const TEMPLATE =
  '{% for message in messages %}<|{{ message.role }}|>{{ message.content }}<|end|>{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}';

/** The type codes of values in the file. */
const U32 = 4;
const I32 = 5;
const F32 = 6;
const BOOL = 7;
const STRING = 8;
const ARRAY = 9;

interface Piece {
  text: string;
  /** The token types: 1 normal, 2 unknown, 3 control, 6 byte. */
  type: number;
}

function vocabulary(): Piece[] {
  const usual = new Set([
    ...SCRIPT,
    ...beginnings(wordsOf(`${SCRIPT.join(' ')} ${SYSTEM} ${closingPrompt('', 'en')}`)),
    ...ASCII,
  ]);
  return [
    { text: '<unk>', type: 2 },
    { text: '<s>', type: 3 },
    { text: '</s>', type: 3 },
    ...CONTROL.map((text) => ({ text, type: 3 })),
    ...Array.from({ length: 256 }, (_, at) => ({
      text: `<0x${at.toString(16).toUpperCase().padStart(2, '0')}>`,
      type: 6,
    })),
    ...[...usual].map((text) => ({ text, type: 1 })),
  ];
}

/**
 * A complete GGUF file of a model of the llama family, below a megabyte, with a real tokenizer, chat template and layers. All
 * weights are zero except those that determine the token after each token. After `<|assistant|>`, it generates the script and
 * ends.
 */
export function scriptedGguf({
  endless = false,
  heads = 2,
  architecture = 'llama',
  contextTokens = 4096,
}: GgufOptions = {}): Buffer {
  const pieces = vocabulary();
  const idOf = (text: string) => pieces.findIndex((piece) => piece.text === text);
  const values = bytes();
  let count = 0;
  const string = (text: string) => values.u64(Buffer.byteLength(text)).text(text);
  const key = (name: string, type: number) => {
    count++;
    return string(name).u32(type);
  };
  const text = (name: string, value: string) => {
    key(name, STRING);
    string(value);
  };
  const list = (name: string, type: number, length: number) => key(name, ARRAY).u32(type).u64(length);

  text('general.architecture', architecture);
  text('general.name', 'scripted');
  const numbers: Record<string, number> = {
    'general.file_type': 0,
    'llama.context_length': contextTokens,
    'llama.embedding_length': SIZE,
    'llama.block_count': 1,
    'llama.feed_forward_length': SIZE,
    'llama.attention.head_count': heads,
    'llama.attention.head_count_kv': heads,
    'llama.rope.dimension_count': SIZE / 2,
    'llama.vocab_size': pieces.length,
    'tokenizer.ggml.unknown_token_id': 0,
    'tokenizer.ggml.bos_token_id': 1,
    'tokenizer.ggml.eos_token_id': 2,
    'tokenizer.ggml.eot_token_id': idOf('<|end|>'),
  };
  for (const [name, value] of Object.entries(numbers)) key(name, U32).u32(value);
  key('llama.attention.layer_norm_rms_epsilon', F32).f32(1e-5);
  key('llama.rope.freq_base', F32).f32(10_000);
  key('tokenizer.ggml.add_bos_token', BOOL).byte(1);
  key('tokenizer.ggml.add_space_prefix', BOOL).byte(1);
  text('tokenizer.ggml.model', 'llama');
  text('tokenizer.chat_template', TEMPLATE);
  list('tokenizer.ggml.tokens', STRING, pieces.length);
  for (const piece of pieces) string(piece.text);
  // Longer pieces are merged first.
  list('tokenizer.ggml.scores', F32, pieces.length).f32(...pieces.map((piece) => piece.text.length - 100));
  list('tokenizer.ggml.token_type', I32, pieces.length).u32(...pieces.map(({ type }) => type));

  const embedding = noise(pieces.length * SIZE, 1, 1);
  const output = noise(pieces.length * SIZE, 2, 0.01);
  const tokens = [idOf('<|assistant|>'), ...SCRIPT.map(idOf), idOf(endless ? (SCRIPT[0] ?? '') : '<|end|>')];
  tokens.slice(1).forEach((next, at) => {
    const before = tokens[at] ?? 0;
    for (let place = 0; place < SIZE; place++) {
      output[next * SIZE + place] = (output[next * SIZE + place] ?? 0) + 2 * (embedding[before * SIZE + place] ?? 0);
    }
  });
  const ones = new Float32Array(SIZE).fill(1);
  const zeros = new Float32Array(SIZE * SIZE);
  const tensors: [name: string, shape: number[], data: Float32Array][] = [
    ['token_embd', [SIZE, pieces.length], embedding],
    ['output_norm', [SIZE], ones],
    ['output', [SIZE, pieces.length], output],
    ['blk.0.attn_norm', [SIZE], ones],
    ...['attn_q', 'attn_k', 'attn_v', 'attn_output'].map((name): [string, number[], Float32Array] => [
      `blk.0.${name}`,
      [SIZE, SIZE],
      zeros,
    ]),
    ['blk.0.ffn_norm', [SIZE], ones],
    ...['ffn_gate', 'ffn_up', 'ffn_down'].map((name): [string, number[], Float32Array] => [
      `blk.0.${name}`,
      [SIZE, SIZE],
      zeros,
    ]),
  ];

  const infos = bytes();
  const data = bytes();
  for (const [name, shape, numbersOf] of tensors) {
    infos
      .u64(Buffer.byteLength(`${name}.weight`))
      .text(`${name}.weight`)
      .u32(shape.length);
    for (const extent of shape) infos.u64(extent);
    infos.u32(0).u64(data.length());
    data.floats(numbersOf).pad(32);
  }
  const head = bytes()
    .text('GGUF')
    .u32(3)
    .u64(tensors.length)
    .u64(count)
    .raw(values.whole())
    .raw(infos.whole())
    .pad(32);
  return head.raw(data.whole()).whole();
}
