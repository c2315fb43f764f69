import { bytes } from './byte-writer.ts';
import { noise } from './noise.ts';

/** A small encoder of the BERT family, as the files of a transformers model's folder. */

const SIZE = 48;
const HEADS = 4;
const LAYERS = 2;
const INNER = 96;
const POSITIONS = 512;
const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');
const SIGNS = Array.from('.,:;!?()[]"\'-/_');

/** Protobuf encodings: length-delimited, varint, float. */
const field = (number: number, content: Uint8Array | string) => {
  const whole = Buffer.from(content);
  return Buffer.concat([varint((number << 3) | 2), varint(whole.length), whole]);
};
const integer = (number: number, value: number) => Buffer.concat([varint(number << 3), varint(value)]);
const real = (number: number, value: number) => Buffer.concat([varint((number << 3) | 5), bytes().f32(value).whole()]);

/** A negative number takes ten bytes, as 64 bits. */
function varint(value: number): Buffer {
  const found: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest >= 0x80n) {
    found.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Buffer.from([...found, Number(rest)]);
}

const FLOAT = 1;
const INT64 = 7;

function floats(name: string, shape: number[], values: Float32Array): Buffer {
  const raw = bytes().floats(values).whole();
  return Buffer.concat([
    ...shape.map((extent) => integer(1, extent)),
    integer(2, FLOAT),
    field(8, name),
    field(9, raw),
  ]);
}

function longs(name: string, values: number[]): Buffer {
  const raw = Buffer.alloc(values.length * 8);
  values.forEach((value, at) => {
    raw.writeBigInt64LE(BigInt(value), at * 8);
  });
  return Buffer.concat([integer(1, values.length), integer(2, INT64), field(8, name), field(9, raw)]);
}

const attribute = {
  integer: (name: string, value: number) => Buffer.concat([field(1, name), integer(3, value), integer(20, 2)]),
  real: (name: string, value: number) => Buffer.concat([field(1, name), real(2, value), integer(20, 1)]),
  list: (name: string, values: number[]) =>
    Buffer.concat([field(1, name), ...values.map((value) => integer(8, value)), integer(20, 7)]),
};

/** A network under construction: nodes and the weights that they name. */
function network() {
  const nodes: Buffer[] = [];
  const weights: Buffer[] = [];
  let last = 0;
  let seed = 100;
  const self = {
    /** Adds a node. Its output gets the given name, or else a number. */
    node(type: string, inputs: string[], attributes: Buffer[] = [], output = `t${++last}`): string {
      nodes.push(
        Buffer.concat([
          ...inputs.map((input) => field(1, input)),
          field(2, output),
          field(4, type),
          ...attributes.map((one) => field(5, one)),
        ]),
      );
      return output;
    },
    floats(shape: number[], values: Float32Array): string {
      const name = `w${++last}`;
      weights.push(floats(name, shape, values));
      return name;
    },
    longs(values: number[]): string {
      const name = `w${++last}`;
      weights.push(longs(name, values));
      return name;
    },
    random: (shape: number[], deviation: number) =>
      self.floats(
        shape,
        noise(
          shape.reduce((product, extent) => product * extent, 1),
          ++seed,
          deviation,
        ),
      ),
    constant: (value: number, length = 1) => self.floats([length], new Float32Array(length).fill(value)),
    nodes,
    weights,
  };
  return self;
}

type Network = ReturnType<typeof network>;

const normalised = (net: Network, input: string) =>
  net.node(
    'LayerNormalization',
    [input, net.constant(1, SIZE), net.constant(0, SIZE)],
    [attribute.integer('axis', -1), attribute.real('epsilon', 1e-12)],
  );

const dense = (net: Network, input: string, from: number, to: number) =>
  net.node('Add', [net.node('MatMul', [input, net.random([from, to], 0.05)]), net.constant(0, to)]);

function attention(net: Network, input: string, mask: string): string {
  const heads = (order: number[]) => {
    const split = net.node('Reshape', [dense(net, input, SIZE, SIZE), net.longs([0, 0, HEADS, SIZE / HEADS])]);
    return net.node('Transpose', [split], [attribute.list('perm', order)]);
  };
  const [query, key, value] = [heads([0, 2, 1, 3]), heads([0, 2, 3, 1]), heads([0, 2, 1, 3])];
  const scores = net.node('Mul', [net.node('MatMul', [query, key]), net.constant(1 / Math.sqrt(SIZE / HEADS))]);
  const shares = net.node('Softmax', [net.node('Add', [scores, mask])], [attribute.integer('axis', -1)]);
  const joined = net.node('Transpose', [net.node('MatMul', [shares, value])], [attribute.list('perm', [0, 2, 1, 3])]);
  return dense(net, net.node('Reshape', [joined, net.longs([0, 0, SIZE])]), SIZE, SIZE);
}

function feedForward(net: Network, input: string): string {
  const inner = dense(net, input, SIZE, INNER);
  const erf = net.node('Erf', [net.node('Mul', [inner, net.constant(Math.SQRT1_2)])]);
  const gelu = net.node('Mul', [inner, net.node('Mul', [net.node('Add', [erf, net.constant(1)]), net.constant(0.5)])]);
  return dense(net, gelu, INNER, SIZE);
}

