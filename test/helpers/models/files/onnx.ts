import { noise } from './noise.ts';
import { attribute, FLOAT, INT64, modelFile, type Network, network, valueInfo } from './onnx-network.ts';
import { type Tokenizer, type TokenizerKind, tokenizerOf } from './tokenizers.ts';

/** Small models of the families on offer, as the files of a transformers model's folder. */

const SIZE = 48;
const HEADS = 4;
const LAYERS = 2;
const INNER = 96;
const POSITIONS = 512;

/** The variations of a model. */
export interface OnnxOptions {
  tokenizer?: TokenizerKind;
  /** Of the vectors of an embedding model. */
  dimensions?: number;
}

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

/** A vector for each token: the same for a word in capitals. */
function wordVectors(net: Network, { tokens }: Tokenizer): string {
  const vectors = noise(tokens.length * SIZE, net.seed(), 1);
  const first = new Map<string, number>();
  for (const [id, token] of tokens.entries()) {
    const key = token.toLowerCase();
    const like = first.get(key) ?? id;
    first.set(key, like);
    vectors.copyWithin(id * SIZE, like * SIZE, (like + 1) * SIZE);
  }
  return net.node('Gather', [net.floats([tokens.length, SIZE], vectors), 'input_ids']);
}

const toFloat = (net: Network, input: string) => net.node('Cast', [input], [attribute.integer('to', FLOAT)]);

/** The output of all layers for each token. The word vectors dominate, so that texts with the same words are close together. */
function encoder(net: Network, tokenizer: Tokenizer): string {
  const words = wordVectors(net, tokenizer);
  const length = net.node('Slice', [net.node('Shape', ['input_ids']), net.longs([1]), net.longs([2])]);
  const places = net.node('Slice', [net.random([POSITIONS, SIZE], 0.05), net.longs([0]), length, net.longs([0])]);
  const kinds = net.node('Gather', [net.random([2, SIZE], 0.05), 'token_type_ids']);
  const away = net.node('Mul', [
    net.node('Sub', [net.constant(1), toFloat(net, 'attention_mask')]),
    net.constant(-10_000),
  ]);
  const mask = net.node('Unsqueeze', [away, net.longs([1, 2])]);
  let states = normalised(net, net.node('Add', [net.node('Add', [words, places]), kinds]));
  for (let layer = 0; layer < LAYERS; layer++) {
    states = normalised(net, net.node('Add', [states, attention(net, states, mask)]));
    states = normalised(net, net.node('Add', [states, feedForward(net, states)]));
  }
  return states;
}

/** The same vectors, with this many dimensions. Distances stay about the same. */
const projected = (net: Network, states: string, dimensions: number) =>
  dimensions === SIZE
    ? states
    : net.node('MatMul', [states, net.random([SIZE, dimensions], 1 / Math.sqrt(dimensions))]);

const textInputs = (...names: string[]) =>
  ['input_ids', 'attention_mask', ...names].map((name) => valueInfo(name, INT64, ['batch', 'sequence']));
const withTypes = ({ hasTypes }: Tokenizer) => (hasTypes ? textInputs('token_type_ids') : textInputs());

const configOf = ({ tokens }: Tokenizer, architecture: string, others: object = {}) =>
  JSON.stringify({
    model_type: 'bert',
    architectures: [architecture],
    hidden_size: SIZE,
    num_hidden_layers: LAYERS,
    num_attention_heads: HEADS,
    intermediate_size: INNER,
    max_position_embeddings: POSITIONS,
    vocab_size: tokens.length,
    ...others,
  });

const WORDS =
  'a account and are backup before choose company data delete do file forget forgot how i in invoice is it keep key login my of on open order password pay press price refund reset restore save settings ship the to user what when where you your'.split(
    ' ',
  );

