import { closingPrompt, SYSTEM } from '../../../../server/answering/prompt/prompts.ts';
import { ggufWriter } from './gguf-writer.ts';
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
  const file = ggufWriter();
  file.text('general.architecture', architecture);
  file.text('general.name', 'scripted');
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
  for (const [name, value] of Object.entries(numbers)) file.whole(name, value);
  file.real('llama.attention.layer_norm_rms_epsilon', 1e-5);
  file.real('llama.rope.freq_base', 10_000);
  file.flag('tokenizer.ggml.add_bos_token', true);
  file.flag('tokenizer.ggml.add_space_prefix', true);
  file.text('tokenizer.ggml.model', 'llama');
  file.text('tokenizer.chat_template', TEMPLATE);
  file.texts(
    'tokenizer.ggml.tokens',
    pieces.map(({ text }) => text),
  );
  // Longer pieces are merged first.
  file.reals(
    'tokenizer.ggml.scores',
    pieces.map(({ text }) => text.length - 100),
  );
  file.wholes(
    'tokenizer.ggml.token_type',
    pieces.map(({ type }) => type),
  );

  const tokens = [idOf('<|assistant|>'), ...SCRIPT.map(idOf), idOf(endless ? (SCRIPT[0] ?? '') : '<|end|>')];
  const { embedding, output } = scriptedWeights(tokens, pieces.length, SIZE);
  const ones = new Float32Array(SIZE).fill(1);
  const zeros = new Float32Array(SIZE * SIZE);
  file.tensor('token_embd.weight', [SIZE, pieces.length], embedding);
  file.tensor('output_norm.weight', [SIZE], ones);
  file.tensor('output.weight', [SIZE, pieces.length], output);
  for (const name of ['attn_norm', 'ffn_norm']) file.tensor(`blk.0.${name}.weight`, [SIZE], ones);
  for (const name of ['attn_q', 'attn_k', 'attn_v', 'attn_output', 'ffn_gate', 'ffn_up', 'ffn_down']) {
    file.tensor(`blk.0.${name}.weight`, [SIZE, SIZE], zeros);
  }
  return file.finish();
}

/** Word vectors at random, and output weights by which each of these tokens makes the next one follow it. */
export function scriptedWeights(tokens: number[], vocabulary: number, size: number) {
  const embedding = noise(vocabulary * size, 1, 1);
  const output = noise(vocabulary * size, 2, 0.01);
  tokens.slice(1).forEach((next, at) => {
    const before = tokens[at] ?? 0;
    for (let place = 0; place < size; place++) {
      output[next * size + place] = (output[next * size + place] ?? 0) + 2 * (embedding[before * size + place] ?? 0);
    }
  });
  return { embedding, output };
}
