import { bytes } from './byte-writer.ts';
import { ggufWriter } from './gguf-writer.ts';
import { onnxReranker } from './onnx.ts';
import { attribute, FLOAT, INT64, modelFile, type Network, network, valueInfo } from './onnx-network.ts';

/** Model files that somebody made to do harm, with a correct beginning. */

const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids'].map((name) =>
  valueInfo(name, INT64, ['batch', 'sequence']),
);

/** A reranking model whose network is another one. It must end in `logits`. */
function onnxWith(build: (net: Network, ids: string) => void): Record<string, Uint8Array | string> {
  const net = network();
  build(net, net.node('Cast', ['input_ids'], [attribute.integer('to', FLOAT)]));
  const output = valueInfo('logits', FLOAT, ['batch', 1]);
  return { ...onnxReranker(), 'onnx/model_quantized.onnx': modelFile(net, INPUTS, [output]) };
}

/** A number for each text, out of these numbers, whatever their shape. */
function score(net: Network, ids: string, numbers: string): void {
  const sum = net.node('ReduceSum', [numbers], [attribute.integer('keepdims', 0)]);
  const perText = net.node('ReduceSum', [ids, net.longs([1])], [attribute.integer('keepdims', 1)]);
  net.node('Add', [perText, sum], [], 'logits');
}

/** Networks that reach out of their file. */
export const hostileOnnx = {
  'weights from a file outside of its folder': (location: string) =>
    onnxWith((net, ids) => score(net, ids, net.external([4], location))),
  'weights larger than the file': () => onnxWith((net, ids) => score(net, ids, net.missing([1_000_000, 1_000_000]))),
  /** Two gigabytes at every question: a small file may say so in one line. */
  'more memory than there may be': () =>
    onnxWith((net, ids) => {
      const shape = net.longs([500_000_000]);
      score(net, ids, net.node('Exp', [net.node('ConstantOfShape', [shape])]));
    }),
};

/** A GGUF file with this many tensors and keys announced, and then these bytes. */
const announced = (tensors: number, keys: number, rest: Uint8Array = new Uint8Array()) =>
  bytes().text('GGUF').u32(3).u64(tensors).u64(keys).raw(rest).whole();

/** The beginning of a list of texts under the tokenizer's key, of this length and without the texts. */
const tokens = (length: number) => bytes().u64(21).text('tokenizer.ggml.tokens').u32(9, 8).u64(length).whole();

/** Files that announce more than they hold. */
export const lyingGguf = {
  'more keys than the file has': () => announced(1, 2 ** 50),
  'more tensors than the file has': () => announced(2 ** 50, 0),
  'a key longer than the file': () =>
    announced(
      0,
      1,
      bytes()
        .u64(2 ** 50)
        .text('general')
        .whole(),
    ),
  'a vocabulary larger than the file': () => announced(0, 1, tokens(2 ** 40)),
  'a tensor outside of the file': () => {
    const file = ggufWriter();
    file.text('general.architecture', 'llama');
    file.tensor('token_embd.weight', [2 ** 20, 2 ** 20], new Float32Array(8));
    return file.finish();
  },
};
