import type { Reads } from '../../db.ts';
import { bestSums, createOccurrencesCache, type Occurrences, type Scored } from '../../search/occurrences.ts';
import { HEADING_WEIGHT, inverseDocumentFrequency, MAX_SCORED, TEXT_WEIGHT } from '../../search/text-ranking.ts';
import { arrayOf } from '../database/statement.ts';
import { COUNT_THRESHOLDS, queryFor } from './lexemes.ts';
import { type Scope, withinScope } from './scope.ts';

/** BM25's usual constants, as FTS5 has them. */
const [K1, B] = [1.2, 0.75];

/** Two numbers of eight bytes. */
const BYTES_PER_OCCURRENCE = 16;

/** Without a type, a number with a point is a decimal one, which takes several times as long. */
const float = (value: number) => `${value}::float8`;

/** How often a chunk has the term of a query. */
const occurrencesIn = (query: string) =>
  `width_bucket(ts_rank('{1,1,1,1}', found.terms, ${query})::float8, '${arrayOf(COUNT_THRESHOLDS)}'::float8[])`;

const FREQUENCY = `${float(TEXT_WEIGHT)} * ${occurrencesIn('wanted.in_text')} + ${float(HEADING_WEIGHT)} * ${occurrencesIn('wanted.in_headings')}`;

const SCORE = `rarity * frequency * ${float(K1 + 1)}
  / (frequency + ${float(K1)} * (${float(1 - B)} + ${float(B)} * length / ?::float8))`;

/** A term, or with a space at its end all that begin so, and how many chunks have it. */
type CountedTerm = [term: string, count: number];

/**
 * Returns a function that gives the chunks with the best scores for any of some terms.
 *
 * The score is BM25, computed here from how often each chunk has each term: `ts_rank` by itself knows nothing of how rare a term is,
 * nor how long a chunk. The score of one term is that of the embedded engine; of several, they are added up, which that engine
 * comes out some hundredths below. Each occurrence takes a microsecond or two, as its row is read, so that they are remembered until
 * other generations are live. Those of a filtered search are not: they are fewer, and seldom the same.
 */
export function createTermScores() {
  const known = createOccurrencesCache();
  return async (
    reads: Reads,
    scope: Scope,
    terms: CountedTerm[],
    averageLength: number,
    limit: number,
  ): Promise<Scored[]> => {
    if (scope.within !== null) return bestSums(await occurrencesOf(reads, scope, terms, averageLength), limit);
    const keyOf = ([term]: CountedTerm) => `${scope.projectId} ${scope.state} ${term}`;
    const lists = new Map(terms.map((term) => [term, known.get(keyOf(term))]));
    const lacking = terms.filter((term) => !lists.get(term));
    if (lacking.length > 0) {
      const read = await occurrencesOf(reads, scope, lacking, averageLength);
      for (const [at, term] of lacking.entries()) {
        lists.set(term, read[at]);
        known.set(keyOf(term), read[at]);
      }
    }
    return bestSums(
      [...lists.values()].flatMap((list) => list ?? []),
      limit,
    );
  };
}

/** The occurrences of each term in the chunks of the scope. */
async function occurrencesOf(
  reads: Reads,
  scope: Scope,
  terms: CountedTerm[],
  averageLength: number,
): Promise<Occurrences[]> {
  const queries = terms.map(([term]) =>
    term.endsWith(' ') ? queryFor(scope.number, term.trimEnd(), 'prefix') : queryFor(scope.number, term),
  );
  const filtered = withinScope(scope, 'found.generation');
  const rows = await reads.read<{ place: number; occurrences: Uint8Array }>(
    `with occurrences as (
       select wanted.place, wanted.rarity, found.project_id, found.chunk_id, found.length, ${FREQUENCY} as frequency
       from unnest(?::tsquery[], ?::tsquery[], ?::tsquery[], ?::float8[])
         with ordinality as wanted (in_text, in_headings, either, rarity, place)
       join search_text as found on found.terms @@ wanted.either
       where found.generation <> all(?::bigint[]) ${filtered.sql} limit ${MAX_SCORED}
     )
     select place, string_agg(float8send(chunk_id) || float8send(${SCORE}), '') as occurrences
     from occurrences where project_id = ? group by place`,
    [
      arrayOf(queries.map(({ inText }) => inText)),
      arrayOf(queries.map(({ inHeadings }) => inHeadings)),
      arrayOf(queries.map(({ either }) => either)),
      arrayOf(terms.map(([, count]) => inverseDocumentFrequency(count, scope.chunks))),
      scope.hidden,
      ...filtered.parameters,
      averageLength,
      scope.projectId,
    ],
  );
  const found = new Map(rows.map(({ place, occurrences }) => [Number(place), decoded(occurrences)]));
  return terms.map((_, at) => found.get(at + 1) ?? { ids: new Float64Array(), scores: new Float64Array() });
}

/** Rows come in the order in which they are stored, which is that of their ids but where others were removed before. */
function decoded(bytes: Uint8Array): Occurrences {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.byteLength / BYTES_PER_OCCURRENCE;
  const [ids, scores] = [new Float64Array(length), new Float64Array(length)];
  let isAscending = true;
  for (let at = 0; at < length; at += 1) {
    const id = view.getFloat64(at * BYTES_PER_OCCURRENCE);
    isAscending &&= at === 0 || (ids[at - 1] as number) < id;
    ids[at] = id;
    scores[at] = view.getFloat64(at * BYTES_PER_OCCURRENCE + BYTES_PER_OCCURRENCE / 2);
  }
  if (isAscending) return { ids, scores };
  const order = Uint32Array.from(ids, (_, at) => at).sort((one, other) => (ids[one] ?? 0) - (ids[other] ?? 0));
  const sorted = (values: Float64Array) => Float64Array.from(order, (at) => values[at] ?? 0);
  return { ids: sorted(ids), scores: sorted(scores) };
}
