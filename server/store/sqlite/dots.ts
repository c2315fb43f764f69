/**
 * For each vector of `width` 8-bit numbers from `codes` up to `end`, writes its product with the `width` 16-bit numbers at
 * `query` as a 32-bit number at `out`, one after the other. All are addresses in the memory; `width` is a multiple of 8, and
 * `codes` less than `end`.
 *
 * The one loop that plain JavaScript is too slow for. As WebAssembly's vector instructions it is ten times as fast, and so
 * short that it is written down here instruction by instruction, which saves a compiler. The numbers are those of the
 * WebAssembly specification's binary format.
 */
export type Dots = (codes: number, end: number, width: number, query: number, out: number) => void;

const [CODES, END, WIDTH, QUERY, OUT] = [0, 1, 2, 3, 4];
/** Where in the query, where the present vector ends, and four sums side by side. */
const [AT, VECTOR_END, SUMS] = [5, 6, 7];
const [I32, V128] = [0x7f, 0x7b];

/** Whole numbers as they are written: seven bits a byte, the lowest first. */
const number = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...number(value >>> 7)]);
const counted = (bytes: number[]): number[] => [...number(bytes.length), ...bytes];
const text = (value: string): number[] => counted([...new TextEncoder().encode(value)]);
const section = (id: number, bytes: number[]): number[] => [id, ...counted(bytes)];

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const constant = (value: number) => [0x41, value];
const add = [0x6a];
const below = [0x49];
const loop = [0x03, 0x40];
const again = [0x0d, 0];
const end = [0x0b];
const simd = (instruction: number, ...rest: number[]) => [0xfd, ...number(instruction), ...rest];
const zeroes = simd(12, ...new Array<number>(16).fill(0));
const loadEight = simd(0, 0, 0); // v128.load: eight 16-bit numbers
const loadEightWidened = simd(1, 0, 0); // v128.load8x8_s: eight 8-bit numbers, as 16-bit ones
const dotPairs = simd(186); // i32x4.dot_i16x8_s
const addFour = simd(174); // i32x4.add
const lane = (index: number) => simd(27, index); // i32x4.extract_lane
const store = [0x36, 2, 0]; // i32.store
const advance = (local: number, bytes: number) => [...get(local), ...constant(bytes), ...add, ...set(local)];

const BODY = [
  ...loop,
  ...[...get(QUERY), ...set(AT)],
  ...[...get(CODES), ...get(WIDTH), ...add, ...set(VECTOR_END)],
  ...[...zeroes, ...set(SUMS)],
  ...loop,
  ...[
    ...get(SUMS),
    ...get(CODES),
    ...loadEightWidened,
    ...get(AT),
    ...loadEight,
    ...dotPairs,
    ...addFour,
    ...set(SUMS),
  ],
  ...[...advance(AT, 16), ...advance(CODES, 8)],
  ...[...get(CODES), ...get(VECTOR_END), ...below, ...again],
  ...end,
  ...[...get(OUT), ...get(SUMS), ...lane(0)],
  ...[1, 2, 3].flatMap((index) => [...get(SUMS), ...lane(index), ...add]),
  ...[...store, ...advance(OUT, 4)],
  ...[...get(CODES), ...get(END), ...below, ...again],
  ...end,
  ...end,
];

const MODULE = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, ...counted([I32, I32, I32, I32, I32]), 0]), // one type: five numbers, no result
  ...section(2, [1, ...text('here'), ...text('memory'), 2, 0, 1]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...text('dots'), 0, 0]),
  ...section(10, [1, ...counted([2, 2, I32, 1, V128, ...BODY])]),
]);

/** The loop over this memory, which may grow. */
export function dotsIn(memory: WebAssembly.Memory): Dots {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { here: { memory } });
  return exports.dots as Dots;
}
