import { afterEach, describe, expect, it } from 'vitest';
import type { Reader } from '../../../../server/engines/types.ts';
import { createPassageReader } from '../../../../server/ingestion/index/passage-reader.ts';
import type { Store } from '../../../../server/store/types.ts';
import { openPreparedStore } from '../../../helpers/stores/empty-database.ts';
import { EMBEDDER, ingested, SILENT, temporaryPlaces, withProject } from '../../../helpers/stores/rows.ts';
import { until } from '../../../helpers/timing/until.ts';

const OF = { reader: 'tiny/1', languages: ['en'] };

/** A reader that notes what it reads, and fails as often as it is told to. */
function aReader(failures = 0): Reader & { texts: string[] } {
  const texts: string[] = [];
  let left = failures;
  return {
    texts,
    id: OF.reader,
    languages: OF.languages,
    async read(some) {
      if (left-- > 0) throw new Error('not now');
      texts.push(...some);
      return some.map((text) => ({ codes: new TextEncoder().encode(text), mean: Uint8Array.of(text.length) }));
    },
    embed: async () => new Float32Array(),
    compare: async () => [],
    ready: async () => true,
    notice: () => null,
    close: async () => undefined,
  };
}

describe('the passages of completed sources', () => {
  const places = temporaryPlaces();
  afterEach(() => places.clear());

  async function projectOf(texts: string[]) {
    const store = places.track(
      await openPreparedStore({ dataDir: places.directory(), embedder: EMBEDDER, log: SILENT }),
    );
    const { id } = await withProject(store);
    await ingested(store, id, texts);
    return { store, project: id };
  }

  const allRead = (store: Store) =>
    until(async () => {
      const { total, done } = await store.wordCodes.progress(OF);
      return total === done;
    }, 'all passages are read');

  it('are read in the background, with their headings', async () => {
    const { store } = await projectOf(['one', 'two']);
    const reader = aReader();
    const reading = createPassageReader({ store, reader, log: SILENT });
    reading.start();
    await allRead(store);
    await reading.stop();
    expect(reader.texts).toEqual(['Guide\none', 'Guide\ntwo']);
  });

  it('are read when they arrive', async () => {
    const { store, project } = await projectOf(['one']);
    const reader = aReader();
    const reading = createPassageReader({ store, reader, log: SILENT });
    reading.start();
    await allRead(store);
    await ingested(store, project, ['later']);
    reading.notify();
    await allRead(store);
    await reading.stop();
    expect(reader.texts).toEqual(['Guide\none', 'Guide\nlater']);
  });

  it('are read when the reader works again', async () => {
    const { store } = await projectOf(['one']);
    const reader = aReader(1);
    const reading = createPassageReader({ store, reader, log: SILENT });
    reading.start();
    await allRead(store);
    await reading.stop();
    expect(reader.texts).toEqual(['Guide\none']);
  });

  it('are left alone after a stop, until the next start', async () => {
    const { store, project } = await projectOf(['one']);
    const first = createPassageReader({ store, reader: aReader(), log: SILENT });
    first.start();
    await allRead(store);
    await first.stop();
    await ingested(store, project, ['later']);
    first.notify();
    expect(await store.wordCodes.progress(OF)).toEqual({ total: 2, done: 1 });
    const reader = aReader();
    const second = createPassageReader({ store, reader, log: SILENT });
    second.start();
    await allRead(store);
    await second.stop();
    expect(reader.texts).toEqual(['Guide\nlater']);
  });
});
