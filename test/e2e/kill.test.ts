import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Footnote, NotFoundError, type Source } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seeded } from '../helpers/input/seeded.ts';
import { runCommand } from '../helpers/processes/run-command.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { until } from '../helpers/timing/until.ts';
import {
  assertIntact,
  counts,
  filesWith,
  namedFiles,
  otherFiles,
  published,
  underWay,
  watchStages,
} from './kill-database.ts';
import {
  canaryOf,
  FORMATS,
  type Format,
  type LampDocument,
  makeEdition,
  nameOf,
  type Place,
  questionAbout,
} from './kill-documents.ts';

const SOAK = Boolean(process.env.FOOTNOTE_SOAK);
const KILLS = SOAK ? 200 : 2;
const SEED = 20261121;
/** The hours of the lamps in each edition. */
const EDITIONS = [101, 202] as const;

const isOften = (times: number) => times > 3;

type Edition = Map<Format, LampDocument>;
type Ids = Map<Format, string>;
type Stage = 'parse' | 'chunk' | 'embed' | 'write' | 'index' | 'erase';
/** What every long run must have struck, more than three times each. */
const MUST_STRIKE = ['parse', 'embed', 'write', 'erase'] as const satisfies Stage[];

describe('a server killed with SIGKILL at random moments of ingestion', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-kill-'));
  const random = seeded(SEED);
  /** How often each kind of work was under way when the server was killed. */
  const struck = new Map<string, number>();
  const undisturbed = new Map<number, Map<string, unknown>>();
  const editions = new Map<number, Edition>();
  let server: ServerProcess;
  let projectId = '';
  let apiKey = '';
  let kills = 0;
  /** Why what was last sent together was not accepted. */
  let refused: unknown[] = [];

  const clientOf = (process: ServerProcess) => new Footnote({ baseURL: process.baseURL, apiKey, maxRetries: 0 });
  const edition = (hours: number): Edition => editions.get(hours) ?? new Map();

  beforeAll(async () => {
    for (const hours of EDITIONS) editions.set(hours, await makeEdition(hours));
    server = await startServer();
    await openAccount();
    const client = clientOf(server);
    let ids: Ids = new Map();
    for (const hours of EDITIONS) {
      ids = hours === EDITIONS[0] ? await uploadAll(client, hours) : await replaceAll(client, ids, hours);
      await settled(client);
      undisturbed.set(hours, published(server.dataDir));
      for (const format of FORMATS) {
        for (const place of ['first', 'last'] as const) {
          expect([format, place, await hoursOf(client, format, place)]).toEqual([format, place, hours]);
        }
      }
    }
    await server.stop();
    server = await startServer({ dataDir });
    await openAccount();
  });

  afterAll(async () => {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function openAccount(): Promise<void> {
    const account = { email: 'keeper@example.org', password: 'a long enough password' };
    await new Footnote({ baseURL: server.baseURL }).auth.register({
      ...account,
      name: 'Keeper',
      setup_token: server.setupToken,
    });
    const { access_token } = await new Footnote({ baseURL: server.baseURL }).auth.login(account);
    const owner = new Footnote({ baseURL: server.baseURL, accessToken: access_token });
    projectId = (await owner.projects.create({ name: 'Lights' })).id;
    apiKey = (await owner.projects.apiKeys.create(projectId)).key;
  }

  /** Sends what is missing of an edition. What breaks off is left out: the server may be killed meanwhile. */
  async function uploadAll(client: Footnote, hours: number, ids: Ids = new Map()): Promise<Ids> {
    const sent = [...edition(hours)].map(async ([format, { name, bytes }]) => {
      if (!ids.has(format)) ids.set(format, (await client.sources.upload({ file: bytes, name })).id);
    });
    refused = (await Promise.allSettled(sent)).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    return ids;
  }

  /** Resolves with those whose replacement was accepted. */
  async function replaceAll(client: Footnote, ids: Ids, hours: number): Promise<Ids> {
    const accepted: Ids = new Map();
    const sent = [...ids].map(async ([format, id]) => {
      const { name, bytes } = edition(hours).get(format) ?? { name: '', bytes: new Uint8Array() };
      accepted.set(format, (await client.sources.replace(id, { file: bytes, name })).id);
    });
    await Promise.allSettled(sent);
    return accepted;
  }

  async function all(client: Footnote): Promise<Source[]> {
    return (await client.sources.list(projectId, { limit: 100 })).items;
  }

  async function settled(client: Footnote): Promise<void> {
    const isOpen = ({ status }: Source) => status === 'pending' || status === 'processing';
    await until(async () => !(await all(client)).some(isOpen), 'everything is read').catch(async (error) => {
      throw new Error(`${JSON.stringify(await all(client))}\n${server.output()}`, { cause: error });
    });
  }

  /** What an answer says about a lamp, null where the documents do not. */
  async function hoursOf(client: Footnote, format: Format, place: Place): Promise<number | null> {
    const { citations } = await client.chat.create(projectId, { query: questionAbout(format, place) });
    const quote = citations.map((citation) => citation.quote).find((one) => one?.includes(`${place}${format}`));
    return quote ? Number(/for (\d+) hours/.exec(quote)?.[1]) : null;
  }

  /** Asks about both ends of one document after the other until `over`; whoever has seen one end must see the other as `mayFollow` says. */
  async function askWhile(over: () => boolean, mayFollow: (one: number | null, next: number | null) => boolean) {
    const client = clientOf(server);
    for (let asked = 0; !over(); asked += 1) {
      const format = FORMATS[Math.floor(random() * FORMATS.length)] ?? 'md';
      const [one, other]: Place[] = asked % 2 === 0 ? ['first', 'last'] : ['last', 'first'];
      const seen = one && (await hoursOf(client, format, one));
      const next = other && (await hoursOf(client, format, other));
      expect([format, one, seen, next, mayFollow(seen ?? null, next ?? null)]).toEqual([format, one, seen, next, true]);
      await delay(30);
    }
  }

  /** Kills the server after a while, or a moment after it has come to a stage. */
  async function killAt(point: number | Stage): Promise<void> {
    if (typeof point === 'number') await delay(point);
    else {
      await comesTo(point);
      // Reading takes longer than what the database does.
      await delay(random() * (point === 'parse' || point === 'embed' ? 25 : 3));
    }
    await server.kill9();
    kills += 1;
    for (const kind of underWay(dataDir)) struck.set(kind, (struck.get(kind) ?? 0) + 1);
  }

  /** Resolves once the stage is under way, or can no longer be. */
  async function comesTo(stage: Stage): Promise<void> {
    // Erasing may be over before the first look; what is to be read is read in the end, however busy the machine is.
    const most = stage === 'erase' ? 500 : 5_000;
    const watch = watchStages(dataDir);
    try {
      for (let looks = 1; looks < most && !watch.now().includes(stage); looks += 1) {
        if (stage !== 'erase' && looks % 50 === 0 && counts(dataDir).jobs === 0) return;
        await delay(1);
      }
    } finally {
      watch.close();
    }
  }

  /** Starts it again and asks until everything is settled. */
  async function recover(mayFollow: (one: number | null, next: number | null) => boolean): Promise<Footnote> {
    server = await startServer({ dataDir });
    const client = clientOf(server);
    let over = false;
    const asking = askWhile(() => over, mayFollow);
    await settled(client).finally(() => {
      over = true;
    });
    await asking;
    return client;
  }

  /** Everything is as if nobody had ever been killed, but for the given sources. */
  async function expectWhole(hours: Map<string, number>, failed: number): Promise<void> {
    const expected = new Map([...hours].map(([name, which]) => [name, undisturbed.get(which)?.get(name)]));
    const clean = () => counts(dataDir).unfinished === 0 && counts(dataDir).erasures === 0;
    await until(clean, 'nothing is left to be erased');
    // Killed between storing a file and naming it, a server moves the file aside at its next start, for 30 days.
    rmSync(join(dataDir, 'uploads-orphaned'), { recursive: true, force: true });
    expect(Object.fromEntries(published(dataDir))).toEqual(Object.fromEntries(expected));
    const { promised = 0 } = counts(dataDir);
    expect(counts(dataDir)).toEqual({
      sources: hours.size + failed,
      jobs: 0,
      erasures: 0,
      documents: hours.size,
      generations: hours.size,
      unfinished: 0,
      promised,
      chunks: promised,
      indexed: promised,
      vectors: promised,
    });
    expect(otherFiles(dataDir)).toEqual(namedFiles(dataDir));
  }

  const INGESTING = ['parse', 'embed', 'write', 'index', 'chunk', 'embed', 'write'] as const;
  const somePoint = () =>
    random() < 0.3 ? random() * 2_500 : (INGESTING[Math.floor(random() * INGESTING.length)] ?? 'write');

  it(
    `holds each source whole or not at all after each of ${KILLS} kills, and ends as if there had been none`,
    async ({ annotate }) => {
      const [oldHours, newHours] = EDITIONS;
      for (let round = 0; kills < KILLS; round += 1) {
        // Uploads, now and then cut off themselves.
        let client = clientOf(server);
        const ids: Ids = new Map();
        const uploading = uploadAll(client, oldHours, ids);
        if (round % 3 === 1) {
          await killAt(random() * 25);
          await uploading;
          server = await startServer({ dataDir });
          client = clientOf(server);
          const there = await all(client);
          for (const id of ids.values()) expect(there.map((source) => source.id)).toContain(id);
          for (const { id, metadata } of there) {
            const format = FORMATS.find((one) => nameOf(one) === metadata.filename);
            if (format) ids.set(format, id);
          }
          await uploadAll(client, oldHours, ids);
        }
        await uploading;
        // With nobody killed meanwhile, all are taken.
        expect([ids.size, refused]).toEqual([FORMATS.length, []]);

        // Reading: who has seen one end of a document sees the other from then on.
        let strikes = 1 + Math.floor(random() * 3);
        for (let strike = 0; strike < strikes; strike += 1) {
          await killAt(somePoint());
          if (strike < strikes - 1) server = await startServer({ dataDir });
        }
        if (round % 3 === 1) strikes += 1;
        client = await recover((one, next) => one === null || next === one);
        const sources = await all(client);
        const failed = sources.filter(({ status }) => status === 'failed');
        for (const { error } of failed) expect([error?.code, strikes >= 3]).toEqual(['interrupted', true]);
        const held = new Map(
          sources.flatMap(({ status, metadata }): [string, number][] =>
            status === 'completed' ? [[metadata.filename ?? '', oldHours]] : [],
          ),
        );
        await expectWhole(held, failed.length);

        // Replacing: from the old edition to the new one, never back and never to nothing.
        const replacing = replaceAll(client, ids, newHours);
        await killAt(somePoint());
        const accepted = await replacing;
        client = await recover((one, next) => failed.length > 0 || (one !== null && next !== null && next >= one));
        for (const { id, metadata, status } of await all(client)) {
          const name = metadata.filename ?? '';
          const isNew = [...accepted.values()].includes(id);
          if (isNew) expect([name, status]).toEqual([name, 'completed']);
          // One that was not acknowledged may have been accepted or not.
          if (status === 'completed') {
            const stored = published(dataDir).get(name);
            const isOld =
              !isNew &&
              held.has(name) &&
              JSON.stringify(stored) === JSON.stringify(undisturbed.get(oldHours)?.get(name));
            held.set(name, isOld ? oldHours : newHours);
          }
        }
        await expectWhole(held, FORMATS.length - held.size);

        // Deleting: gone at once, and not a byte left in the end.
        const deleted = new Set<string>();
        const asked = [...ids.values()].map(async (id) => {
          await client.sources.delete(id);
          deleted.add(id);
        });
        const deleting = Promise.allSettled(asked);
        await killAt(random() < 0.3 ? random() * 150 : 'erase');
        await deleting;
        client = await recover((one, next) => one !== null || next === null);
        for (const id of ids.values()) {
          const again = await client.sources.delete(id).catch((error: unknown) => error);
          if (deleted.has(id)) expect(again).toBeInstanceOf(NotFoundError);
        }
        await expectWhole(new Map(), 0);
        // What was deleted leaves the file with the next compaction, which a running server makes once it is idle.
        await server.stop();
        const compaction = await runCommand(['compact'], { DATA_DIR: dataDir });
        expect(compaction).toMatchObject({ code: 0 });
        for (const format of FORMATS) expect([format, filesWith(dataDir, canaryOf(format))]).toEqual([format, []]);
        server = await startServer({ dataDir });
      }
      const told = `${kills} kills; under way: ${[...struck].map(([kind, times]) => `${kind} ${times}`).join(', ')}`;
      await annotate(told);
      if (SOAK) {
        process.stdout.write(`${told}\n`);
        for (const kind of MUST_STRIKE)
          expect([kind, struck.get(kind) ?? 0]).toEqual([kind, expect.toSatisfy(isOften)]);
      }
      await server.stop();
      assertIntact(dataDir);
      server = await startServer({ dataDir });
    },
    SOAK ? 3_600_000 : 300_000,
  );
});
