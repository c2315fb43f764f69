import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The results of plain BM25 in an index of the set and language alone, with the best tokenizer by hit@5, or else by doc@5. */
export interface Floor {
  hit1: number | null;
  hit5: number | null;
  hit10: number | null;
  doc5: number | null;
}

/** The floor if none was measured. */
export const NO_FLOOR: Floor = { hit1: null, hit5: null, hit10: null, doc5: null };

type Row = Record<string, number | undefined>;

/** Reads the floor of a set and language; `NO_FLOOR` if none was measured. */
export function floorOf(data: string, set: string, language: string): Floor {
  const path = join(data, 'bm25-floor.json');
  if (!existsSync(path)) return NO_FLOOR;
  const rows = (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, Row>>)[set] ?? {};
  // Only rows with a separate index and the whole set: not `… in one index`, not across languages, not a part of the questions.
  const own = Object.entries(rows).filter(
    ([name, row]) =>
      name.startsWith(`${language}/`) && !/in one index|cross-lingual/.test(name) && (row.chunks || /\+/.test(name)),
  );
  const key = own.some(([, row]) => row['hit@5'] !== undefined) ? 'hit@5' : 'doc@5';
  const best = own.map(([, row]) => row).sort((a, b) => (b[key] ?? 0) - (a[key] ?? 0))[0];
  if (!best) return NO_FLOOR;
  const value = (name: string) => best[name] ?? null;
  return { hit1: value('hit@1'), hit5: value('hit@5'), hit10: value('hit@10'), doc5: value('doc@5') };
}