/** An embedding model. Texts that share words are closer together than texts that do not. */
export function onnxEmbedder({
  tokenizer: kind = 'word-pieces',
  dimensions = SIZE,
}: OnnxOptions = {}): Record<string, Uint8Array | string> {
  const tokenizer = tokenizerOf(kind, WORDS);
  const net = network();
  net.node('Identity', [projected(net, encoder(net, tokenizer), dimensions)], [], 'last_hidden_state');
  const output = valueInfo('last_hidden_state', FLOAT, ['batch', 'sequence', dimensions]);
  return {
    ...tokenizer.files,
    'config.json': configOf(tokenizer, 'BertModel', { hidden_size: dimensions }),
    // Also with a tokenizer that does not tell types, as multilingual-e5 has it.
    'onnx/model_quantized.onnx': modelFile(net, textInputs('token_type_ids'), [output]),
  };
}

/**
 * An embedding model made of a decoder, as Qwen's: it also reads positions and an empty cache, and returns the cache. The
 * vector of each token stands for the text up to it.
 */
export function onnxDecoderEmbedder({ dimensions = SIZE }: OnnxOptions = {}): Record<string, Uint8Array | string> {
  const [layers, heads, length] = [2, 2, 16];
  const tokenizer = tokenizerOf('byte-level', WORDS);
  const net = network();
  const there = net.node('Unsqueeze', [toFloat(net, 'attention_mask'), net.longs([2])]);
  const words = net.node('Mul', [wordVectors(net, tokenizer), there]);
  const place = net.node('Mul', [toFloat(net, 'position_ids'), net.constant(0)]);
  const placed = net.node('Add', [words, net.node('Unsqueeze', [place, net.longs([2])])]);
  const soFar = net.node('CumSum', [placed, net.longs([1])]);
  net.node('Identity', [projected(net, soFar, dimensions)], [], 'last_hidden_state');
  const cache = (side: string, extent: string) =>
    Array.from({ length: layers }, (_, layer) =>
      ['key', 'value'].map((part) => ({
        name: `${side}.${layer}.${part}`,
        info: valueInfo(`${side}.${layer}.${part}`, FLOAT, ['batch', heads, extent, length]),
      })),
    ).flat();
  const [past, present] = [cache('past_key_values', 'past'), cache('present', 'total')];
  for (const [at, { name }] of present.entries()) net.node('Identity', [past[at]?.name ?? ''], [], name);
  const config = configOf(tokenizer, 'Qwen3ForCausalLM', {
    model_type: 'qwen3',
    hidden_size: dimensions,
    num_hidden_layers: layers,
    num_key_value_heads: heads,
    head_dim: length,
  });
  const output = valueInfo('last_hidden_state', FLOAT, ['batch', 'sequence', dimensions]);
  return {
    ...tokenizer.files,
    'config.json': config,
    'onnx/model_quantized.onnx': modelFile(
      net,
      [...textInputs('position_ids'), ...past.map(({ info }) => info)],
      [output, ...present.map(({ info }) => info)],
    ),
  };
}

/** 1 for the tokens of the first text and of the second one, for each; else 0. */
function textsOf(net: Network, tokenizer: Tokenizer): { first: string; second: string } {
  const there = toFloat(net, 'attention_mask');
  const second = net.node('Mul', [
    tokenizer.hasTypes ? toFloat(net, 'token_type_ids') : afterSeparator(net, tokenizer),
    there,
  ]);
  return { first: net.node('Sub', [there, second]), second };
}

/** 1 for the tokens after a separator. */
function afterSeparator(net: Network, { tokens, separator }: Tokenizer): string {
  const is = toFloat(net, net.node('Equal', ['input_ids', net.longs([tokens.indexOf(separator)])]));
  const before = net.node('CumSum', [is, net.longs([1])], [attribute.integer('exclusive', 1)]);
  return net.node('Min', [before, net.constant(1)]);
}

/** How a model's configuration names its family, by its tokenizer. */
const FAMILIES: Record<Exclude<TokenizerKind, 'byte-level'>, { type: string; architecture: string }> = {
  'word-pieces': { type: 'bert', architecture: 'BertForSequenceClassification' },
  'xlm-roberta': { type: 'xlm-roberta', architecture: 'XLMRobertaForSequenceClassification' },
  deberta: { type: 'deberta-v2', architecture: 'DebertaV2ForSequenceClassification' },
};

