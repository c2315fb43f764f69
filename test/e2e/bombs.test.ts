import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Footnote, type Source } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILE_FORMATS } from '../../server/platform/files/file-formats.ts';
import { HOSTILE_FILES } from '../helpers/input/hostile-files.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { settle } from '../helpers/timing/until.ts';
import { residentMegabytes } from '../research/bench/processes.ts';

/** One of them keeps its reader busy until its time is up, which is a minute here: that is for the bench (`bombs`). */
const BOMBS = HOSTILE_FILES.filter(([what]) => !what.startsWith('a thousand pages'));
/** What the bombs may make the server grow by, MB. */
const MOST_GROWTH = 150;
const QUESTION = 'Which colour is the lantern on the pier painted?';

describe.skipIf(!process.env.FOOTNOTE_SOAK)(
  'all files made to take a reader down, at once (under npm run soak)',
  () => {
    let server: ServerProcess;
    let temporary: string;
    let client: Footnote;
    let projectId: string;

    beforeAll(async () => {
      temporary = await mkdtemp(join(tmpdir(), 'bombs-'));
      server = await startServer({ env: { TMPDIR: temporary } });
      const guest = new Footnote({ baseURL: server.baseURL });
      const account = { email: 'owner@example.org', password: 'a long enough password' };
      await guest.auth.register({ ...account, name: 'Owner', setup_token: server.setupToken });
      const owner = new Footnote({
        baseURL: server.baseURL,
        accessToken: (await guest.auth.login(account)).access_token,
      });
      projectId = (await owner.projects.create({ name: 'Harbour' })).id;
      client = new Footnote({ baseURL: server.baseURL, apiKey: (await owner.projects.apiKeys.create(projectId)).key });
      await settled(await upload('# Lantern\n\nThe lantern on the pier is painted violet.', 'lantern.md'));
    });
    afterAll(async () => {
      await server?.stop();
      await rm(temporary, { recursive: true, force: true });
    });

    async function upload(content: string | Uint8Array, name: string): Promise<string> {
      const file = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      return (await client.sources.upload({ file, name })).id;
    }

    async function settled(id: string): Promise<Source> {
      for (;;) {
        const source = await client.sources.retrieve(id);
        if (source.status === 'completed' || source.status === 'failed') return source;
        await settle(250);
      }
    }

    /** Asks until it is told to stop; every answer must come, and cite what it did before. */
    async function askUntil(isOver: () => boolean): Promise<number> {
      let answers = 0;
      while (!isOver()) {
        const { citations } = await client.chat.create(projectId, { query: QUESTION });
        expect(citations[0]?.text).toContain('violet');
        answers += 1;
        await settle(100);
      }
      return answers;
    }

    it('end in a document or a reason, while questions are answered and the server keeps its size', async () => {
      // What answering takes by itself is not the bombs'.
      for (let asked = 0; asked < 200; asked += 1) await client.chat.create(projectId, { query: QUESTION });
      const before = residentMegabytes(server.pid);
      let most = 0;
      const watch = setInterval(() => {
        most = Math.max(most, residentMegabytes(server.pid));
      }, 50);
      let isOver = false;
      const asking = askUntil(() => isOver);
      const uploads = BOMBS.map(([, format, make], at) =>
        upload(make(), `bomb-${at}${FILE_FORMATS[format].extensions[0]}`),
      );
      const outcomes = await Promise.allSettled(uploads.map(async (id) => settled(await id)));
      isOver = true;
      const answers = await asking;
      clearInterval(watch);

      for (const [at, outcome] of outcomes.entries()) {
        const [what] = BOMBS[at] ?? [];
        // Refused at the door, with a reason.
        if (outcome.status === 'rejected') expect(outcome.reason, what).toMatchObject({ status: 400 });
        else if (outcome.value.status === 'failed') {
          expect(outcome.value.error?.code, what).not.toBe('internal_error');
          expect(outcome.value.error?.message, what).toMatch(/\w.*\.$/);
        }
      }
      const read = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      expect(read.filter(({ error }) => error?.code === 'document_too_complex').length).toBeGreaterThan(0);
      expect(answers).toBeGreaterThan(3);
      if (process.platform === 'linux') expect(most - before).toBeLessThan(MOST_GROWTH);

      // The same process, which reads the next as if nothing had been.
      expect(await settled(await upload('# Bell\n\nThe bell rings at noon.', 'bell.md'))).toMatchObject({
        status: 'completed',
      });
      expect(readdirSync(temporary)).toEqual([]);
      expect(readdirSync(join(server.dataDir, 'uploads-temporary'))).toEqual([]);
      expect(server.output()).not.toContain('"level":"error"');
    });
  },
);
