import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBuiltinEmbedder } from '../../../../server/engines/builtin/builtin-embedder.ts';
import { chunkDocument } from '../../../../server/ingestion/chunk/chunk.ts';
import { encodeChunks } from '../../../../server/ingestion/chunk/encode-chunks.ts';
import { parse } from '../../../../server/ingestion/parse/parse.ts';
import type { Chunk } from '../../../../server/ingestion/types.ts';
import { joinedTerms } from '../../../../server/language/terms.ts';
import type { NewChunk, Store } from '../../../../server/store/types.ts';
import { seeded } from '../../../helpers/input/seeded.ts';
import { aSource, claimed, staged } from '../../../helpers/stores/rows.ts';
import { docsQa } from '../../eval/docs-qa/documentation.ts';

/** Of what is added to the corpora, this share is a page as it was for another release, the rest mixes their sentences. */
const NEARLY_EQUAL = 0.5;

interface Page {
  title: string;
  filename: string;
  chunks: Chunk[];
}

/** The pages of the open documentations, and the questions about them. */
export async function readCorpora(): Promise<{ pages: Page[]; questions: string[] }> {
  const { names, missing, load } = docsQa();
  if (names.length === 0) throw new Error(missing.join('\n'));
  const pages: Page[] = [];
  const questions: string[] = [];
  for (const name of names) {
    const documentation = load(name);
    questions.push(...documentation.questions.map(({ question }) => question));
    for (const { title, path = '', filename = '' } of documentation.documents) {
      const document = await parse('markdown', readFileSync(join(documentation.folder, path)), () => undefined);
      const chunks = [...chunkDocument(document, filename)];
      if (chunks.length > 0) pages.push({ title: document.title ?? title, filename, chunks });
    }
  }
  const random = seeded(7);
  const shuffled = pages.map((page) => ({ page, key: random() })).sort((one, other) => one.key - other.key);
  return { pages: shuffled.map(({ page }) => page), questions };
}

/** The pages of the corpora, then versions of them, without end and always the same. */
export function* pagesOf(pages: Page[]): Generator<Page, never> {
  const random = seeded(8);
  const sentences = pages.flatMap(({ chunks }) => chunks.flatMap(({ text }) => text.split(/(?<=[.:])\s+/)));
  for (let release = 0; ; release += 1) {
    for (const page of pages) {
      const isNear = random() < NEARLY_EQUAL;
      const version = (chunk: Chunk) => (isNear ? released(chunk, release) : mixed(chunk, sentences, random));
      if (release === 0) yield page;
      else yield { ...page, title: `${page.title} ${release}.0`, chunks: page.chunks.map(version) };
    }
  }
}

/** Of a sequence of pages, those that a store with the first `present` passages lacks to have at least `wanted`. */
export function* missingPages(pages: Iterable<Page>, present: number, wanted: number): Generator<Page> {
  let count = 0;
  for (const page of pages) {
    if (count >= wanted) return;
    if (count >= present) yield page;
    count += page.chunks.length;
  }
}

/** The same passage with other numbers. */
const released = (chunk: Chunk, release: number): Chunk =>
  withText(chunk, `${chunk.text.replace(/\d+/g, (digits) => String(Number(digits) + release))} (${release}.0)`);

/** A passage of the same length with sentences of others. */
function mixed(chunk: Chunk, sentences: string[], random: () => number): Chunk {
  let text = '';
  while (text.length < chunk.text.length) text += `${sentences[Math.floor(random() * sentences.length)]} `;
  const blocks: Chunk['blocks'] = [{ kind: 'paragraph', start: 0, end: text.length }];
  return { ...withText(chunk, text), blocks };
}

const withText = (chunk: Chunk, text: string): Chunk => ({
  ...chunk,
  text,
  end: chunk.start + text.length,
  terms: joinedTerms(text, 'en'),
});

/** Writes pages as sources of a project, as ingestion hands them to the store; the next one is embedded meanwhile. */
export async function storePages(store: Store, projectId: string, pages: Iterable<Page>): Promise<void> {
  const embedder = createBuiltinEmbedder();
  let written = Promise.resolve();
  for (const page of pages) {
    const texts = page.chunks.map(({ text }) => text);
    const vectors = await embedder.embed(texts, 'passage');
    await written;
    const none = new Float32Array(embedder.dimensions);
    const placed = [...encodeChunks(page.chunks)].map(
      (chunk, at): NewChunk => ({ ...chunk, embedding: vectors[at] ?? none }),
    );
    written = storePage(store, projectId, page, placed);
  }
  await written;
  await embedder.close();
}

async function storePage(store: Store, projectId: string, { title, filename }: Page, chunks: NewChunk[]) {
  const source = aSource(projectId, { metadata: { filename } });
  await store.sources.create(source);
  const job = await claimed(store, 'bench', Date.now(), 3_600_000);
  const generation = await staged(store, job, chunks);
  await store.chunks.publish(job, generation, {
    document: { title, language: 'en', text: '' },
    chunksCount: chunks.length,
    metadata: { filename },
    at: Date.now(),
  });
}
