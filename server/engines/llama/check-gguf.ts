import { type FileHandle, open } from 'node:fs/promises';

/** What is wrong with a file; the message completes "PATH …". */
class GgufFault extends Error {}

/** The bytes of each type of value; null for texts and lists. */
const VALUE_BYTES = [1, 1, 2, 2, 4, 4, 4, 1, null, null, 8, 8, 8] as const;
const U32 = 4;
/** The letters GGUF. */
const MAGIC = 0x46554747;
const TEXT = 8;
const LIST = 9;
/** Real files have lists of texts and numbers, and no lists of lists. */
const MAX_DEPTH = 2;
const MAX_DIMENSIONS = 4;
/** A key with the shortest value, and a tensor with the shortest name. */
const MIN_KEY_BYTES = 13;
const MIN_TENSOR_BYTES = 24;
/** No format stores more numbers in a byte. */
const NUMBERS_PER_BYTE = 8;
const CHUNK = 1 << 20;
/** Of a name; the rest of a longer one is skipped. */
const MAX_TEXT = 200;

/** What a file says of its model; null where it does not. */
interface GgufFacts {
  /** `llama`, `qwen3` … */
  architecture: string | null;
  contextTokens: number | null;
  hasTokenizer: boolean;
}

/**
 * Reads the beginning of a GGUF file, returns what it says, and throws an Error that says what is wrong if it announces more than the file holds.
 * The library that loads such a file would read on for minutes or take all memory.
 */
export async function checkGguf(path: string): Promise<GgufFacts> {
  const file = await open(path);
  try {
    return await checkHeader(await readerOf(file));
  } catch (error) {
    throw error instanceof GgufFault ? new Error(`${path} ${error.message}`) : error;
  } finally {
    await file.close();
  }
}

async function checkHeader(reader: Reader): Promise<GgufFacts> {
  if ((await reader.u32()) !== MAGIC) throw new GgufFault('is no GGUF file.');
  const version = await reader.u32();
  if (version !== 2 && version !== 3) throw new GgufFault(`has version ${version} of its format instead of 2 or 3.`);
  const tensors = await reader.count(MIN_TENSOR_BYTES, 'tensors');
  const keys = await reader.count(MIN_KEY_BYTES, 'keys');
  const facts: GgufFacts = { architecture: null, contextTokens: null, hasTokenizer: false };
  for (let key = 0; key < keys; key++) {
    const name = await reader.text();
    const type = await reader.u32();
    if (name === 'general.architecture' && type === TEXT) facts.architecture = await reader.text();
    else if (name.endsWith('.context_length') && type === U32) facts.contextTokens = await reader.u32();
    else {
      facts.hasTokenizer ||= name === 'tokenizer.ggml.tokens';
      await skipValue(reader, type, 0);
    }
  }
  for (let tensor = 0; tensor < tensors; tensor++) await checkTensor(reader);
  return facts;
}

async function checkTensor(reader: Reader): Promise<void> {
  await skipText(reader);
  const dimensions = await reader.u32();
  if (dimensions > MAX_DIMENSIONS) throw new GgufFault(`has a tensor with ${dimensions} dimensions.`);
  let numbers = 1;
  for (let at = 0; at < dimensions; at++) numbers *= await reader.u64();
  await reader.skip(4);
  const offset = await reader.u64();
  if (numbers > reader.size * NUMBERS_PER_BYTE || offset >= reader.size) {
    throw new GgufFault('has a tensor that is larger than the file.');
  }
}

const skipText = async (reader: Reader) => reader.skip(await reader.count(1, 'characters'));

async function skipValue(reader: Reader, type: number, depth: number): Promise<void> {
  const bytes = VALUE_BYTES[type];
  if (bytes === undefined) throw new GgufFault(`has a value of the unknown type ${type}.`);
  if (bytes !== null) return reader.skip(bytes);
  if (type === TEXT) return skipText(reader);
  if (depth === MAX_DEPTH) throw new GgufFault('has lists of lists of lists.');
  const item = await reader.u32();
  const itemBytes = VALUE_BYTES[item] ?? (item === LIST ? 12 : 8);
  const length = await reader.count(itemBytes, 'items of a list');
  if (typeof VALUE_BYTES[item] === 'number') return reader.skip(length * itemBytes);
  for (let at = 0; at < length; at++) await skipValue(reader, item, depth + 1);
}

/** Reads a file from its beginning. Throws `GgufFault` where it ends too early. */
interface Reader {
  /** Of the whole file, in bytes. */
  size: number;
  u32(): Promise<number>;
  u64(): Promise<number>;
  /** A number of things that follow, of at least `bytes` bytes each. */
  count(bytes: number, what: string): Promise<number>;
  skip(bytes: number): Promise<void>;
  text(): Promise<string>;
}

async function readerOf(file: FileHandle): Promise<Reader> {
  const { size } = await file.stat();
  let position = 0;
  let chunk = Buffer.alloc(0);
  let chunkStart = 0;

  /** Where the next `bytes` bytes are in the chunk. They are at most eight. */
  async function take(bytes: number): Promise<number> {
    await self.skip(bytes);
    if (position > chunkStart + chunk.length) {
      chunkStart = position - bytes;
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK), 0, CHUNK, chunkStart);
      chunk = buffer.subarray(0, bytesRead);
    }
    return position - bytes - chunkStart;
  }

  const self: Reader = {
    size,
    async u32() {
      const at = await take(4);
      return chunk.readUInt32LE(at);
    },
    // Beyond 2^53 it is not exact, and larger than any file.
    async u64() {
      const at = await take(8);
      return Number(chunk.readBigUInt64LE(at));
    },
    async count(bytes, what) {
      const found = await self.u64();
      if (found * bytes > size - position) throw new GgufFault(`announces ${found} ${what}, more than it can hold.`);
      return found;
    },
    async skip(bytes) {
      position += bytes;
      if (position > size) throw new GgufFault('ends too early.');
    },
    async text() {
      const length = await self.count(1, 'characters');
      const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_TEXT), 0, Math.min(length, MAX_TEXT), position);
      await self.skip(length);
      return buffer.toString('utf8', 0, bytesRead);
    },
  };
  return self;
}
