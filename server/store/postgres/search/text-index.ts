import type { Reads, Tx } from '../../db.ts';
import type { IndexEntry } from '../../search/search-index.ts';
import { asciiLowerCase, indexTerm, splitTerms, termPrefix } from '../../search/terms.ts';
import { MAX_LISTED, MAX_LOOKUPS, selectTerms } from '../../search/text-ranking.ts';
import type { SearchHit } from '../../types.ts';
import { arrayOf } from '../database/statement.ts';
import { lexemesOf, queryFor } from './lexemes.ts';
import { type Scope, withinScope } from './scope.ts';
import { createTermScores } from './term-scores.ts';

/** What is remembered of terms, in all projects: some 100 bytes each. */
const MAX_CACHED_TERMS = 100_000;
/** So many chunks say how long chunks are. */
const MEASURED = 2_000;
/** An index has no list of its terms: they are read from so many of the chunks that have one of them. */
const LISTED_CHUNKS = 4_000;

/**
 * The GIN index of such a table would be a list of all rows that hold a word, of whichever project; so, as in the embedded
 * engine, the project's number stands in front of each. Without fast updates: their list of what is yet to be indexed would be
 * walked for each term of each search. Rows stay whole on their page up to 8 kB, as every rank reads them.
 */
export async function prepareTextIndex(tx: Tx): Promise<void> {
  await tx.write(
    `create table if not exists search_text (
       project_id text not null, chunk_id bigint not null, generation bigint not null, length integer not null,
       terms tsvector not null, primary key (project_id, chunk_id)
     ) with (toast_tuple_target = 8160)`,
  );
  await tx.write(
    'create index if not exists search_text_by_term on search_text using gin (terms) with (fastupdate = off)',
  );
}

export async function insertTexts(tx: Tx, entries: IndexEntry[]): Promise<void> {
  const lexemes = entries.map(lexemesOf);
  await tx.write(
    `insert into search_text (project_id, chunk_id, generation, length, terms)
     select project_id, chunk_id, generation, length, terms::tsvector
     from unnest(?::text[], ?::bigint[], ?::bigint[], ?::integer[], ?::text[])
       as entry (project_id, chunk_id, generation, length, terms)`,
    [
      arrayOf(entries.map(({ projectId }) => projectId)),
      arrayOf(entries.map(({ chunkId }) => chunkId)),
      arrayOf(entries.map(({ generation }) => generation)),
      arrayOf(lexemes.map(({ length }) => length)),
      arrayOf(lexemes.map(({ vector }) => vector)),
    ],
  );
}

/** The chunks themselves say in which project they are. */
export async function removeTexts(tx: Tx, chunkIds: number[]): Promise<void> {
  await tx.write(
    `delete from search_text using chunks where chunks.id = any(?::bigint[])
       and search_text.project_id = chunks.project_id and search_text.chunk_id = chunks.id`,
    [arrayOf(chunkIds)],
  );
}

/** What a search needs to know of a project's words: how often they occur, which there are, and how long its chunks are. */
interface Counted {
  state: string;
  documentFrequencies: Map<string, number>;
  averageLength: number | null;
  /** By their beginning. */
  termLists: Map<string, string[]>;
}

/** Searches the words of one project at a time. Within a snapshot. */
export interface TextIndex {
  /** How many live chunks hold each term, or one that begins so; those that occur nowhere are absent. */
  documentFrequencies(
    reads: Reads,
    scope: Scope,
    terms: string[],
    as?: 'term' | 'prefix',
  ): Promise<Map<string, number>>;
  /** Terms that begin so, of as many chunks as are read for it. */
  termsBeginning(reads: Reads, scope: Scope, prefix: string): Promise<string[]>;
  /** The ids of chunks that have a term, by term and at most `limit` of each. */
  having(reads: Reads, scope: Scope, terms: string[], limit: number): Promise<Map<string, string[]>>;
  /** All terms that begin with `prefix` count as one more term. */
  search(reads: Reads, scope: Scope, terms: string[], prefix: string | null, limit: number): Promise<SearchHit[]>;
}

/**
 * Counting a term means finding its chunks, and each question asks several times; listing terms means reading thousands of chunks,
 * for each misspelt word: both are remembered, as long as the same generations are live.
 */
