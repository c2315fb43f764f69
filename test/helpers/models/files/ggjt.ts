import { closingPrompt, SYSTEM } from '../../../../server/answering/prompt/prompts.ts';
import { bytes } from './byte-writer.ts';
import { noise } from './noise.ts';
import { ASCII, beginnings, SCRIPT, wordsOf } from './script.ts';

const SIZE = 32;
/** The native code supports only the model sizes of its time, which it recognises by the number of layers. */
const LAYERS = 32;
const HEADS = 2;
const MULTIPLE = 32;
/** A line break, the end of a prompt. */
const BEFORE_ANSWER = 10 + 3;
const END = 2;

/**
 * A complete GGML file (ggjt, version 3) of the LLaMA family of about two megabytes. After a line break, it generates the
 * script and ends, or with `endless` repeats it.
 */
export function scriptedGgjt({ endless = false } = {}): Buffer {
  const words = beginnings(wordsOf(`${SCRIPT.join(' ')} ${SYSTEM} ${closingPrompt('', 'en')} Instruction Response`));
  const usual = [...new Set([...SCRIPT, ...words, ...ASCII])];
  const ordinary = usual.map((text) => Buffer.from(text.replaceAll('▁', ' ')));
  const pieces = [
    ...['<unk>', '<s>', '</s>'].map((text) => Buffer.from(text)),
    ...Array.from({ length: 256 }, (_, value) => Buffer.of(value)),
    ...ordinary,
  ];
  const idOf = (text: string) => 3 + 256 + usual.indexOf(text);
  const file = bytes()
    .u32(0x67676a74, 3)
    .u32(pieces.length, SIZE, MULTIPLE, HEADS, LAYERS, SIZE / HEADS, 0);
  for (const piece of pieces)
    file
      .u32(piece.length)
      .raw(piece)
      .f32(piece.length - 100);

  const embedding = noise(pieces.length * SIZE, 1, 1);
  const output = noise(pieces.length * SIZE, 2, 0.01);
  const tokens = [BEFORE_ANSWER, ...SCRIPT.map(idOf), endless ? idOf(SCRIPT[0] ?? '') : END];
  tokens.slice(1).forEach((next, at) => {
    for (let place = 0; place < SIZE; place++) {
      const from = (tokens[at] ?? 0) * SIZE + place;
      output[next * SIZE + place] = (output[next * SIZE + place] ?? 0) + 2 * (embedding[from] ?? 0);
    }
  });

  const tensor = (name: string, shape: number[], data: Float32Array) =>
    file
      .u32(shape.length, Buffer.byteLength(name), 0, ...shape)
      .text(name)
      .pad(32)
      .floats(data);
  const ones = new Float32Array(SIZE).fill(1);
  const inner = Math.ceil(Math.floor((2 * 4 * SIZE) / 3) / MULTIPLE) * MULTIPLE;
  const zeros = (length: number) => new Float32Array(length);
  tensor('tok_embeddings.weight', [SIZE, pieces.length], embedding);
  tensor('norm.weight', [SIZE], ones);
  tensor('output.weight', [SIZE, pieces.length], output);
  for (let layer = 0; layer < LAYERS; layer++) {
    const at = `layers.${layer}`;
    for (const name of ['wq', 'wk', 'wv', 'wo'])
      tensor(`${at}.attention.${name}.weight`, [SIZE, SIZE], zeros(SIZE * SIZE));
    tensor(`${at}.attention_norm.weight`, [SIZE], ones);
    tensor(`${at}.feed_forward.w1.weight`, [SIZE, inner], zeros(SIZE * inner));
    tensor(`${at}.feed_forward.w2.weight`, [inner, SIZE], zeros(SIZE * inner));
    tensor(`${at}.feed_forward.w3.weight`, [SIZE, inner], zeros(SIZE * inner));
    tensor(`${at}.ffn_norm.weight`, [SIZE], ones);
  }
  return file.whole();
}
