import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBuiltinEmbedder } from '../../../../../server/engines/builtin/builtin-embedder.ts';
import { compileDotProducts } from '../../../../../server/platform/vectors/simd-dot-product.ts';
import { openSqlite, type SqliteDb } from '../../../../../server/store/sqlite/database/driver.ts';
import { createVectorIndex, type VectorIndex } from '../../../../../server/store/sqlite/search/vectors.ts';
import { quantize, quantizedWidth } from '../../../../../server/store/vectors/quantize.ts';
import { createQuantizedCache, quantizedBytes } from '../../../../../server/store/vectors/quantized-cache.ts';
import { seeded } from '../../../../helpers/input/seeded.ts';
import { temporaryPlaces } from '../../../../helpers/stores/rows.ts';
import { createWords, paragraph } from '../../../../research/bench/books.ts';

const DIMENSIONS = 256;
/** More than are compared exactly. */
const MANY = 5000;
const WANTED = 40;

const unit = (vector: Float32Array) => {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};

/** Vectors around centres, as models give them. */
function clusters(random: () => number): () => Float32Array {
  const noise = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const centres = Array.from({ length: 50 }, () => new Float32Array(DIMENSIONS).map(noise));
  return () => {
    const centre = centres[Math.floor(random() * centres.length)] ?? new Float32Array(DIMENSIONS);
    return unit(centre.map((value) => value + 0.8 * noise()));
  };
}

describe('the products of one vector with many', () => {
  it.each([8, 16, 64, 384, 1000, 8192])('are those of plain arithmetic, for %i dimensions', (width) => {
    const memory = new WebAssembly.Memory({ initial: 3 });
    const random = seeded(width);
    const query = new Int16Array(memory.buffer, 0, width).map(() => 0);
    const codes = new Int8Array(memory.buffer, 2 * width, 7 * width);
    for (let at = 0; at < codes.length; at += 1) codes[at] = Math.floor(random() * 255) - 127;
    for (let at = 0; at < width; at += 1) query[at] = at % 3 === 0 ? 127 : Math.floor(random() * 255) - 127;
    new Int16Array(memory.buffer, 0, width).set(query);
    codes.fill(127, 0, width);
    const products = () => [...new Int32Array(memory.buffer, 9 * width, 7)];
    const expected = Array.from({ length: 7 }, (_, row) =>
      query.reduce((sum, value, at) => sum + value * (codes[row * width + at] ?? 0), 0),
    );
    compileDotProducts(memory, width, 16)(2 * width, 9 * width, 0, 9 * width);
    expect(products()).toEqual(expected);
    new Int8Array(memory.buffer, 0, width).set(query);
    compileDotProducts(memory, width, 8)(2 * width, 9 * width, 0, 9 * width);
    expect(products()).toEqual(expected);
  });
});

describe('quantised vectors', () => {
  it('differ from what they were by half a step, whatever their length and range', () => {
    const vectors = [
      new Float32Array([1, -0.5, 0.001]),
      new Float32Array([0, 0, 0]),
      new Float32Array([3e-9, 1e-9, 0]),
    ];
    const { codes, scales } = quantize(vectors, 3);
    expect(codes).toHaveLength(3 * quantizedWidth(3));
    vectors.forEach((vector, row) => {
      const scale = scales[row] ?? Number.NaN;
      vector.forEach((value, at) => {
        const again = (codes[row * quantizedWidth(3) + at] ?? Number.NaN) * scale;
        expect(Math.abs(again - value)).toBeLessThanOrEqual(scale * 0.501);
      });
    });
  });
});

