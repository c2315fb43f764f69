import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import { openIngestion, type TestIngestion } from '../../helpers/ingestion/test-ingestion.ts';
import { makePdf } from './make-files.ts';

const SEARCHES = process.env.FOOTNOTE_SOAK ? 1_000 : 200;
const QUESTION = 'For how many hours does the harbour lamp burn?';

/** Sections of a handbook, all of which speak of zephyrs; only the last one says for how many hours the lamp burns. */
function handbook(hours: number, sections: number): string {
  const filler = 'It is read by the crew before each voyage and kept beside the engine. '.repeat(9);
  const all = Array.from({ length: sections }, (_, n) => `## Station ${n}\n\nThe zephyr of station ${n}. ${filler}`);
  return `# Handbook\n\n${all.join('\n\n')}\n\n## Lamps\n\nThe harbour lamp burns for ${hours} hours before the zephyr ends.\n`;
}

describe('a document that is replaced', () => {
  let world: TestIngestion;
  beforeEach(async () => {
    world = await openIngestion();
    await world.worker.start();
  });
  afterEach(() => world.close());

  /** The former original is erased in the background. */
  const originals = () => readdir(join(world.dataDir, 'uploads'));
  const uploaded = async (name: string, content: string) => {
    const source = await world.settled((await world.upload(name, content)).id);
    if (source?.status !== 'completed') throw new Error('The first reading failed.');
    return source;
  };

  it(`is the old or the new one in each of ${SEARCHES} searches and questions, never half of it or nothing`, async () => {
    const { store, projectId } = world;
    const versions = [handbook(100, 40), handbook(200, 60)];
    const source = await uploaded('handbook.md', versions[0] ?? '');
    const counts = new Set([source.chunksCount]);
    const [embedding = new Float32Array()] = await createBuiltinEmbedder().embed(['zephyr'], 'query');

    const seen: { text: number; vector: number; read: number }[] = [];
    const answers = new Set<string>();
    let swaps = 0;
    let over = false;
    const swapping = (async () => {
      while (!over || swaps < 3) {
        swaps += 1;
        await world.replace(source, 'handbook.md', versions[swaps % 2] ?? '');
        counts.add((await world.settled(source.id))?.chunksCount ?? 0);
      }
    })();
    for (let searches = 0; searches < SEARCHES || answers.size < 2; searches += 4) {
      const [text, vector, { quotes }] = await Promise.all([
        store.search.text(projectId, ['zephyr'], 500),
        store.search.vector(projectId, embedding, 500),
        world.ask(QUESTION),
      ]);
      const frequencies = await store.search.frequencies(projectId, ['zephyr']);
      seen.push({ text: text.length, vector: vector.length, read: frequencies.byTerm.get('zephyr') ?? 0 });
      answers.add(quotes.join(' | '));
    }
    over = true;
    await swapping;

    expect(counts.size).toBe(2);
    for (const { text, vector, read } of seen) {
      expect([counts.has(text), counts.has(vector), counts.has(read)], `${text} ${vector} ${read}`).toEqual([
        true,
        true,
        true,
      ]);
    }
    expect([...answers].sort()).toEqual([
      'The harbour lamp burns for 100 hours before the zephyr ends.',
      'The harbour lamp burns for 200 hours before the zephyr ends.',
    ]);
    await expect.poll(originals).toHaveLength(1);
  });

  it('may be of another format, and keeps its id', async () => {
    const source = await uploaded('guide.md', '# Guide\n\nThe lantern is painted green.');
    const pdf = await makePdf((file) => file.addPage().text('The lantern is painted violet and stands on the pier.'));
    const queued = await world.replace(source, 'guide.pdf', pdf);
    expect(queued).toMatchObject({ id: source.id, status: 'pending', metadata: { filename: 'guide.md' }, error: null });
    expect(await world.settled(source.id)).toMatchObject({
      status: 'completed',
      error: null,
      metadata: { filename: 'guide.pdf', content_type: 'application/pdf', size: pdf.length, pages: 1 },
    });
    const { text } = await world.ask('Which colour is the lantern painted?');
    expect(text).toMatch(/violet/);
    expect(text).not.toMatch(/green/);
    await expect.poll(originals).toHaveLength(1);
    const [original = ''] = await originals();
    expect(new Uint8Array(await readFile(join(world.dataDir, 'uploads', original)))).toEqual(pdf);
  });

  it('still answers where the new file cannot be read, reports why, and can be synced as before', async () => {
    const source = await uploaded('guide.md', '# Guide\n\nThe lantern is painted green.');
    await world.replace(source, 'guide.pdf', '%PDF-1.7 nothing');
    const failed = await world.settled(source.id);
    expect(failed).toMatchObject({
      status: 'completed',
      error: { code: 'unreadable' },
      metadata: source.metadata,
      chunksCount: 1,
      completedAt: source.completedAt,
    });
    expect((await world.ask('Which colour is the lantern painted?')).text).toMatch(/green/);
    await expect.poll(originals).toEqual([source.fileId]);

    await world.sources.sync(source);
    expect(await world.settled(source.id)).toMatchObject({ status: 'completed', error: null, chunksCount: 1 });
    expect((await world.ask('Which colour is the lantern painted?')).text).toMatch(/green/);
  });

  it('may be a text, whose title changes with it', async () => {
    const { id } = await world.sources.addText(world.projectId, {
      title: 'Lantern',
      text: 'The lantern is painted green.',
    });
    const source = await world.settled(id);
    if (!source) throw new Error('The source is gone.');
    await world.sources.replaceText(source, { title: 'Lanterns', text: 'The lantern is painted violet.' });
    expect(await world.settled(id)).toMatchObject({ status: 'completed', metadata: { title: 'Lanterns' } });
    expect((await world.ask('Which colour is the lantern painted?')).text).toMatch(/violet/);
    const file = { temporaryPath: '', name: 'a.md' };
    await expect(world.sources.replaceFile(source, async () => file)).rejects.toMatchObject({
      code: 'not_replaceable',
    });
  });

  it('stays unchanged where the replacement is refused', async () => {
    const source = await uploaded('guide.md', '# Guide\n\nThe lantern is painted green.');
    await world.worker.stop();
    await world.replace(source, 'guide.md', '# Guide\n\nThe lantern is painted violet.');
    await expect(world.replace(source, 'guide.md', '# Other')).rejects.toMatchObject({
      status: 429,
      code: 'in_progress',
    });
    await expect(world.replace(source, 'guide.exe', 'MZ')).rejects.toMatchObject({ code: 'unsupported_file_type' });
    await expect(world.replace(source, 'guide.md', '')).rejects.toMatchObject({ code: 'file_empty' });
    expect(await originals()).toHaveLength(2);
    expect((await world.ask('Which colour is the lantern painted?')).text).toMatch(/green/);
    await world.sources.delete(source);
    await expect(world.replace(source, 'guide.md', '# Other')).rejects.toMatchObject({ status: 404 });
    await expect.poll(originals).toEqual([]);
  });
});
