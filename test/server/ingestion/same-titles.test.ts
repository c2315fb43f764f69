import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIngestion, type TestIngestion } from '../../helpers/ingestion/test-ingestion.ts';

let ingestion: TestIngestion;
beforeAll(async () => {
  ingestion = await openIngestion();
  ingestion.worker.start();
});
afterAll(() => ingestion.close());

/** Reads files in this order; the result has their titles in the console, and in passages. */
async function titlesOf(files: Record<string, string>) {
  const { store, upload, settled } = ingestion;
  const ids: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    const { id } = await upload(name, content);
    ids.push(id);
    await settled(id);
  }
  const titles: (string | undefined)[] = [];
  for (const id of ids) {
    const source = await store.sources.byId(id);
    const [first] = await store.chunks.between(ingestion.projectId, id, 0, 0);
    expect(first?.title).toBe(source?.metadata.title);
    titles.push(first?.title);
  }
  return titles;
}

const page = (manual: string, ...sections: string[]) =>
  [
    `# ${manual}`,
    ...sections.flatMap((section) => [`## ${section}`, `All about ${section.toLowerCase()} is here.`]),
  ].join('\n\n');

describe('documents of one project that have the same title', () => {
  it('are told apart by the first heading that no other has', async () => {
    const files = {
      'a1.md': page('Pump manual', 'Contents', 'Berths', 'Contact'),
      'a2.md': page('Pump manual', 'Contents', 'Winter storage', 'Contact'),
      'a3.md': page('Pump manual', 'Contents', 'Guests', 'Contact'),
    };
    expect(await titlesOf(files)).toEqual([
      'Pump manual – Berths',
      'Pump manual – Winter storage',
      'Pump manual – Guests',
    ]);
  });

  it('are told apart by their names where no heading does', async () => {
    const files = {
      'b1_part-one.md': '# Price list\n\nA berth costs 30 euro.',
      'b2.html': '<!doctype html><title>Price list</title><h1>Price list</h1><p>A guest berth costs 40 euro.</p>',
    };
    expect(await titlesOf(files)).toEqual(['Price list – b1 part-one', 'Price list – b2']);
  });

  it('keep a title that no other document has', async () => {
    const files = { 'c1.md': page('Harbour rules', 'Berths'), 'c2.md': page('Winter rules', 'Berths') };
    expect(await titlesOf(files)).toEqual(['Harbour rules', 'Winter rules']);
  });

  it('keep it where nothing tells them apart', async () => {
    const { id } = await ingestion.upload('d.md', page('Copied page', 'Berths'));
    await ingestion.settled(id);
    expect(await titlesOf({ 'd.md': page('Copied page', 'Berths') })).toEqual(['Copied page']);
    expect((await ingestion.store.sources.byId(id))?.metadata.title).toBe('Copied page');
  });

  it('keep a title that their owner gave, which others do not collide with', async () => {
    const { sources, projectId, store, settled } = ingestion;
    const { id } = await sources.addText(projectId, { title: 'Opening hours', text: 'The office opens at nine.' });
    await settled(id);
    expect(await titlesOf({ 'e1.md': page('Opening hours', 'Summer') })).toEqual(['Opening hours']);
    expect((await store.sources.byId(id))?.metadata.title).toBe('Opening hours');
  });

  it('are told apart after one of them is read again, and searched by the title that is shown', async () => {
    const { store, sources, projectId, settled } = ingestion;
    const files = { 'f1.md': page('Crane manual', 'Lifting'), 'f2.md': page('Crane manual', 'Care') };
    expect(await titlesOf(files)).toEqual(['Crane manual – Lifting', 'Crane manual – Care']);
    const [first] = await store.search.text(projectId, ['lift'], 1, {
      filter: { titles: ['Crane manual – Lifting'] },
    });
    const [chunk] = await store.chunks.byIds(projectId, [first?.chunkId ?? '']);
    const source = await store.sources.byId(chunk?.sourceId ?? '');
    if (!source) throw new Error('It is not found by its title.');
    await sources.sync(source);
    await settled(source.id);
    expect((await store.sources.byId(source.id))?.metadata.title).toBe('Crane manual – Lifting');
  });
});
