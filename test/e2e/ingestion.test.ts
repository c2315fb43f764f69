import { Footnote, type Source } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { settle, until } from '../helpers/timing/until.ts';
import { makePdf } from '../server/ingestion/make-files.ts';

const STAGES = ['queued', 'fetch', 'parse', 'chunk', 'embed', 'index'];
/** So many that reading them takes longer than the time between two reports. */
const PAGES = 600;
const QUEUED = 50;

describe('ingestion, seen from outside', () => {
  let server: ServerProcess;
  let owner: Footnote;
  beforeAll(async () => {
    server = await startServer();
    const guest = new Footnote({ baseURL: server.baseURL });
    const account = { email: 'owner@example.org', password: 'a long enough password' };
    await guest.auth.register({ ...account, name: 'Owner', setup_token: server.setupToken });
    const { access_token } = await guest.auth.login(account);
    owner = new Footnote({ baseURL: server.baseURL, accessToken: access_token });
  });
  afterAll(async () => {
    await server?.stop();
  });

  async function project(name: string): Promise<{ id: string; client: Footnote }> {
    const { id } = await owner.projects.create({ name });
    const { key } = await owner.projects.apiKeys.create(id);
    return { id, client: new Footnote({ baseURL: server.baseURL, apiKey: key }) };
  }

  it('tells how far it is, stage by stage and never backwards, and no more once it is done', async () => {
    const { client } = await project('Large');
    const bytes = await makePdf((pdf) => {
      for (let page = 1; page <= PAGES; page += 1) {
        pdf.addPage().text(`Page ${page} of the engine's handbook. ${`It is read before voyage ${page}. `.repeat(60)}`);
      }
    });
    const { id } = await client.sources.upload({ file: bytes, name: 'large.pdf' });
    const seen: Source[] = [];
    while (!['completed', 'failed'].includes(seen.at(-1)?.status ?? '')) {
      seen.push(await client.sources.retrieve(id));
      await settle(10);
    }

    expect(seen.at(-1)).toMatchObject({ status: 'completed', metadata: { pages: PAGES } });
    expect(seen.at(-1)).not.toHaveProperty('progress');
    const reported = seen.flatMap(({ progress }) => (progress ? [progress] : []));
    const at = reported.map(({ stage, done, total }) => STAGES.indexOf(stage) + (total === 0 ? 0 : done / (total + 1)));
    expect(at).toEqual(at.toSorted((one, other) => one - other));
    for (const { stage, done, total } of reported) expect([stage, done <= total]).toEqual([stage, true]);
    const pages = reported.filter(({ stage, total }) => stage === 'parse' && total === PAGES);
    expect(new Set(pages.map(({ done }) => done)).size).toBeGreaterThan(1);
    const embedded = reported.filter(({ stage }) => stage === 'embed');
    expect(embedded[0]?.total).toBe(seen.at(-1)?.chunks_count);
    for (const { status, progress } of seen) if (status !== 'processing') expect(progress).toBeUndefined();
  });

  it('gives the citations and results of documents that share their title a name of each', async () => {
    const { id: project_id, client } = await project('Namesakes');
    const page = (colour: string, place: string) =>
      new TextEncoder().encode(`# Fastify\n\nThe ${colour} buoy of the harbour lies ${place} of the pier.`);
    const sources = [
      await client.sources.upload({ file: page('yellow', 'north'), name: 'north.md' }),
      await client.sources.upload({ file: page('green', 'south'), name: 'south.md' }),
      await client.sources.put(project_id, 'Reference/East.md', { file: page('red', 'east'), name: 'east.md' }),
    ];
    for (const source of sources) await client.sources.waitUntilReady(source);

    const names = new Set(['north.md', 'south.md', 'Reference/East.md']);
    const { results } = await client.search.create(project_id, { query: 'buoy of the harbour' });
    expect(new Set(results.map(({ source_name }) => source_name))).toEqual(names);
    const answer = await client.chat.create(project_id, { query: 'Where does the red buoy of the harbour lie?' });
    const [cited] = answer.citations;
    expect(cited).toMatchObject({ title: 'Fastify – Reference', source_name: 'Reference/East.md' });
    expect(await (await fetch(cited?.url ?? '')).text()).toContain('>Reference/East.md</p>');
    const { items } = await client.conversations.messages(project_id, answer.conversation_id);
    expect(items.find(({ role }) => role === 'assistant')?.citations[0]?.source_name).toBe('Reference/East.md');
  });

  it(`does not let one document wait for the ${QUEUED} of another project, nor a question for any of them`, async () => {
    const busy = await project('Busy');
    const calm = await project('Calm');
    // Long enough that most still wait when all are sent.
    const text = (n: number) => `# Note ${n}\n\n${`The buoy of note ${n} is painted yellow.\n\n`.repeat(1_000)}`;
    const file = (n: number) => new TextEncoder().encode(text(n));
    for (let n = 0; n < QUEUED; n += 1) await busy.client.sources.upload({ file: file(n), name: `note-${n}.md` });
    const one = new TextEncoder().encode('# Lantern\n\nThe lantern on the pier is painted violet.');
    const { id } = await calm.client.sources.upload({ file: one, name: 'lantern.md' });

    const waiting = async () => {
      const { items } = await busy.client.sources.list(busy.id, { limit: 100 });
      return items.filter(({ status }) => status === 'pending' || status === 'processing').length;
    };
    const before = await waiting();
    await until(async () => (await calm.client.sources.retrieve(id)).status === 'completed', 'the one is read');
    // Those that were being read when the one came, and as many that took turns with it; not all of them.
    expect(before - (await waiting())).toBeLessThan(QUEUED / 2);
    const query = 'Which colour is the lantern on the pier painted?';
    const { citations } = await calm.client.chat.create(calm.id, { query });
    expect(citations[0]?.text).toContain('violet');
    expect(await waiting()).toBeGreaterThan(0);

    await owner.projects.delete(busy.id);
  });
});