describe('the vector index', () => {
  const places = temporaryPlaces();
  let db: SqliteDb;
  beforeEach(async () => {
    db = openSqlite(join(places.directory(), 'vectors.db'), Date.now);
    await db.write('create table generations (id bigint primary key, project_id text, state text, chunks integer)');
  });
  afterEach(async () => {
    await db.close();
    places.clear();
  });

  /** Writes vectors as one live generation, in batches; ids go on from `firstId`. */
  async function add(index: VectorIndex, generation: number, firstId: number, vectors: Float32Array[], state = 'live') {
    await db.write("insert into generations values (?, 'one', ?, ?)", [generation, state, vectors.length]);
    for (let from = 0; from < vectors.length; from += 50) {
      const placed = vectors.slice(from, from + 50).map((embedding, at) => ({
        chunkId: firstId + from + at,
        projectNumber: 1,
        generation,
        embedding,
      }));
      await db.tx((tx) => index.insert(tx, placed));
    }
  }
  /** As in a project of so many chunks: that decides how it is searched. */
  const search = async (index: VectorIndex, chunks: number, embedding: Float32Array, limit = WANTED) =>
    db.snapshot((reads) =>
      index.nearest(
        reads,
        { projectId: 'one', projectNumber: 1, chunks, within: null, changes: null },
        embedding,
        limit,
      ),
    );
  const ids = (hits: { chunkId: string }[]) => hits.map(({ chunkId }) => chunkId);

  async function recall(vectors: Float32Array[], queries: Float32Array[]): Promise<number> {
    const index = createVectorIndex('vectors', DIMENSIONS);
    await db.tx((tx) => index.create(tx));
    await add(index, 1, 1, vectors);
    let found = 0;
    for (const query of queries) {
      const exact = new Set(ids(await search(index, 1, query)));
      found += ids(await search(index, vectors.length, query)).filter((id) => exact.has(id)).length;
    }
    return found / (queries.length * WANTED);
  }

  it('finds in a large project what the exact scan finds, among vectors as models give them', async () => {
    const make = clusters(seeded(11));
    const vectors = Array.from({ length: MANY }, make);
    expect(await recall(vectors, Array.from({ length: 40 }, make))).toBeGreaterThanOrEqual(0.99);
  });

  it('finds in a large project what the exact scan finds, among those of the built-in embedder', async () => {
    const random = seeded(12);
    const word = createWords(random);
    const embedder = createBuiltinEmbedder();
    const texts = Array.from({ length: MANY }, () => paragraph(word, random, 300));
    const questions = Array.from({ length: 40 }, () => Array.from({ length: 6 }, word).join(' '));
    const vectors = await embedder.embed(texts, 'passage');
    expect(await recall(vectors, await embedder.embed(questions, 'query'))).toBeGreaterThanOrEqual(0.99);
  });

  it('scores alike and orders alike, however a project is searched', async () => {
    const index = createVectorIndex('vectors', DIMENSIONS);
    await db.tx((tx) => index.create(tx));
    const make = clusters(seeded(13));
    const vectors = Array.from({ length: 300 }, make);
    await add(index, 1, 1, vectors);
    const exact = await search(index, 300, vectors[7] ?? make());
    const large = await search(index, MANY, vectors[7] ?? make());
    expect(ids(large)).toEqual(ids(exact));
    large.forEach(({ score }, at) => {
      expect(score).toBeCloseTo(exact[at]?.score ?? Number.NaN, 5);
    });
    expect(large[0]).toMatchObject({ chunkId: '8' });
  });

  it('follows what goes live and what is retired, and sees nothing else', async () => {
    const index = createVectorIndex('vectors', DIMENSIONS);
    await db.tx((tx) => index.create(tx));
    const make = clusters(seeded(14));
    const [first, second, third] = [1, 2, 3].map(() => Array.from({ length: 120 }, make)) as [
      Float32Array[],
      Float32Array[],
      Float32Array[],
    ];
    await add(index, 1, 1, first);
    await add(index, 2, 1001, second);
    await add(index, 3, 2001, third, 'staging');
    const best = async (vectors: Float32Array[]) => ids(await search(index, MANY, vectors[60] ?? make(), 1))[0];
    expect(await best(first)).toBe('61');
    expect(await best(second)).toBe('1061');
    expect(await best(third)).not.toBe('2061');
    await db.write("update generations set state = case id when 3 then 'live' else 'retired' end where id <> 2");
    expect(await best(first)).not.toBe('61');
    expect(await best(second)).toBe('1061');
    expect(await best(third)).toBe('2061');
  });

  it('keeps nothing of what is removed', async () => {
    const index = createVectorIndex('vectors', DIMENSIONS);
    await db.tx((tx) => index.create(tx));
    const make = clusters(seeded(15));
    await add(index, 1, 1, Array.from({ length: 120 }, make));
    await add(index, 2, 121, Array.from({ length: 10 }, make));
    await db.write("update generations set state = 'retired' where id = 1");
    const all = Array.from({ length: 120 }, (_, at) => at + 1);
    await db.tx((tx) => index.remove(tx, all.slice(0, 70)));
    await db.tx((tx) => index.remove(tx, [...all.slice(70), 999]));
    expect(await db.read('select first, generation, length(scales) as bytes from vectors_quantised')).toEqual([
      { first: 121, generation: 2, bytes: 40 },
    ]);
    expect(await db.read('select count(*) as left from vectors')).toEqual([{ left: 10 }]);
    expect(await search(index, MANY, make())).toHaveLength(10);
  });

  it('stands twice in one database, each of its own dimensions', async () => {
    const small = createVectorIndex('vectors', DIMENSIONS);
    const other = createVectorIndex('vectors_of_another', 12);
    await db.tx(async (tx) => {
      await small.create(tx);
      await other.create(tx);
    });
    await add(small, 1, 1, Array.from({ length: 20 }, clusters(seeded(16))));
    const embedding = unit(new Float32Array(12).fill(1));
    await db.tx((tx) => other.insert(tx, [{ chunkId: 5, projectNumber: 1, generation: 1, embedding }]));
    for (const chunks of [1, MANY]) expect(ids(await search(other, chunks, embedding))).toEqual(['5']);
    expect(() => other.assertEmbedding(new Float32Array(DIMENSIONS))).toThrow(RangeError);
  });

  it('finds each vector among those of many generations and of a large one', async () => {
    const index = createVectorIndex('vectors', DIMENSIONS);
    await db.tx((tx) => index.create(tx));
    const make = clusters(seeded(14));
    const vectors = Array.from({ length: MANY }, make);
    const [large, small] = [3400, 10];
    await add(index, 70, 1, vectors.slice(0, large));
    for (let from = large; from < MANY; from += small) {
      const generation = 100 + from;
      await add(index, from % 20 === 0 ? generation : generation - 3400, from + 1, vectors.slice(from, from + small));
    }
    for (let at = 0; at < MANY; at += 97) {
      expect(ids(await search(index, MANY, vectors[at] ?? new Float32Array(DIMENSIONS), 1))).toEqual([String(at + 1)]);
    }
  });

  it.each([
    [0.5, 128],
    [4, 512],
    [64, 1024],
  ])('keep on a machine with %d GB at most %d MB of them in memory', (gigabytes, megabytes) => {
    expect(quantizedBytes(gigabytes * 2 ** 30)).toBe(megabytes * 2 ** 20);
  });

  it('keeps so much in memory and no more: what was asked longest ago goes, what is too large never comes', async () => {
    const index = createVectorIndex('vectors', DIMENSIONS);
    await db.tx((tx) => index.create(tx));
    const cache = createQuantizedCache('vectors_quantised', DIMENSIONS, 650 * DIMENSIONS);
    const of = (project: string, chunks: number) => db.snapshot((reads) => cache.load(reads, project, chunks));
    const first = await of('first', 200);
    const second = await of('second', 200);
    expect(await of('first', 200)).toBe(first);
    await of('third', 200);
    expect(await of('first', 200)).toBe(first);
    expect(await of('second', 200)).not.toBe(second);
    expect(await of('huge', 2000)).toBeNull();
  });
});
