import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerEvent, Question } from '../../../server/answering/types.ts';
import type { Mail } from '../../../server/mail/mailer.ts';
import { utcDay } from '../../../server/platform/utc-day.ts';
import { NO_COUNTS } from '../../../server/services/answers/usage-report.ts';
import {
  createOwnerWithProject,
  expectStatus,
  ORIGIN,
  type OwnerFixture,
  PASSWORD,
  publish,
} from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
let owner: OwnerFixture;
let sourceId = '';
let mails: Mail[] = [];
const USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

async function* scripted({ text }: Question): AsyncGenerator<AnswerEvent> {
  const reason = text.includes('Chile') ? 'refused' : text.includes('maybe') ? 'unsure' : 'stop';
  const quote = { quote: 'x', quoteStart: 0, quoteEnd: 1, text: 'x', chunkId: '1', indexedAt: 1, address: null };
  if (reason === 'stop') yield { type: 'citations', citations: [{ id: 1, source_id: sourceId, title: '', ...quote }] };
  yield { type: 'text', delta: 'Text. [1]' };
  yield { type: 'finish', reason, usage: USAGE, suggestions: [], unsupported: [] };
}

beforeAll(async () => {
  app = await startApp({ answer: scripted, onMail: (mail) => mails.push(mail) });
  owner = await createOwnerWithProject(app, 'owner');
  sourceId = owner.project.sourceId;
  await publish(app.store, { projectId: owner.project.id, id: sourceId }, 'Bicycles are parked behind.', 'bicycl park');
});
afterAll(() => app.close());

const overview = async (query = '') =>
  expectStatus(
    await app.call('GET', `/v1/projects/${owner.project.id}/overview${query}`, { key: owner.project.key }),
    200,
  ).body;
const ask = (query: string, more: object = {}) =>
  app.call('POST', `/v1/projects/${owner.project.id}/chat`, { key: owner.project.key, body: { query, ...more } });
const asOwner = (method: string, path = '', body?: object) =>
  app.call(method, `/v1/projects/${owner.project.id}${path}`, { token: owner.token, body });

