import { Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runs } from '../deploy/programs.ts';
import { type Balancer, isReady, startBalancer } from '../helpers/processes/balancer.ts';
import { startNginx } from '../helpers/processes/nginx.ts';
import { clientOf, logsOf, openProject, register, startReplica } from '../helpers/processes/replica.ts';
import type { ServerProcess } from '../helpers/processes/server-process.ts';
import { parseStream, textOf } from '../helpers/server/read-stream.ts';
import { freshDatabase, noPostgres } from '../helpers/stores/postgres.ts';
import { settle, until } from '../helpers/timing/until.ts';
import { ANSWER, DOCUMENT, type HarbourModel, QUESTION, startHarbourModel } from './replicas-harbour.ts';

const WHOLE = ANSWER.join('');
const skipped = noPostgres ? ` (${noPostgres})` : '';

describe.skipIf(noPostgres)(`replicas that come and go${skipped}`, () => {
  let model: HarbourModel;
  let database: string;
  let a: ServerProcess;
  let b: ServerProcess;
  let project: string;
  let key: string;

  const start = () => startReplica(database, { ...model.env, DRAIN_SECONDS: '3' });

  beforeAll(async () => {
    [model, database] = await Promise.all([startHarbourModel(), freshDatabase()]);
    [a, b] = await Promise.all([start(), start()]);
    const opened = await openProject(a, await register(a));
    project = opened.id;
    key = opened.key;
    const { sources } = clientOf(a, key);
    await sources.waitUntilReady(await sources.upload({ file: new Blob([DOCUMENT]), name: 'harbour.md' }));
  });
  beforeEach(({ onTestFailed }) => onTestFailed(() => void process.stdout.write(logsOf([a, b]))));
  afterAll(async () => {
    await Promise.all([a?.stop(), b?.stop()]);
    await model?.close();
  });

  const ask = (baseURL: string, signal?: AbortSignal) =>
    fetch(`${baseURL}/projects/${project}/chat`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ query: QUESTION, stream: true }),
      ...(signal && { signal }),
    });

  /** Reads until the first sentence is there; what is returned reads the rest. */
  async function firstSentence(answer: Response): Promise<{ conversation: string; rest(): Promise<string> }> {
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let raw = '';
    const more = async () => {
      const { done, value = '' } = (await reader?.read()) ?? { done: true };
      raw += value;
      return !done;
    };
    while (!textOf(parseStream(raw.slice(0, raw.lastIndexOf('\n\n') + 2))).includes('seven')) {
      if (!(await more())) throw new Error(`It ended: ${raw}`);
    }
    return {
      conversation: /conv_\w+/.exec(raw)?.[0] ?? '',
      async rest() {
        while (await more());
        return raw;
      },
    };
  }

  const messages = async (server: ServerProcess, conversation: string) =>
    (await clientOf(server, key).conversations.messages(project, conversation)).items;

  it('go on with the stream of one while the other dies, whose successor finds the answer in the history', async () => {
    const held = model.hold();
    const { conversation, rest } = await firstSentence(await ask(a.baseURL));
    expect((await messages(b, conversation)).map(({ role, text }) => [role, text])).toContainEqual(['user', QUESTION]);
    await b.kill9();
    held.release();
    const stream = parseStream(await rest());
    expect([stream.done, textOf(stream)]).toEqual([true, WHOLE]);
    b = await start();
    expect((await messages(b, conversation)).map(({ text }) => text)).toEqual([QUESTION, WHOLE]);
  });

  it('show a reader who left in the middle of an answer, on the other, how far it came', async () => {
    const held = model.hold();
    const leaving = new AbortController();
    const { conversation } = await firstSentence(await ask(a.baseURL, leaving.signal));
    leaving.abort();
    const answered = async () => (await messages(b, conversation)).length === 2;
    await until(answered, 'what was said is in the history').finally(held.release);
    expect((await messages(b, conversation))[1]).toMatchObject({ role: 'assistant', finish_reason: 'aborted' });
    expect((await messages(b, conversation))[1]?.text).toContain('The harbour office opens at seven');
  });

  it('are not ready first, answer on meanwhile, and close their port only then; what is being said is said', async () => {
    const held = model.hold();
    const { conversation, rest } = await firstSentence(await ask(a.baseURL));
    const order: string[] = [];
    const stopping = a.stop().then((ended) => {
      order.push('ended');
      return ended;
    });
    await until(async () => !(await isReady(a.url)), 'it is not ready');
    const answer = await fetch(`${a.url}/health/ready`);
    order.push(`ready ${answer.status}`);
    expect(await answer.json()).toMatchObject({ status: 'not_ready' });
    order.push((await clientOf(a, key).sources.list(project)).items.length === 1 ? 'answered' : 'not answered');
    const closed = async () => (await fetch(`${a.url}/health`).catch(() => null)) === null;
    await until(closed, 'its port is closed');
    order.push('closed');
    held.release();
    expect(textOf(parseStream(await rest()))).toBe(WHOLE);
    expect((await stopping).code).toBe(0);
    expect(order).toEqual(['ready 503', 'answered', 'closed', 'ended']);
    expect((await messages(b, conversation)).map(({ text }) => text)).toEqual([QUESTION, WHOLE]);
    a = await start();
  });

  it('are replaced one after the other, and who retries sees no error, through all of it', async () => {
    const balancer: Balancer = await startBalancer();
    try {
      await balancer.use([a.url, b.url]);
      const client = new Footnote({ baseURL: balancer.baseURL, apiKey: key });
      let over = false;
      let calls = 0;
      const errors: unknown[] = [];
      const again = async (call: () => Promise<unknown>, every = 20) => {
        while (!over) {
          await call().then(
            () => (calls += 1),
            (error: unknown) => errors.push(error),
          );
          await settle(every);
        }
      };
      const load = [
        again(() => client.sources.list(project)),
        again(() => client.chat.create(project, { query: QUESTION })),
        again(() => client.sources.addText({ title: 'Note', text: 'A note for the keeper.' }), 2_000),
        again(async () => {
          const stream = parseStream(await (await ask(balancer.baseURL)).text());
          if (!stream.done || textOf(stream) !== WHOLE) throw new Error(stream.raw);
        }),
      ];
      await settle(500);
      const old = [a.url, b.url];
      await a.stop();
      a = await start();
      await balancer.use([a.url, b.url]);
      await b.stop();
      b = await start();
      await balancer.use([a.url, b.url]);
      await settle(500);
      over = true;
      await Promise.all(load);
      expect(errors).toEqual([]);
      expect(calls).toBeGreaterThan(20);
      for (const url of [...old, a.url, b.url]) expect([url, balancer.served.get(url) ?? 0]).not.toEqual([url, 0]);
      const { items } = await client.sources.list(project, { limit: 100 });
      await client.sources.waitUntilReady(items);
    } finally {
      await balancer.close();
    }
  });

  it.skipIf(!runs('nginx', '-v'))(
    'answer through the nginx of the guide word by word, and one for the other when one is killed (needs nginx)',
    async () => {
      const nginx = await startNginx([a.url, b.url]);
      try {
        const client = clientOf({ baseURL: `${nginx.url}/v1` }, key);
        const up = () => client.sources.list(project).then(Boolean, () => false);
        await until(up, 'it passes requests');
        const held = model.hold();
        const { rest } = await firstSentence(await ask(`${nginx.url}/v1`)).finally(held.release);
        expect(textOf(parseStream(await rest()))).toBe(WHOLE);
        await b.kill9();
        for (let n = 0; n < 6; n += 1) await client.chat.create(project, { query: QUESTION });
      } finally {
        await nginx.end();
      }
      b = await start();
    },
  );
});
