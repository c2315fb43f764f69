import type { Reads } from '../db.ts';
import type { IndexEntry } from '../search/search-index.ts';
import { splitTerms } from '../search/terms.ts';
import type { VectorIndexKey } from '../vectors/vector-indexes.ts';
import { forgetPart, notePart, type Parts } from './arriving.ts';
import { createChecksum } from './checksum.ts';
import type { ChunkPlace, MoveEndpoint } from './move-endpoint.ts';
import { partOf, VECTOR_INDEXES } from './tables.ts';

/** The progress of copying the index. */
interface IndexState {
  /** The last chunk that was copied. */
  after: number;
  bytes: number;
  done: boolean;
}

export const INDEX = 'index';
const VECTOR_INDEXES_PART = partOf({ name: VECTOR_INDEXES });
const BEGINNING: IndexState = { after: 0, bytes: 0, done: false };
const CHUNKS_AT_ONCE = 50;
/** Further occurrences of a term in a chunk do not change its rank, and Postgres does not store them. */
const MAX_TERM_COUNT = 60;
const BYTES_PER_DIMENSION = Float32Array.BYTES_PER_ELEMENT;

/** All vector indexes in use: two while one replaces the other. */
export const vectorIndexesOf = (reads: Reads): Promise<VectorIndexKey[]> =>
  reads.read<VectorIndexKey>(
    "select id, embedder, dimensions from vector_indexes where state <> 'retired' order by id",
  );

/**
 * Copies the text index and the vectors: nothing is parsed, chunked or embedded again. It runs after the chunks have been copied
 * and before `vector_indexes` is.
 */
export async function copyIndex(
  from: MoveEndpoint,
  to: MoveEndpoint,
  parts: Parts,
  { onBytes, signal }: { onBytes: (bytes: number) => void; signal: AbortSignal },
): Promise<void> {
  const indexes = await vectorIndexesOf(from.db);
  let state = (parts.get(INDEX) as IndexState | undefined) ?? null;
  if (state === null) {
    await clear(to, indexes);
    parts.delete(VECTOR_INDEXES_PART);
    state = BEGINNING;
  }
  onBytes(state.bytes);
  while (!state.done) {
    signal.throwIfAborted();
    const places = await nextPlaces(from.db, state.after);
    const terms = await from.termsOf(from.db, places);
    const vectors = await Promise.all(indexes.map((index) => from.readVectors(from.db, index, places)));
    const bytes = places.length * bytesOfChunk(indexes);
    const reached: IndexState = {
      after: places.at(-1)?.chunkId ?? state.after,
      bytes: state.bytes + bytes,
      done: places.length < CHUNKS_AT_ONCE,
    };
    await to.db.counting(async (tx) => {
      const entries = places.flatMap((place): IndexEntry[] => {
        const found = terms.get(place.chunkId);
        return found ? [{ ...place, chunk: { ...found, embedding: NO_EMBEDDING } }] : [];
      });
      await to.index.add(tx, entries);
      for (const [at, index] of indexes.entries()) {
        const placed = places.flatMap((place) => {
          const embedding = vectors[at]?.get(place.chunkId);
          return embedding ? [{ ...place, embedding }] : [];
        });
        await to.tableOf(index).insert(tx, placed);
      }
      await notePart(tx, INDEX, reached);
    });
    onBytes(bytes);
    state = reached;
  }
}

/** Never stored, as `vector_indexes` is still empty. */
const NO_EMBEDDING = new Float32Array(0);

/** The bytes of a chunk's vectors. */
export const bytesOfChunk = (indexes: VectorIndexKey[]): number =>
  indexes.reduce((sum, { dimensions }) => sum + BYTES_PER_DIMENSION * dimensions, 0);

/** Empties the index at the target: an earlier, damaged copy may be there. */
async function clear(to: MoveEndpoint, indexes: VectorIndexKey[]): Promise<void> {
  await to.db.counting(async (tx) => {
    await tx.write(`delete from ${VECTOR_INDEXES}`);
    await forgetPart(tx, VECTOR_INDEXES_PART);
  });
  for (let after = 0; ; ) {
    const places = await nextPlaces(to.db, after);
    const ids = places.map(({ chunkId }) => chunkId);
    if (ids.length === 0) break;
    const there = await to.termsOf(to.db, places);
    if (there.size > 0) await to.db.counting((tx) => to.index.remove(tx, [...there.keys()]));
    after = ids.at(-1) ?? after;
  }
  await to.db.counting(async (tx) => {
    for (const index of indexes) {
      if (await to.hasVectors(tx, index)) await to.tableOf(index).drop(tx);
      await to.tableOf(index).create(tx);
    }
    await notePart(tx, INDEX, BEGINNING);
  });
}

async function nextPlaces(reads: Reads, after: number): Promise<ChunkPlace[]> {
  return reads.read<ChunkPlace>(
    `select chunks.id as "chunkId", chunks.project_id as "projectId", projects.number as "projectNumber", chunks.generation
     from chunks join projects on projects.id = chunks.project_id where chunks.id > ? order by chunks.id limit ?`,
    [after, CHUNKS_AT_ONCE],
  );
}

/** A checksum over the terms and vectors of all chunks. */
export async function checksumOfIndex(
  endpoint: MoveEndpoint,
  indexes: VectorIndexKey[],
  signal: AbortSignal,
): Promise<string> {
  const checksum = createChecksum();
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const places = await nextPlaces(endpoint.db, after);
    const terms = await endpoint.termsOf(endpoint.db, places);
    for (const [chunkId, found] of terms) {
      checksum.add([chunkId, counted(found.headingTerms), counted(found.terms)]);
    }
    for (const index of indexes) {
      const vectors = await endpoint.readVectors(endpoint.db, index, places);
      for (const [chunkId, { buffer, byteOffset, byteLength }] of vectors) {
        checksum.add([chunkId, index.id, Buffer.from(buffer, byteOffset, byteLength).toString('base64')]);
      }
    }
    if (places.length < CHUNKS_AT_ONCE) return checksum.value();
    after = places.at(-1)?.chunkId ?? after;
  }
}

/** Each term with its number of occurrences, sorted independently of the engine. */
function counted(terms: string): [string, number][] {
  const counts = new Map<string, number>();
  for (const term of splitTerms(terms)) counts.set(term, Math.min(MAX_TERM_COUNT, (counts.get(term) ?? 0) + 1));
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
}
