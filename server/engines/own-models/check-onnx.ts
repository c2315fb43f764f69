import { type FileHandle, open } from 'node:fs/promises';

/** What is wrong with a file; the message completes "PATH …". */
class OnnxFault extends Error {}

type Message = 'model' | 'training' | 'graph' | 'function' | 'node' | 'attribute' | 'sparse' | 'tensor';

/** The fields of each message that hold messages in which a tensor may be, by their numbers in onnx.proto. */
const INSIDE: Record<Message, Record<number, Message>> = {
  model: { 7: 'graph', 20: 'training', 25: 'function' },
  training: { 1: 'graph', 2: 'graph' },
  graph: { 1: 'node', 5: 'tensor', 15: 'sparse' },
  function: { 7: 'node', 11: 'attribute' },
  node: { 5: 'attribute' },
  attribute: { 5: 'tensor', 6: 'graph', 10: 'tensor', 11: 'graph', 22: 'sparse', 23: 'sparse' },
  sparse: { 1: 'tensor', 2: 'tensor' },
  tensor: {},
};
const MODEL_GRAPH = 7;
/** Of a tensor: where in which other file its numbers are, and whether they are in one. */
const EXTERNAL_DATA = 13;
const DATA_LOCATION = 14;
/** Real networks have a few levels of graphs within nodes. */
const MAX_DEPTH = 40;
const CHUNK = 1 << 16;
const MAX_VARINT_BYTES = 10;

/**
 * Walks through the messages of an ONNX file without loading it. Throws an Error that says what is wrong if the file is cut off
 * or malformed, or if it names other files, from which the library that loads it would read.
 */
export async function checkOnnx(path: string): Promise<void> {
  const file = await open(path);
  try {
    const reader = await readerOf(file);
    if (!(await checkMessage(reader, 'model', reader.size, 0))) throw new OnnxFault('is no ONNX file.');
  } catch (error) {
    throw error instanceof OnnxFault ? new Error(`${path} ${error.message}`) : error;
  } finally {
    await file.close();
  }
}

/** Returns whether the message has a field `MODEL_GRAPH`. */
async function checkMessage(reader: Reader, message: Message, end: number, depth: number): Promise<boolean> {
  if (depth > MAX_DEPTH) throw new OnnxFault('has graphs within graphs without end.');
  let hasGraph = false;
  while (reader.position() < end) {
    const tag = await reader.varint();
    const number = Math.floor(tag / 8);
    const wire = tag % 8;
    if (message === 'tensor') await refuseExternal(reader, number, wire);
    else if (wire === 0) await reader.varint();
    if (wire === 1) reader.skip(8, end);
    else if (wire === 5) reader.skip(4, end);
    else if (wire === 2) {
      const length = await reader.varint();
      const inner = reader.position() + length;
      if (inner > end) throw new OnnxFault('is cut off, or announces more than it holds.');
      const kind = INSIDE[message][number];
      if (kind === undefined) reader.skip(inner - reader.position(), end);
      else await checkMessage(reader, kind, inner, depth + 1);
      hasGraph ||= number === MODEL_GRAPH;
    } else if (wire !== 0) throw new OnnxFault('is no ONNX file.');
  }
  if (reader.position() !== end) throw new OnnxFault('is cut off, or announces more than it holds.');
  return hasGraph;
}

async function refuseExternal(reader: Reader, number: number, wire: number): Promise<void> {
  const value = wire === 0 ? await reader.varint() : 0;
  if (number === EXTERNAL_DATA || (number === DATA_LOCATION && value !== 0)) {
    throw new OnnxFault('has its weights in other files. Export it as one file.');
  }
}

interface Reader {
  /** Of the whole file, in bytes. */
  size: number;
  position(): number;
  /** Beyond 2^53 it is not exact, and larger than any file. */
  varint(): Promise<number>;
  skip(bytes: number, end: number): void;
}

async function readerOf(file: FileHandle): Promise<Reader> {
  const { size } = await file.stat();
  let position = 0;
  let chunk = Buffer.alloc(0);
  let chunkStart = 0;

  async function byte(): Promise<number> {
    const at = position - chunkStart;
    if (at < 0 || at >= chunk.length) {
      chunkStart = position;
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK), 0, CHUNK, position);
      chunk = buffer.subarray(0, bytesRead);
    }
    const value = chunk[position - chunkStart];
    if (value === undefined) throw new OnnxFault('is cut off, or announces more than it holds.');
    position += 1;
    return value;
  }

  return {
    size,
    position: () => position,
    async varint() {
      let value = 0;
      for (let at = 0; at < MAX_VARINT_BYTES; at++) {
        const next = await byte();
        value += (next & 127) * 2 ** (7 * at);
        if (next < 128) return value;
      }
      throw new OnnxFault('is no ONNX file.');
    },
    skip(bytes, end) {
      if (position + bytes > end) throw new OnnxFault('is cut off, or announces more than it holds.');
      position += bytes;
    },
  };
}