interface ClassifierOptions {
  tokenizer?: keyof typeof FAMILIES;
}

/**
 * A cross-encoder: the more words a passage shares with the question, the higher its score. Its last layers are simpler than a
 * real model's and have fixed weights.
 */
export function onnxReranker({
  tokenizer: kind = 'word-pieces',
}: ClassifierOptions = {}): Record<string, Uint8Array | string> {
  const tokenizer = tokenizerOf(kind, WORDS);
  const net = network();
  const words = wordVectors(net, tokenizer);
  const sumOf = (share: string) => {
    const weighed = net.node('Mul', [words, net.node('Unsqueeze', [share, net.longs([2])])]);
    return net.node('ReduceSum', [weighed, net.longs([1])], [attribute.integer('keepdims', 0)]);
  };
  const { first, second } = textsOf(net, tokenizer);
  const both = net.node('Mul', [sumOf(first), sumOf(second)]);
  net.node('ReduceSum', [both, net.longs([1])], [attribute.integer('keepdims', 1)], 'logits');
  return classifierFiles(net, tokenizer, kind, ['LABEL_0']);
}

function classifierFiles(
  net: Network,
  tokenizer: Tokenizer,
  kind: keyof typeof FAMILIES,
  labels: string[],
): Record<string, Uint8Array | string> {
  const { type, architecture } = FAMILIES[kind];
  const id2label = Object.fromEntries(labels.map((label, id) => [id, label]));
  const output = valueInfo('logits', FLOAT, ['batch', labels.length]);
  return {
    ...tokenizer.files,
    'config.json': configOf(tokenizer, architecture, { model_type: type, id2label }),
    'onnx/model_quantized.onnx': modelFile(net, withTypes(tokenizer), [output]),
  };
}

/**
 * A model of natural language inference: a sentence follows from a passage that has all of its words, and contradicts one
 * that has them but where only one of both says “not”. Weights are fixed. `labels`: in the order of the output, three or two.
 */
export function onnxVerifier(
  labels = ['contradiction', 'entailment', 'neutral'],
  { tokenizer: kind = 'word-pieces' }: ClassifierOptions = {},
): Record<string, Uint8Array | string> {
  const tokenizer = tokenizerOf(kind, [...WORDS, 'not']);
  const net = network();
  const { share, negated } = sharedWords(net, tokenizer);
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
  return classifierFiles(net, tokenizer, kind, labels);
}

/** The share of the second text's words that the first has, and 1 where only one of both has the word `not`; else 0. */
function sharedWords(net: Network, tokenizer: Tokenizer): { share: string; negated: string } {
  const { tokens, special } = tokenizer;
  const size = tokens.length;
  const identity = new Float32Array(size * size);
  for (const [id, token] of tokens.entries()) if (!special.includes(token)) identity[id * size + id] = 1;
  const words = net.node('Gather', [net.floats([size, size], identity), 'input_ids']);
  const sum = (input: string, axis: number, keep: number) =>
    net.node('ReduceSum', [input, net.longs([axis])], [attribute.integer('keepdims', keep)]);
  const bagOf = (part: string) => sum(net.node('Mul', [words, net.node('Unsqueeze', [part, net.longs([2])])]), 1, 0);
  const texts = textsOf(net, tokenizer);
  const [first, other] = [bagOf(texts.first), bagOf(texts.second)];
  const found = sum(net.node('Mul', [net.node('Min', [first, net.constant(1)]), other]), 1, 1);
  const share = net.node('Div', [found, net.node('Max', [sum(other, 1, 1), net.constant(1)])]);
  const column = new Float32Array(size);
  for (const [id, token] of tokens.entries()) if (token === 'not' || token === '▁not') column[id] = 1;
  const nots = net.floats([size, 1], column);
  const saysNot = (bag: string) => net.node('Min', [net.node('MatMul', [bag, nots]), net.constant(1)]);
  const difference = net.node('Sub', [saysNot(first), saysNot(other)]);
  return { share, negated: net.node('Mul', [difference, difference]) };
}
