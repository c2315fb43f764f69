import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import type * as onnx from 'onnxruntime-web/wasm';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { DIMENSIONS, normalized } from './word-codes.ts';

/** Where the files of the encoder are. */
export interface EncoderFiles {
  network: string;
  /** Of the network, in hexadecimal. */
  sha256: string;
  tokenizer: string;
  /** The WebAssembly of ONNX Runtime … */
  webAssembly: string;
  /** … and the address of its native module, if an engine that contains it has been added. */
  native: string | null;
}

/** Reads a text: the vectors of its words, one after the other, each of length 1. A longer text is cut off after so many tokens. */
type Encoder = (text: string, maxTokens: number) => Promise<Float32Array>;

/**
 * Opens the encoder. Throws an Error that says what to do if a file is missing or damaged. Where the native module cannot be loaded,
 * as its engine was removed since the server started or is for another C library, it opens on WebAssembly and `leaveNotice` is told.
 */
export async function openEncoder(files: EncoderFiles, leaveNotice: (text: string) => void): Promise<Encoder> {
  const [network, tokens] = await Promise.all([readPart(files.network), readPart(files.tokenizer)]);
  if (createHash('sha256').update(network).digest('hex') !== files.sha256)
    throw new Error(`${files.network} is damaged or belongs to another version. Install the server again.`);
  const tokenizer = new Tokenizer(JSON.parse(tokens.toString('utf8')), {});
  const natively =
    files.native === null
      ? null
      : await openNatively(network, files.native).catch((error: Error) => {
          leaveNotice(`The native runtime cannot be loaded: ${error.message}`);
          return null;
        });
  const { session, Tensor } = natively ?? (await openOnWebAssembly(network, files.webAssembly));
  const integers = (values: number[]) => new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
  return async (text, maxTokens) => {
    const { ids } = tokenizer.encode(text);
    const last = ids.at(-1);
    if (ids.length > maxTokens && last !== undefined) ids.splice(maxTokens - 1, ids.length, last);
    const states = await session.run({
      input_ids: integers(ids),
      attention_mask: integers(ids.map(() => 1)),
      token_type_ids: integers(ids.map(() => 0)),
    });
    const vectors = states.last_hidden_state?.data;
    if (!(vectors instanceof Float32Array) || vectors.length !== ids.length * DIMENSIONS)
      throw new Error('The network returns something else than a vector for each token.');
    // The first and the last token mark the beginning and the end.
    return normalized(vectors.subarray(DIMENSIONS, vectors.length - DIMENSIONS));
  };
}

const readPart = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: Error) => {
    throw new Error(`The reader cannot be read: ${error.message}. Install the server again.`);
  });

/** What of ONNX Runtime is used: both packages have the same interface. */
interface Opened {
  session: InferenceSession;
  Tensor: typeof Tensor;
}

async function openOnWebAssembly(network: Buffer, file: string): Promise<Opened> {
  // With more threads, the others would spin while they wait for each other.
  Object.assign(env.wasm, { numThreads: 1, wasmBinary: await readPart(file) });
  const session = await InferenceSession.create(network, {
    executionProviders: ['wasm'],
    enableCpuMemArena: false,
    enableMemPattern: false,
  });
  return { session, Tensor };
}

/** With one thread too: reading is work in the background, which leaves the other processors to answers. */
async function openNatively(network: Buffer, address: string): Promise<Opened> {
  const { default: runtime } = (await import(address)) as { default: Pick<typeof onnx, 'InferenceSession' | 'Tensor'> };
  const session = await runtime.InferenceSession.create(network, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  return { session, Tensor: runtime.Tensor };
}
