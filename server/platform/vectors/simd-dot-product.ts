/**
 * For each vector of 8-bit numbers from `codes` up to `end`, writes its dot product with the vector at `query` to `out` and
 * the following addresses, as 32-bit numbers. All arguments are addresses in the memory, and `codes` is less than `end`.
 */
export type DotProducts = (codes: number, end: number, query: number, out: number) => void;

/*
 * The one loop that plain JavaScript is too slow for: WebAssembly's vector instructions are over ten times as fast. The
 * loop is so short that it is assembled here, instruction by instruction, which saves a compiler. The opcodes are those
 * of the WebAssembly specification's binary format.
 */
const [CODES, END, QUERY, OUT] = [0, 1, 2, 3];
const [I32, V128] = [0x7f, 0x7b];

/**
 * Encodes an integer in LEB128: seven bits per byte, lowest first. Signed numbers use the 64 of the last byte as the
 * sign.
 */
const leb128 = (value: number): number[] => (value < 64 ? [value] : [(value & 127) | 128, ...leb128(value >>> 7)]);
const withLength = (bytes: number[]): number[] => [...leb128(bytes.length), ...bytes];
const text = (value: string): number[] => withLength([...new TextEncoder().encode(value)]);
const section = (id: number, bytes: number[]): number[] => [id, ...withLength(bytes)];

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local]; // sets it and leaves the value on the stack
const constant = (value: number) => [0x41, ...leb128(value)];
const add = [0x6a];
const lessThan = [0x49];
const loop = [0x03, 0x40];
const branch = [0x0d, 0];
const end = [0x0b];
const simd = (instruction: number, ...rest: number[]) => [0xfd, ...leb128(instruction), ...rest];
const loadEight = (offset: number) => simd(0, 0, ...leb128(offset)); // v128.load: eight 16-bit numbers
const loadEightWidened = (offset: number) => simd(1, 0, ...leb128(offset)); // v128.load8x8_s: eight 8-bit ones, as 16-bit
const dotPairs = simd(186); // i32x4.dot_i16x8_s
const addFour = simd(174); // i32x4.add
const lane = (index: number) => simd(27, index); // i32x4.extract_lane
const store = [0x36, 2, 0]; // i32.store
const advance = (local: number, bytes: number) => [...get(local), ...constant(bytes), ...add, ...set(local)];

/** How many bits each number of the vector at `query` has. */
type QueryBits = 8 | 16;

/** The dot product of eight numbers, as four partial sums. */
const eightAt = (at: number, queryBits: QueryBits) => [
  ...get(CODES),
  ...loadEightWidened(at),
  ...get(QUERY),
  ...(queryBits === 8 ? loadEightWidened(at) : loadEight(2 * at)),
  ...dotPairs,
];

/** One vector per iteration, unrolled into instructions for eight numbers each. */
function body(width: number, queryBits: QueryBits): number[] {
  const sums = OUT + 1;
  const following = Array.from({ length: width / 8 - 1 }, (_, index) => [
    ...eightAt(8 * (index + 1), queryBits),
    ...addFour,
  ]);
  return [
    ...loop,
    ...get(OUT),
    ...eightAt(0, queryBits),
    ...following.flat(),
    ...tee(sums),
    ...lane(0),
    ...[1, 2, 3].flatMap((index) => [...get(sums), ...lane(index), ...add]),
    ...store,
    ...advance(OUT, 4),
    ...advance(CODES, width),
    ...get(CODES),
    ...get(END),
    ...lessThan,
    ...branch,
    ...end,
    ...end,
  ];
}

const moduleFor = (width: number, queryBits: QueryBits) =>
  Uint8Array.from([
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, [1, 0x60, ...withLength([I32, I32, I32, I32]), 0]), // one type: four numbers, no result
    ...section(2, [1, ...text('here'), ...text('memory'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text('dotProducts'), 0, 0]),
    ...section(10, [1, ...withLength([1, 1, V128, ...body(width, queryBits)])]),
  ]);

/** Compiles the loop for this memory, which may grow, and for vectors of `width` numbers, a multiple of 8. */
export function compileDotProducts(memory: WebAssembly.Memory, width: number, queryBits: QueryBits): DotProducts {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleFor(width, queryBits)), {
    here: { memory },
  });
  return exports.dotProducts as DotProducts;
}
