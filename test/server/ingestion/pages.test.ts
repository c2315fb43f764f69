import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokens } from '../../../server/services/access/tokens.ts';
import { createPassageService } from '../../../server/services/answers/passages.ts';
import { openIngestion, type TestIngestion } from '../../helpers/ingestion/test-ingestion.ts';
import { makePdf } from './make-files.ts';

const TOWNS = `Aldmoor Brackwick Coldharbour Dunmere Elmbridge Fernhollow Greywater Hazelford Ironbeck Juniper Kestrelby
Larkhill Mossdale Netherby Oakhampton Pinewell Quarrington Ravenscar Silverton Thornbury Underwood Valebrook Westerly
Yarrowby Zennor Ashcombe Birchgrove Cloverley Deepdene Eastwold Foxlea Gorseton Heatherly Ivybridge Kingsmere Lindale
Marshgate Northolt Orchardly Penhallow`.split(/\s+/);
const lineOf = (town: string, at: number) => `The ferry from ${town} leaves at ${at + 5} minutes past the hour.`;

let ingestion: TestIngestion;
beforeAll(async () => {
  ingestion = await openIngestion();
  const pdf = await makePdf((file) => {
    for (const [at, town] of TOWNS.entries()) file.addPage().fontSize(11).text(lineOf(town, at));
  });
  const { id } = await ingestion.upload('ferries.pdf', pdf);
  ingestion.worker.start();
  expect(await ingestion.settled(id)).toMatchObject({ status: 'completed', metadata: { pages: 40 } });
});
afterAll(() => ingestion.close());

describe('the page of a citation', () => {
  it('is the one on which its quote begins, of a file with one line a page', async () => {
    const pages = [];
    for (const town of TOWNS) {
      const { citations } = await ingestion.ask(`When does the ferry from ${town} leave?`);
      pages.push(citations.map(({ quote, page }) => [quote, page])[0]);
    }
    expect(pages).toEqual(TOWNS.map((town, at) => [lineOf(town, at), at + 1]));
  });

  it("is where the citation's link opens the file", async () => {
    const { store, projectId } = ingestion;
    await store.projects.update(projectId, { openOriginals: true }, Date.now());
    const tokens = createTokens({ secret: 'a-secret-for-tests-0123456789-abcdefghij', now: Date.now });
    const passages = createPassageService({ store, tokens, publicUrl: () => 'https://docs.example', now: Date.now });
    const { citations } = await ingestion.ask('When does the ferry from Kingsmere leave?');
    const [cited] = citations;
    if (!cited) throw new Error('Nothing was cited.');
    const link = passages.link(projectId, { ...cited, sourceId: cited.source_id });
    const view = await passages.view(link.replace(/^.*\/v1\/passages\/|#quote$/g, ''));
    expect([view.page, view.originalUrl]).toEqual([35, expect.stringMatching(/\/original#page=35$/)]);
  });
});
