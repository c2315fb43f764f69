import { afterEach, describe, expect, it } from 'vitest';
import { findTextRecognition } from '../../../server/engines/packages/engine-folder.ts';
import { sourceFailures } from '../../../server/ingestion/failures.ts';
import { createParserPool, type ParserPool } from '../../../server/ingestion/parse/parser-pool.ts';
import { openIngestion, type TestIngestion } from '../../helpers/ingestion/test-ingestion.ts';
import { pdfOf, pictureOf } from '../../helpers/input/pictures.ts';
import { describeWithEngines, ENGINES_DIR } from '../../helpers/models/engines.ts';
import { until } from '../../helpers/timing/until.ts';

const WARRANTY = 'The lamp has a warranty of thirty-six months. Bulbs are not covered.';
const RETURNS = 'Parcels are returned to the workshop in Bergen within ten days.';

let ingestion: TestIngestion;
afterEach(() => ingestion.close());

(await describeWithEngines('ocr'))('text recognition', () => {
  const recognition = () => findTextRecognition(ENGINES_DIR);

  it('reads the pages of a PDF that are pictures, those alone, and their citations know the page', async () => {
    const stages: string[] = [];
    const pool = createParserPool();
    const parser: ParserPool = {
      ...pool,
      prepareDocument: (file, options) =>
        pool.prepareDocument(file, {
          ...options,
          onProgress(stage, done, total) {
            if (stage === 'ocr') stages.push(`${done}/${total}`);
            options.onProgress(stage, done, total);
          },
        }),
    };
    ingestion = await openIngestion({ recognition, parser });
    await ingestion.worker.start();
    const pdf = await pdfOf(['Page one is text about ladders.', { picture: WARRANTY }, 'Page three is about paint.']);
    const { id } = await ingestion.upload('lamp.pdf', pdf);
    expect(await ingestion.settled(id)).toMatchObject({ status: 'completed', metadata: { pages: 3 } });
    expect(stages).toEqual(['0/1', '1/1']);
    const { citations } = await ingestion.ask('How long is the warranty of the lamp?');
    expect(citations[0]).toMatchObject({ quote: expect.stringContaining('thirty-six months') });
  });

  it('reads pictures, and a scan that failed before it was added', async () => {
    let isAdded = false;
    ingestion = await openIngestion({ recognition: async () => (isAdded ? recognition() : null) });
    await ingestion.worker.start();
    const scan = await ingestion.upload('scan.pdf', await pdfOf([{ picture: WARRANTY }]));
    expect(await ingestion.settled(scan.id)).toMatchObject({
      status: 'failed',
      error: {
        code: 'no_text',
        message: expect.stringMatching(/its operator has added .*footnote engines add ocr\. /),
      },
    });
    isAdded = true;
    const picture = await ingestion.upload('returns.png', await pictureOf(RETURNS));
    await ingestion.sources.sync(scan);
    for (const { id } of [scan, picture]) {
      expect(await ingestion.settled(id)).toMatchObject({ status: 'completed', error: null });
    }
    expect((await ingestion.ask('Where are parcels returned to?')).quotes.join()).toContain('Bergen');
  });

  it('says what it did where it finds nothing, and refuses a picture that cannot be decoded', async () => {
    ingestion = await openIngestion({ recognition });
    await ingestion.worker.start();
    const empty = await ingestion.upload('empty.png', await pictureOf(' '));
    const cut = await ingestion.upload('cut.png', (await pictureOf(RETURNS)).subarray(0, 60));
    expect((await ingestion.settled(empty.id))?.error).toMatchObject({
      code: 'no_text',
      message: expect.stringContaining('OCR in deu, eng'),
    });
    expect((await ingestion.settled(cut.id))?.error).toMatchObject({ code: 'unreadable' });
  });
});

describe('the place in which text is recognized', () => {
  /** PDFs are scans whose recognition lasts until it is aborted. */
  function scripted(): { parser: ParserPool; running: string[] } {
    const pool = createParserPool();
    const running: string[] = [];
    const parser: ParserPool = {
      ...pool,
      async prepareDocument(file, options) {
        if (file.format !== 'pdf') return pool.prepareDocument(file, options);
        if (file.scans === 'find') throw sourceFailures.scanned();
        running.push(file.fileName);
        const telling = setInterval(() => options.onProgress('ocr', 2, 12), 100);
        await new Promise((resolve) => options.signal.addEventListener('abort', resolve, { once: true }));
        clearInterval(telling);
        running.splice(running.indexOf(file.fileName), 1);
        throw options.signal.reason;
      },
    };
    return { parser, running };
  }

  it('holds one document; others of the same account are read meanwhile; deleting the source ends it', async () => {
    const { parser, running } = scripted();
    const recognition = async () => ({ modules: '/nowhere', languages: ['eng'] });
    ingestion = await openIngestion({ recognition, parser });
    await ingestion.worker.start();
    const scans = [await ingestion.upload('first.pdf', '%PDF-1.7'), await ingestion.upload('second.pdf', '%PDF-1.7')];
    await until(() => running.length > 0, 'a scan is being read');
    const note = await ingestion.upload('note.txt', 'Read at once.');
    const isRead = async () => (await ingestion.store.sources.byId(note.id))?.status === 'completed';
    await until(isRead, 'the text is read beside it');
    expect(running).toHaveLength(1);
    const current = scans.find(({ metadata }) => metadata.filename === running[0]);
    const stage = async () => (await ingestion.store.sources.byId(current?.id ?? ''))?.progress;
    await until(async () => (await stage())?.done === 2, 'progress is written');
    expect(await stage()).toMatchObject({ stage: 'ocr', done: 2, total: 12 });
    const [other] = scans.filter((scan) => scan !== current);
    if (current) await ingestion.sources.delete(current);
    await until(() => running[0] === other?.metadata.filename, 'the other scan is being read');
  });
});
