import { bytes } from './byte-writer.ts';

/** The type codes of values in the file. */
const U32 = 4;
const I32 = 5;
const F32 = 6;
const BOOL = 7;
const STRING = 8;
const ARRAY = 9;

/** The codes of the formats in which a tensor's numbers are stored, and the bytes of a block of numbers in each. */
const FORMATS = {
  f32: { code: 0, numbers: 1, bytes: 4 },
  q4k: { code: 12, numbers: 256, bytes: 144 },
  q6k: { code: 14, numbers: 256, bytes: 210 },
};

/** A GGUF file (version 3) under construction. */
export interface GgufWriter {
  text(key: string, value: string): void;
  whole(key: string, value: number): void;
  real(key: string, value: number): void;
  flag(key: string, value: boolean): void;
  texts(key: string, values: string[]): void;
  wholes(key: string, values: number[]): void;
  reals(key: string, values: number[]): void;
  tensor(name: string, shape: number[], data: Float32Array): void;
  /** A tensor of zeros, quantized as in real files: its rows must be multiples of 256. */
  zeros(name: string, shape: number[], format: 'q4k' | 'q6k'): void;
  finish(): Buffer;
}

/** Creates an empty file. */
export function ggufWriter(): GgufWriter {
  const values = bytes();
  const infos = bytes();
  const data = bytes();
  let [keys, tensors] = [0, 0];
  const string = (text: string) => values.u64(Buffer.byteLength(text)).text(text);
  const key = (name: string, type: number) => {
    keys++;
    return string(name).u32(type);
  };
  const list = (name: string, type: number, length: number) => key(name, ARRAY).u32(type).u64(length);
  const describe = (name: string, shape: number[], format: number) => {
    tensors++;
    infos.u64(Buffer.byteLength(name)).text(name).u32(shape.length);
    for (const extent of shape) infos.u64(extent);
    infos.u32(format).u64(data.length());
  };
  return {
    text(name, value) {
      key(name, STRING);
      string(value);
    },
    whole: (name, value) => void key(name, U32).u32(value),
    real: (name, value) => void key(name, F32).f32(value),
    flag: (name, value) => void key(name, BOOL).byte(value ? 1 : 0),
    texts(name, all) {
      list(name, STRING, all.length);
      for (const text of all) string(text);
    },
    wholes: (name, all) => void list(name, I32, all.length).u32(...all),
    reals: (name, all) => void list(name, F32, all.length).f32(...all),
    tensor(name, shape, numbers) {
      describe(name, shape, FORMATS.f32.code);
      data.floats(numbers).pad(32);
    },
    zeros(name, shape, format) {
      const { code, numbers, bytes: size } = FORMATS[format];
      describe(name, shape, code);
      const all = shape.reduce((product, extent) => product * extent, 1);
      data.raw(new Uint8Array((all / numbers) * size)).pad(32);
    },
    finish: () =>
      bytes()
        .text('GGUF')
        .u32(3)
        .u64(tensors)
        .u64(keys)
        .raw(values.whole())
        .raw(infos.whole())
        .pad(32)
        .raw(data.whole())
        .whole(),
  };
}
