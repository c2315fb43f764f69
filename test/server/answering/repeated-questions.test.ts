import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toAnswer } from '../../../server/answering/output/to-answer.ts';
import { createAnswerer } from '../../../server/answering/pipeline.ts';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import * as language from '../../../server/language/sentences/sentences.ts';
import { indexTerms } from '../../../server/language/terms.ts';
import { forgetTexts } from '../../../server/platform/text/text-cache.ts';
import { openSqliteStore, type SqliteStore } from '../../../server/store/sqlite/open.ts';
import { aChunk, ingested, SILENT, temporaryPlaces, withProject } from '../../helpers/stores/rows.ts';

vi.mock('../../../server/language/sentences/sentences.ts', { spy: true });

const places = temporaryPlaces();
const embedder = createBuiltinEmbedder();
const OPENING = 'The museum opens at nine. Tickets cost twelve euros.';
const TEXTS = [OPENING, 'The garden of the museum is closed in winter.', 'Dogs stay outside of the museum.'];
let store: SqliteStore;
let projectId: string;

/** The passages that were cut into sentences since the last call. */
function passagesRead(): string[] {
  const read = vi.mocked(language.sentences).mock.calls.map(([text]) => text);
  vi.mocked(language.sentences).mockClear();
  return read.filter((text) => TEXTS.includes(text));
}

async function addSource(texts: string[]) {
  const vectors = await embedder.embed(texts, 'passage');
  const chunks = texts.map((text, at) =>
    aChunk(at, text, { terms: indexTerms(text, 'en').join(' '), embedding: vectors[at] ?? new Float32Array(0) }),
  );
  return ingested(store, projectId, chunks);
}

const ask = (text: string) => {
  const question = { projectId, text, history: [], contact: '', signal: new AbortController().signal };
  return toAnswer(createAnswerer({ store, embedder: () => embedder }).answer(question));
};

beforeEach(async () => {
  store = places.track(await openSqliteStore({ dataDir: places.directory(), embedder, log: SILENT }));
  projectId = (await withProject(store)).id;
  forgetTexts();
  vi.mocked(language.sentences).mockClear();
});
afterEach(() => places.clear());

describe('a question about passages that an earlier one has read', () => {
  it('reads none of them once more, and is answered alike', async () => {
    await addSource(TEXTS);
    const first = await ask('When does the museum open?');
    expect(passagesRead().sort()).toEqual([...TEXTS].sort());
    const second = await ask('Where do dogs stay at the museum?');
    expect(passagesRead()).toEqual([]);
    expect(await ask('When does the museum open?')).toEqual(first);
    forgetTexts();
    expect(await ask('Where do dogs stay at the museum?')).toEqual(second);
  });

  it('is not answered by a source that was deleted or changed meanwhile', async () => {
    const source = await addSource([OPENING]);
    await addSource(TEXTS.slice(1));
    expect((await ask('When does the museum open?')).text).toContain('at nine');
    await store.sources.delete(projectId, source.id);
    expect((await ask('When does the museum open?')).text).not.toContain('at nine');
    await addSource([OPENING.replace('nine', 'ten')]);
    const { text } = await ask('When does the museum open?');
    expect(text).toContain('at ten');
    expect(text).not.toContain('at nine');
  });
});