/** The output of all layers for each token. The word vectors dominate, so that texts with the same words are close together. */
function encoder(net: Network, vocabulary: number): string {
  const words = net.node('Gather', [net.random([vocabulary, SIZE], 1), 'input_ids']);
  const length = net.node('Slice', [net.node('Shape', ['input_ids']), net.longs([1]), net.longs([2])]);
  const places = net.node('Slice', [net.random([POSITIONS, SIZE], 0.05), net.longs([0]), length, net.longs([0])]);
  const kinds = net.node('Gather', [net.random([2, SIZE], 0.05), 'token_type_ids']);
  const there = net.node('Cast', ['attention_mask'], [attribute.integer('to', FLOAT)]);
  const away = net.node('Mul', [net.node('Sub', [net.constant(1), there]), net.constant(-10_000)]);
  const mask = net.node('Unsqueeze', [away, net.longs([1, 2])]);
  let states = normalised(net, net.node('Add', [net.node('Add', [words, places]), kinds]));
  for (let layer = 0; layer < LAYERS; layer++) {
    states = normalised(net, net.node('Add', [states, attention(net, states, mask)]));
    states = normalised(net, net.node('Add', [states, feedForward(net, states)]));
  }
  return states;
}

function valueInfo(name: string, type: number, shape: (number | string)[]): Buffer {
  const extents = shape.map((extent) => field(1, typeof extent === 'number' ? integer(1, extent) : field(2, extent)));
  return Buffer.concat([
    field(1, name),
    field(2, field(1, Buffer.concat([integer(1, type), field(2, Buffer.concat(extents))]))),
  ]);
}

function modelFile(net: Network, output: Buffer): Buffer {
  const inputs = ['input_ids', 'attention_mask', 'token_type_ids'].map((name) =>
    valueInfo(name, INT64, ['batch', 'sequence']),
  );
  const graph = Buffer.concat([
    ...net.nodes.map((node) => field(1, node)),
    field(2, 'encoder'),
    ...net.weights.map((weight) => field(5, weight)),
    ...inputs.map((input) => field(11, input)),
    field(12, output),
  ]);
  return Buffer.concat([
    integer(1, 8),
    field(2, 'footnote-fixture'),
    field(7, graph),
    field(8, Buffer.concat([field(1, ''), integer(2, 17)])),
  ]);
}

/** The words with a token. Other words are split into letters. */
function tokenizerFiles(words: string[]): { files: Record<string, string>; vocabulary: number } {
  const pieces = [...SPECIAL, ...SIGNS, ...LETTERS, ...LETTERS.map((letter) => `##${letter}`), ...words];
  const vocabulary = Object.fromEntries([...new Set(pieces)].map((piece, id) => [piece, id]));
  const special = (content: string) => ({ id: content, ids: [SPECIAL.indexOf(content)], tokens: [content] });
  const token = (content: string, type_id: number) => ({ SpecialToken: { id: content, type_id } });
  const sequence = (id: string, type_id: number) => ({ Sequence: { id, type_id } });
  const single = [token('[CLS]', 0), sequence('A', 0), token('[SEP]', 0)];
  const tokenizer = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map((content, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single,
      pair: [...single, sequence('B', 1), token('[SEP]', 1)],
      special_tokens: { '[CLS]': special('[CLS]'), '[SEP]': special('[SEP]') },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: vocabulary,
    },
  };
  const settings = {
    tokenizer_class: 'BertTokenizer',
    model_max_length: POSITIONS,
    do_lower_case: true,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
    cls_token: '[CLS]',
    sep_token: '[SEP]',
    mask_token: '[MASK]',
  };
  return {
    files: { 'tokenizer.json': JSON.stringify(tokenizer), 'tokenizer_config.json': JSON.stringify(settings) },
    vocabulary: Object.keys(vocabulary).length,
  };
}

const configOf = (vocabulary: number, architecture: string, others: object = {}) =>
  JSON.stringify({
    model_type: 'bert',
    architectures: [architecture],
    hidden_size: SIZE,
    num_hidden_layers: LAYERS,
    num_attention_heads: HEADS,
    intermediate_size: INNER,
    max_position_embeddings: POSITIONS,
    vocab_size: vocabulary,
    ...others,
  });

const WORDS =
  'a account and are backup before choose company data delete do file forget forgot how i in invoice is it keep key login my of on open order password pay press price refund reset restore save settings ship the to user what when where you your'.split(
    ' ',
  );

/** An embedding model with 48 dimensions. Texts that share words are closer together than texts that do not. */
export function onnxEmbedder(): Record<string, Uint8Array | string> {
  const { files, vocabulary } = tokenizerFiles(WORDS);
  const net = network();
  net.node('Identity', [encoder(net, vocabulary)], [], 'last_hidden_state');
  const output = valueInfo('last_hidden_state', FLOAT, ['batch', 'sequence', SIZE]);
  return {
    ...files,
    'config.json': configOf(vocabulary, 'BertModel'),
    'onnx/model_quantized.onnx': modelFile(net, output),
  };
}