export function createTextIndex(): TextIndex {
  const projects = new Map<string, Counted>();
  const termScores = createTermScores();
  let remembered = 0;

  function countedOf({ projectId, state }: Scope): Counted {
    if (remembered > MAX_CACHED_TERMS) {
      projects.clear();
      remembered = 0;
    }
    const known = projects.get(projectId);
    if (known?.state === state) return known;
    const counted = { state, documentFrequencies: new Map(), averageLength: null, termLists: new Map() };
    projects.set(projectId, counted);
    return counted;
  }

  async function documentFrequencies(
    reads: Reads,
    scope: Scope,
    terms: string[],
    as: 'term' | 'prefix' = 'term',
  ): Promise<Map<string, number>> {
    const counted = countedOf(scope);
    // No term has a space.
    const keyOf = (term: string) => asciiLowerCase(term) + (as === 'prefix' ? ' ' : '');
    const lacking = [...new Set(terms.map(asciiLowerCase))].filter(
      (term) => !counted.documentFrequencies.has(keyOf(term)) && isTerm(term),
    );
    if (lacking.length > 0) {
      const counts = await countIn(reads, scope, lacking, as);
      for (const [at, term] of lacking.entries()) counted.documentFrequencies.set(keyOf(term), counts[at] ?? 0);
      remembered += lacking.length;
    }
    const found = terms.map((term): [string, number] => [term, counted.documentFrequencies.get(keyOf(term)) ?? 0]);
    return new Map(found.filter(([, count]) => count > 0));
  }

  async function averageLength(reads: Reads, scope: Scope): Promise<number> {
    const counted = countedOf(scope);
    if (counted.averageLength === null) {
      const [row] = await reads.read<{ average: number | null }>(
        `select avg(length) as average from (select length from search_text where project_id = ? limit ${MEASURED}) as sampled`,
        [scope.projectId],
      );
      counted.averageLength = row?.average ?? 1;
    }
    return counted.averageLength;
  }

  return {
    documentFrequencies,
    async termsBeginning(reads, scope, prefix) {
      const { termLists } = countedOf(scope);
      const listed = termLists.get(prefix) ?? (await termsBeginning(reads, scope, prefix));
      if (!termLists.has(prefix)) remembered += listed.length;
      termLists.set(prefix, listed);
      return listed;
    },
    having,
    async search(reads, scope, terms, prefix, limit) {
      const wanted = [...new Set(terms.flatMap(splitTerms))].slice(0, MAX_LOOKUPS);
      const found = await documentFrequencies(reads, scope, wanted);
      const begun = prefix === null ? null : termPrefix(prefix);
      if (begun !== null) {
        const counted = await documentFrequencies(reads, scope, [begun], 'prefix');
        // No term ends in a space.
        for (const count of counted.values()) found.set(`${begun} `, count);
      }
      const selected = selectTerms(found, scope.chunks);
      if (selected.length === 0) return [];
      const best = await termScores(reads, scope, selected, await averageLength(reads, scope), limit);
      return best.map(({ id, score }) => ({ chunkId: String(id), score }));
    },
  };
}

async function termsBeginning(reads: Reads, scope: Scope, prefix: string): Promise<string[]> {
  const begun = termPrefix(prefix);
  if (begun === null) return [];
  // Lexemes alone, without their positions, and cut at one place: that takes half of the time.
  const mark = indexTerm(scope.number, '').length;
  const rows = await reads.read<{ term: string }>(
    `with sampled as (
       select terms from search_text
       where terms @@ ?::tsquery and generation <> all(?::bigint[]) limit ${LISTED_CHUNKS}
     )
     select distinct substr(lexeme, ?::integer) as term from sampled, unnest(tsvector_to_array(sampled.terms)) as lexeme
     where substr(lexeme, ?::integer, ?::integer) = ? limit ${MAX_LISTED}`,
    [queryFor(scope.number, begun, 'prefix').either, scope.hidden, mark + 1, mark + 1, [...begun].length, begun],
  );
  return rows.map(({ term }) => term);
}

async function having(reads: Reads, scope: Scope, terms: string[], limit: number): Promise<Map<string, string[]>> {
  const known = terms.filter((term) => isTerm(asciiLowerCase(term)));
  const filtered = withinScope(scope, 'generation');
  const rows = await reads.read<{ place: number; id: number }>(
    `select wanted.place, held.chunk_id as id from unnest(?::tsquery[]) with ordinality as wanted (query, place)
     cross join lateral (
       select chunk_id from search_text where terms @@ wanted.query and project_id = ? and generation <> all(?::bigint[])
         ${filtered.sql} limit ?
     ) as held`,
    [
      arrayOf(known.map((term) => queryFor(scope.number, asciiLowerCase(term)).either)),
      scope.projectId,
      scope.hidden,
      ...filtered.parameters,
      limit,
    ],
  );
  const found = new Map(terms.map((term): [string, string[]] => [term, []]));
  for (const { place, id } of rows) found.get(known[Number(place) - 1] ?? '')?.push(String(id));
  return found;
}

/** What is none is in no index, and may be longer than Postgres takes. */
const isTerm = (folded: string) => splitTerms(folded)[0] === folded;

async function countIn(reads: Reads, scope: Scope, terms: string[], as: 'term' | 'prefix'): Promise<number[]> {
  const rows = await reads.read<{ count: number }>(
    `select (select count(*) from search_text where search_text.terms @@ wanted.query
        ${scope.hidden === '{}' ? 'and ?::bigint[] is not null' : 'and generation <> all(?::bigint[])'}) as count
     from unnest(?::tsquery[]) with ordinality as wanted (query, place) order by place`,
    [scope.hidden, arrayOf(terms.map((term) => queryFor(scope.number, term, as).either))],
  );
  return rows.map(({ count }) => count);
}