describe('the overview of a project', () => {
  it('has the questions asked most, by what they ask, and the sources cited most and never', async () => {
    for (const query of [
      'Where do bicycles go?',
      'where do BICYCLES go',
      'Do you ship to Chile?',
      'Where do bicycles go?',
      'Do you maybe rent a trailer?',
    ])
      expectStatus(await ask(query), 200);
    const found = await overview();
    const [first] = found.top_questions;
    expect(first).toMatchObject({ question: 'Where do bicycles go?', count: 3, unanswered: 0, unsure: 0 });
    expect(found.top_questions).toContainEqual(
      expect.objectContaining({ question: 'Do you ship to Chile?', count: 1, unanswered: 1, unsure: 0 }),
    );
    expect(found.top_questions).toContainEqual(
      expect.objectContaining({ question: 'Do you maybe rent a trailer?', count: 1, unanswered: 1, unsure: 1 }),
    );
    expect(found.top_sources).toEqual([{ source_id: sourceId, title: expect.any(String), answers: 3 }]);
    expect(found.never_cited.sources.map(({ source_id }: { source_id: string }) => source_id)).not.toContain(sourceId);
    expect(found.sources).toMatchObject({ total: expect.any(Number), failed: 0, last_read_at: expect.any(String) });
    expect((await overview('?from=2020-01-01&to=2020-01-02')).top_questions).toEqual([]);
    expectStatus(
      await app.call('GET', `/v1/projects/${owner.project.id}/overview?from=2026-02-01&to=2026-01-01`, {
        key: owner.project.key,
      }),
      400,
    );
  });

  it('counts the pages that questions were asked from, if the project records them', async () => {
    const from = (page_url: string, query = 'Where?') => ask(query, { page_url });
    const pages = async (query = '') => (await overview(query)).top_pages;
    expectStatus(await from('https://www.example.com/returns'), 200);
    expect(await pages()).toEqual([]);
    expectStatus(await asOwner('PATCH', '', { record_pages: true }), 200);
    const [first] = [expectStatus(await from('https://www.example.com/returns?q=secret#part'), 200).body];
    await from('https://ada:pw@www.example.com/').then((refused) => expectStatus(refused, 400));
    await from('https://www.example.com/returns', 'Do you ship to Chile?');
    await from('https://www.example.com/returns', 'Do you maybe rent a trailer?');
    await from('http://other.example/a');
    const returns = { page_url: 'https://www.example.com/returns', questions: 3, unanswered: 2, unsure: 1 };
    expect(await pages()).toEqual([
      returns,
      { page_url: 'http://other.example/a', questions: 1, unanswered: 0, unsure: 0 },
    ]);
    expect(await pages('?from=2020-01-01&to=2020-01-02')).toEqual([]);
    const at = `/conversations/${first.conversation_id}`;
    const messages = (await asOwner('GET', `${at}/messages`)).body.items;
    expect(messages.map(({ page_url }: { page_url: string | null }) => page_url)).toEqual([returns.page_url, null]);
    const exported = await asOwner('GET', '/conversations/export?format=csv');
    expect(exported.text).toContain(',https://www.example.com/returns,');
    expect(exported.text).not.toContain('secret');
    expectStatus(await asOwner('DELETE', at), 200);
    expect((await pages())[0]).toMatchObject({ questions: 2 });
  });

  it('keeps no page of what the owner asks in the playground', async () => {
    const body = { project_id: owner.project.id, trace: true };
    const { token } = (await app.call('POST', '/v1/tokens/widget', { token: owner.token, body })).body;
    const before = (await overview()).top_pages;
    const question = { query: 'Where?', page_url: 'https://www.example.com/returns' };
    expectStatus(
      await app.call('POST', `/v1/projects/${owner.project.id}/chat`, { token, origin: ORIGIN, body: question }),
      200,
    );
    expect((await overview()).top_pages).toEqual(before);
  });

  const NOT_PAGES = [
    'javascript:alert(1)',
    'data:text/html,x',
    '/returns',
    '',
    `https://example.com/${'x'.repeat(2048)}`,
  ];
  it.each(NOT_PAGES)('takes no page that is not a web address: %j', async (page_url) => {
    expect(expectStatus(await ask('Where?', { page_url }), 400).body.errors[0]).toMatchObject({ field: 'page_url' });
  });

  it('says that refusals rise, and tells the log, a webhook and by mail the owner and the editors, once in seven days', async () => {
    const { id } = owner.project;
    const people = [
      { email: 'edith@example.com', role: 'editor' },
      { email: 'vera@example.com', role: 'viewer' },
    ] as const;
    for (const { email, role } of people) {
      const { token: invitation } = expectStatus(await asOwner('POST', '/invitations', { email, role }), 201).body;
      const account = { email, name: email, password: PASSWORD, invitation };
      expectStatus(await app.call('POST', '/v1/auth/register', { body: account }), 201);
    }
    mails = [];
    const hook = { url: 'https://hooks.example.com/', events: ['refusals.risen'] };
    const webhook = expectStatus(await asOwner('POST', '/webhooks', hook), 201).body;
    const day = utcDay(Date.now() - 10 * DAY_MS);
    const counts = { ...NO_COUNTS, requests: 200, answered: 190, refused: 10 };
    await app.store.dailyUsage.add([{ projectId: owner.project.id, day, counts, latencies: [] }]);
    expect((await overview()).refusals.rising).toBe(false);
    for (let asked = 0; asked < 25; asked += 1) await ask('Do you ship to Chile?');
    expect((await overview()).refusals).toMatchObject({ rising: true, share_before: 0.05 });
    await ask('Do you ship to Chile?');
    await overview();
    const told = () => [
      app.log.filter((line) => line.includes('refusals_rising')).length,
      mails.map(({ to }) => to).sort(),
    ];
    const addressed = ['edith@example.com', owner.email];
    expect(told()).toEqual([1, [...addressed].sort()]);
    expect(mails[0]?.subject).toBe('More questions go unanswered');
    expect(mails[0]?.text).toMatch(
      /^In the last 7 days, \d\d % of the \d+ answers of “Project owner” were refused or unsure \(\d+ % unsure\)\. /,
    );
    expect(mails[0]?.text).toContain(`/projects/${id}/improve?kind=unanswered&days=7`);
    const deliveries = async () => (await asOwner('GET', `/webhooks/${webhook.id}/deliveries`)).body.items;
    const data = {
      project_id: id,
      answers: expect.any(Number),
      share: expect.any(Number),
      unsure_share: expect.any(Number),
      share_before: 0.05,
    };
    expect(await deliveries()).toMatchObject([{ event: 'refusals.risen', payload: { type: 'refusals.risen', data } }]);
  });
});
