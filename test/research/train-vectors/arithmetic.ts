/**
 * The inner loops of training, in WebAssembly with SIMD: four to five times as fast as in JavaScript, for which V8 does not
 * use SIMD instructions. Vectors are ranges of `floats`, given by the index of their first number. All sizes are multiples of
 * 8.
 */
export interface Arithmetic {
  floats: Float32Array;
  /** Allocates a vector of zeros and returns its index. Throws if the capacity is exceeded. */
  reserve(count: number): number;
  /** The dot product of two vectors. */
  dot(left: number, right: number, size: number): number;
  /** Adds `factor` times a vector to another. */
  addScaled(to: number, from: number, factor: number, size: number): void;
}

const PAGE = 65_536;

/** Creates the arithmetic with memory for `capacity` numbers. */
export function createArithmetic(capacity: number): Arithmetic {
  const pages = Math.ceil((4 * capacity) / PAGE) + 1;
  const memory = new WebAssembly.Memory({ initial: pages });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(MODULE)), { '': { m: memory } });
  const floats = new Float32Array(memory.buffer);
  let reserved = 0;
  return {
    floats,
    reserve(count) {
      const place = reserved;
      reserved += Math.ceil(count / 8) * 8;
      if (reserved > floats.length) throw new Error('The memory for vectors is full.');
      return place;
    },
    dot: exports.d as Arithmetic['dot'],
    addScaled: exports.a as Arithmetic['addScaled'],
  };
}

// Opcodes of WebAssembly's instructions.
const [I32, F32, V128] = [0x7f, 0x7d, 0x7b];
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const constant = (value: number) => [0x41, value];
const [ADD, SHIFT_LEFT, BELOW] = [0x6a, 0x74, 0x49];
const [LOOP, AGAIN_IF, END] = [[0x03, 0x40], [0x0d, 0x00], 0x0b];
const load = (offset: number) => [0xfd, 0x00, 0x02, offset];
const store = (offset: number) => [0xfd, 0x0b, 0x02, offset];
const MULTIPLY_FOUR = [0xfd, 0xe6, 0x01];
const ADD_FOUR = [0xfd, 0xe4, 0x01];
const SPLAT = [0xfd, 0x13];
const lane = (at: number) => [0xfd, 0x1f, at];
const ADD_FLOATS = 0x92;

/** Converts the index of a number to the address of its bytes. */
const toAddress = (local: number) => [...get(local), ...constant(2), SHIFT_LEFT, ...set(local)];
const advance = (local: number) => [...get(local), ...constant(32), ADD, ...set(local)];
const section = (id: number, body: number[]) => [id, body.length, ...body];
/** The body of a function: its locals besides the parameters, and its code. */
function body(locals: number[][], code: number[]): number[] {
  const whole = [locals.length, ...locals.flat(), ...code, END];
  return [...length(whole.length), ...whole];
}
const length = (value: number) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7]);

/** Parameters 0 left, 1 right, 2 size; locals 3 and 4 hold four sums each. */
const DOT = body(
  [[2, V128]],
  [
    ...toAddress(0),
    ...toAddress(1),
    ...toAddress(2),
    ...get(0),
    ...get(2),
    ADD,
    ...set(2),
    ...LOOP,
    ...get(3),
    ...get(0),
    ...load(0),
    ...get(1),
    ...load(0),
    ...MULTIPLY_FOUR,
    ...ADD_FOUR,
    ...set(3),
    ...get(4),
    ...get(0),
    ...load(16),
    ...get(1),
    ...load(16),
    ...MULTIPLY_FOUR,
    ...ADD_FOUR,
    ...set(4),
    ...advance(0),
    ...advance(1),
    ...get(0),
    ...get(2),
    BELOW,
    ...AGAIN_IF,
    END,
    ...get(3),
    ...get(4),
    ...ADD_FOUR,
    ...set(3),
    ...get(3),
    ...lane(0),
    ...get(3),
    ...lane(1),
    ADD_FLOATS,
    ...get(3),
    ...lane(2),
    ...get(3),
    ...lane(3),
    ADD_FLOATS,
    ADD_FLOATS,
  ],
);

/** Parameters 0 to, 1 from, 2 factor, 3 size; local 4 holds the factor four times. */
const ADD_SCALED = body(
  [[1, V128]],
  [
    ...toAddress(0),
    ...toAddress(1),
    ...toAddress(3),
    ...get(0),
    ...get(3),
    ADD,
    ...set(3),
    ...get(2),
    ...SPLAT,
    ...set(4),
    ...LOOP,
    ...[0, 16].flatMap((at) => [
      ...get(0),
      ...get(0),
      ...load(at),
      ...get(1),
      ...load(at),
      ...get(4),
      ...MULTIPLY_FOUR,
      ...ADD_FOUR,
      ...store(at),
    ]),
    ...advance(0),
    ...advance(1),
    ...get(0),
    ...get(3),
    BELOW,
    ...AGAIN_IF,
    END,
  ],
);

const MODULE = [
  0x00,
  0x61,
  0x73,
  0x6d,
  0x01,
  0x00,
  0x00,
  0x00,
  // The types of the two functions, the imported memory, the functions, their exports d and a, and their code.
  ...section(1, [2, 0x60, 3, I32, I32, I32, 1, F32, 0x60, 4, I32, I32, F32, I32, 0]),
  ...section(2, [1, 0, 1, 0x6d, 0x02, 0x00, 0x01]),
  ...section(3, [2, 0, 1]),
  ...section(7, [2, 1, 0x64, 0, 0, 1, 0x61, 0, 1]),
  10,
  ...length(DOT.length + ADD_SCALED.length + 1),
  2,
  ...DOT,
  ...ADD_SCALED,
];
