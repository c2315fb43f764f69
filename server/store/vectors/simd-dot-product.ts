/**
 * For each vector of 8-bit numbers from `codes` up to `end`, writes its product with the vector of 16-bit numbers at
 * `query` as a 32-bit number at `out`, one after the other. All are addresses in the memory, and `codes` is less than `end`.
 */
export type Dots = (codes: number, end: number, query: number, out: number) => void;

/*
 * The one loop that plain JavaScript is too slow for. As WebAssembly's vector instructions it is ten times as fast and more,
 * and so short that it is written down here instruction by instruction, which saves a compiler. The numbers are those of the
 * WebAssembly specification's binary format.
 */
const [CODES, END, QUERY, OUT] = [0, 1, 2, 3];
const [I32, V128] = [0x7f, 0x7b];

/** Whole numbers as they are written: seven bits a byte, the lowest first. The 64 of a last byte would be a minus to some. */
const number = (value: number): number[] => (value < 64 ? [value] : [(value & 127) | 128, ...number(value >>> 7)]);
const counted = (bytes: number[]): number[] => [...number(bytes.length), ...bytes];
const text = (value: string): number[] => counted([...new TextEncoder().encode(value)]);
const section = (id: number, bytes: number[]): number[] => [id, ...counted(bytes)];

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const hold = (local: number) => [0x22, local]; // set, and go on with it
const constant = (value: number) => [0x41, ...number(value)];
const add = [0x6a];
const below = [0x49];
const loop = [0x03, 0x40];
const again = [0x0d, 0];
const end = [0x0b];
const simd = (instruction: number, ...rest: number[]) => [0xfd, ...number(instruction), ...rest];
const loadEight = (offset: number) => simd(0, 0, ...number(offset)); // v128.load: eight 16-bit numbers
const loadEightWidened = (offset: number) => simd(1, 0, ...number(offset)); // v128.load8x8_s: eight 8-bit ones, as 16-bit
const dotPairs = simd(186); // i32x4.dot_i16x8_s
const addFour = simd(174); // i32x4.add
const lane = (index: number) => simd(27, index); // i32x4.extract_lane
const store = [0x36, 2, 0]; // i32.store
const advance = (local: number, bytes: number) => [...get(local), ...constant(bytes), ...add, ...set(local)];

/** The products of eight numbers, as four sums. */
const eightAt = (at: number) => [
  ...[...get(CODES), ...loadEightWidened(at)],
  ...[...get(QUERY), ...loadEight(2 * at)],
  ...dotPairs,
];

/** A vector a turn. Within it there is no loop to keep count of: each eight of its numbers have instructions of their own. */
function body(width: number): number[] {
  const sums = OUT + 1;
  const later = Array.from({ length: width / 8 - 1 }, (_, index) => [...eightAt(8 * (index + 1)), ...addFour]);
  return [
    ...loop,
    ...get(OUT),
    ...[...eightAt(0), ...later.flat(), ...hold(sums), ...lane(0)],
    ...[1, 2, 3].flatMap((index) => [...get(sums), ...lane(index), ...add]),
    ...[...store, ...advance(OUT, 4), ...advance(CODES, width)],
    ...[...get(CODES), ...get(END), ...below, ...again],
    ...end,
    ...end,
  ];
}

const moduleFor = (width: number) =>
  Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, ...counted([I32, I32, I32, I32]), 0]), // one type: four numbers, no result
    ...section(2, [1, ...text('here'), ...text('memory'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text('dots'), 0, 0]),
    ...section(10, [1, ...counted([1, 1, V128, ...body(width)])]),
  ]);

/** The loop over this memory, which may grow, for vectors of `width` numbers, a multiple of 8. */
export function dotsIn(memory: WebAssembly.Memory, width: number): Dots {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleFor(width)), { here: { memory } });
  return exports.dots as Dots;
}
