/** Writes numbers and texts as little-endian bytes. */
export interface Bytes {
  u32(...values: number[]): Bytes;
  u64(value: number): Bytes;
  f32(...values: number[]): Bytes;
  floats(values: Float32Array): Bytes;
  text(text: string): Bytes;
  byte(value: number): Bytes;
  raw(part: Uint8Array): Bytes;
  /** Pads with zeros to the next multiple of `size` bytes. */
  pad(multiple: number): Bytes;
  length(): number;
  whole(): Buffer;
}

/** Creates an empty writer. */
export function bytes(): Bytes {
  const parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array) => {
    parts.push(part);
    length += part.length;
    return all;
  };
  const each = (values: number[], size: number, write: (buffer: Buffer, value: number, at: number) => void) => {
    const buffer = Buffer.alloc(values.length * size);
    values.forEach((value, index) => {
      write(buffer, value, index * size);
    });
    return add(buffer);
  };
  const all: Bytes = {
    u32: (...values) => each(values, 4, (buffer, value, at) => buffer.writeUInt32LE(value, at)),
    u64: (value) => each([value], 8, (buffer, whole, at) => buffer.writeBigUInt64LE(BigInt(whole), at)),
    f32: (...values) => each(values, 4, (buffer, value, at) => buffer.writeFloatLE(value, at)),
    floats: (values) => add(new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
    text: (text) => add(Buffer.from(text)),
    byte: (value) => add(Uint8Array.of(value)),
    raw: add,
    pad: (multiple) => add(new Uint8Array((multiple - (length % multiple)) % multiple)),
    length: () => length,
    whole: () => Buffer.concat(parts),
  };
  return all;
}
