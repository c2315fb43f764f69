import { createMatchWords, type MatchWords } from '../../server/answering/retrieval/match-words.ts';
import type { Reader } from '../../server/engines/types.ts';
import { passageText } from '../../server/ingestion/index/embed-chunks.ts';
import type { Store } from '../../server/store/types.ts';

const MINUTE = 60_000;
/** Nothing depends on how fast the machine is. */
const PATIENCE = { questions: Number.POSITIVE_INFINITY, running: 10 * MINUTE, starting: 10 * MINUTE, rest: 0 };

/**
 * Reads passages when they are found, as if the server had read them all in the background. What is in another language than the
 * reader's, it would not have read.
 */
export function readAsFound(reader: Reader, store: Pick<Store, 'chunks'>): MatchWords {
  const signal = new AbortController().signal;
  async function byIds(projectId: string, ids: string[]): Promise<Map<string, Uint8Array>> {
    const rows = (await store.chunks.byIds(projectId, ids)).filter(({ language }) =>
      reader.languages.includes(language),
    );
    const codes = await reader.read(
      rows.map((row) => passageText(null, row)),
      signal,
    );
    return new Map(rows.map(({ id }, at) => [id, codes[at] ?? new Uint8Array()]));
  }
  return createMatchWords(reader, { wordCodes: { byIds } }, PATIENCE);
}
