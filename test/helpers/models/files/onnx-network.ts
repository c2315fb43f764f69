import { bytes } from './byte-writer.ts';
import { noise } from './noise.ts';

/** Protobuf encodings: length-delimited, varint, float. */
const field = (number: number, content: Uint8Array | string) => {
  const whole = Buffer.from(content);
  return Buffer.concat([varint((number << 3) | 2), varint(whole.length), whole]);
};
const integer = (number: number, value: number) => Buffer.concat([varint(number << 3), varint(value)]);
const real = (number: number, value: number) => Buffer.concat([varint((number << 3) | 5), bytes().f32(value).whole()]);

/** A negative number takes ten bytes, as 64 bits. */
function varint(value: number): Buffer {
  const found: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest >= 0x80n) {
    found.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Buffer.from([...found, Number(rest)]);
}

export const FLOAT = 1;
export const INT64 = 7;

function floats(name: string, shape: number[], values: Float32Array): Buffer {
  const raw = bytes().floats(values).whole();
  return Buffer.concat([
    ...shape.map((extent) => integer(1, extent)),
    integer(2, FLOAT),
    field(8, name),
    field(9, raw),
  ]);
}

function longs(name: string, values: number[]): Buffer {
  const raw = Buffer.alloc(values.length * 8);
  values.forEach((value, at) => {
    raw.writeBigInt64LE(BigInt(value), at * 8);
  });
  return Buffer.concat([integer(1, values.length), integer(2, INT64), field(8, name), field(9, raw)]);
}

export const attribute = {
  integer: (name: string, value: number) => Buffer.concat([field(1, name), integer(3, value), integer(20, 2)]),
  real: (name: string, value: number) => Buffer.concat([field(1, name), real(2, value), integer(20, 1)]),
  list: (name: string, values: number[]) =>
    Buffer.concat([field(1, name), ...values.map((value) => integer(8, value)), integer(20, 7)]),
};

/** A network under construction: nodes and the weights that they name. */
export function network() {
  const nodes: Buffer[] = [];
  const weights: Buffer[] = [];
  let last = 0;
  let lastSeed = 100;
  const self = {
    /** Of random weights, another one for each. */
    seed: () => ++lastSeed,
    /** Adds a node. Its output gets the given name, or else a number. */
    node(type: string, inputs: string[], attributes: Buffer[] = [], output = `t${++last}`): string {
      nodes.push(
        Buffer.concat([
          ...inputs.map((input) => field(1, input)),
          field(2, output),
          field(4, type),
          ...attributes.map((one) => field(5, one)),
        ]),
      );
      return output;
    },
    floats(shape: number[], values: Float32Array): string {
      const name = `w${++last}`;
      weights.push(floats(name, shape, values));
      return name;
    },
    longs(values: number[]): string {
      const name = `w${++last}`;
      weights.push(longs(name, values));
      return name;
    },
    random: (shape: number[], deviation: number) =>
      self.floats(
        shape,
        noise(
          shape.reduce((product, extent) => product * extent, 1),
          self.seed(),
          deviation,
        ),
      ),
    /** Weights in another file, as large models have them, at any path that somebody writes there. */
    external(shape: number[], location: string): string {
      const name = `w${++last}`;
      const entry = (key: string, value: string) => field(13, Buffer.concat([field(1, key), field(2, value)]));
      const where = [entry('location', location), entry('offset', '0'), integer(14, 1)];
      weights.push(
        Buffer.concat([...shape.map((extent) => integer(1, extent)), integer(2, FLOAT), field(8, name), ...where]),
      );
      return name;
    },
    /** Weights of this shape without any numbers. */
    missing(shape: number[]): string {
      const name = `w${++last}`;
      weights.push(
        Buffer.concat([...shape.map((extent) => integer(1, extent)), integer(2, FLOAT), field(8, name), field(9, '')]),
      );
      return name;
    },
    constant: (value: number, length = 1) => self.floats([length], new Float32Array(length).fill(value)),
    nodes,
    weights,
  };
  return self;
}

export type Network = ReturnType<typeof network>;

/** The name, type of numbers and shape of an input or an output. */
export function valueInfo(name: string, type: number, shape: (number | string)[]): Buffer {
  const extents = shape.map((extent) => field(1, typeof extent === 'number' ? integer(1, extent) : field(2, extent)));
  return Buffer.concat([
    field(1, name),
    field(2, field(1, Buffer.concat([integer(1, type), field(2, Buffer.concat(extents))]))),
  ]);
}

/** The whole file. */
export function modelFile({ nodes, weights }: Network, inputs: Buffer[], outputs: Buffer[]): Buffer {
  const graph = Buffer.concat([
    ...nodes.map((node) => field(1, node)),
    field(2, 'encoder'),
    ...weights.map((weight) => field(5, weight)),
    ...inputs.map((input) => field(11, input)),
    ...outputs.map((output) => field(12, output)),
  ]);
  return Buffer.concat([
    integer(1, 8),
    field(2, 'footnote-fixture'),
    field(7, graph),
    field(8, Buffer.concat([field(1, ''), integer(2, 17)])),
  ]);
}