/**
 * A cross-encoder: the more words a passage shares with the question, the higher its score. Its last layers are simpler than a
 * real model's and have fixed weights.
 */
export function onnxReranker(): Record<string, Uint8Array | string> {
  const { files, vocabulary } = tokenizerFiles(WORDS);
  const net = network();
  const words = net.node('Gather', [net.random([vocabulary, SIZE], 1), 'input_ids']);
  const cast = (input: string) => net.node('Cast', [input], [attribute.integer('to', FLOAT)]);
  const there = cast('attention_mask');
  const second = net.node('Mul', [cast('token_type_ids'), there]);
  const sumOf = (share: string) => {
    const weighed = net.node('Mul', [words, net.node('Unsqueeze', [share, net.longs([2])])]);
    return net.node('ReduceSum', [weighed, net.longs([1])], [attribute.integer('keepdims', 0)]);
  };
  const both = net.node('Mul', [sumOf(net.node('Sub', [there, second])), sumOf(second)]);
  net.node('ReduceSum', [both, net.longs([1])], [attribute.integer('keepdims', 1)], 'logits');
  const config = configOf(vocabulary, 'BertForSequenceClassification', { id2label: { 0: 'LABEL_0' } });
  const output = valueInfo('logits', FLOAT, ['batch', 1]);
  return { ...files, 'config.json': config, 'onnx/model_quantized.onnx': modelFile(net, output) };
}

/**
 * A model of natural language inference: a sentence follows from a passage that has all of its words, and contradicts one
 * that has them but where only one of both says “not”. Weights are fixed. `labels`: in the order of the output, three or two.
 */
export function onnxVerifier(labels = ['contradiction', 'entailment', 'neutral']): Record<string, Uint8Array | string> {
  const { files, vocabulary } = tokenizerFiles([...WORDS, 'not']);
  const { vocab } = (JSON.parse(files['tokenizer.json'] ?? '') as { model: { vocab: Record<string, number> } }).model;
  const net = network();
  const { share, negated } = sharedWords(net, vocabulary, vocab.not ?? 0);
  const product = net.node('Mul', [share, negated]);
  const weighed = (input: string, factor: number) => net.node('Mul', [input, net.constant(factor)]);
  const entailment = net.node('Add', [net.node('Sub', [weighed(share, 20), weighed(negated, 20)]), net.constant(-15)]);
  const contradiction = net.node('Add', [weighed(product, 30), net.constant(-10)]);
  const neutral = weighed(share, 0);
  const outputs: Record<string, string> = {
    entailment,
    contradiction,
    neutral,
    not_entailment: net.node('Max', [contradiction, neutral]),
  };
  const ordered = labels.map((label) => outputs[label.toLowerCase()] ?? neutral);
  net.node('Concat', ordered, [attribute.integer('axis', 1)], 'logits');
  const id2label = Object.fromEntries(labels.map((label, id) => [id, label]));
  const config = configOf(vocabulary, 'BertForSequenceClassification', { id2label });
  const output = valueInfo('logits', FLOAT, ['batch', labels.length]);
  return { ...files, 'config.json': config, 'onnx/model_quantized.onnx': modelFile(net, output) };
}

/** The share of the second text's words that the first has, and 1 where only one of both has the word `not`; else 0. */
function sharedWords(net: Network, vocabulary: number, not: number): { share: string; negated: string } {
  const identity = new Float32Array(vocabulary * vocabulary);
  for (let id = SPECIAL.length; id < vocabulary; id++) identity[id * vocabulary + id] = 1;
  const words = net.node('Gather', [net.floats([vocabulary, vocabulary], identity), 'input_ids']);
  const cast = (input: string) => net.node('Cast', [input], [attribute.integer('to', FLOAT)]);
  const there = cast('attention_mask');
  const second = net.node('Mul', [cast('token_type_ids'), there]);
  const sum = (input: string, axis: number, keep: number) =>
    net.node('ReduceSum', [input, net.longs([axis])], [attribute.integer('keepdims', keep)]);
  const bagOf = (part: string) => sum(net.node('Mul', [words, net.node('Unsqueeze', [part, net.longs([2])])]), 1, 0);
  const [first, other] = [bagOf(net.node('Sub', [there, second])), bagOf(second)];
  const found = sum(net.node('Mul', [net.node('Min', [first, net.constant(1)]), other]), 1, 1);
  const share = net.node('Div', [found, net.node('Max', [sum(other, 1, 1), net.constant(1)])]);
  const column = new Float32Array(vocabulary);
  column[not] = 1;
  const nots = net.floats([vocabulary, 1], column);
  const saysNot = (bag: string) => net.node('Min', [net.node('MatMul', [bag, nots]), net.constant(1)]);
  const difference = net.node('Sub', [saysNot(first), saysNot(other)]);
  return { share, negated: net.node('Mul', [difference, difference]) };
}
