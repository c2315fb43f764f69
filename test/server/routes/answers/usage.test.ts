import type { DailyUsage } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnswerEvent, Question } from '../../../../server/answering/types.ts';
import { createOwnerWithProject, expectStatus, type OwnerFixture } from '../../../helpers/server/owner-with-project.ts';
import { echo, startApp, type TestApp } from '../../../helpers/server/test-app.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let owner: OwnerFixture;
let base: string;

async function* varied(question: Question): AsyncGenerator<AnswerEvent> {
  if (question.text === 'fail') throw new Error('broken');
  for await (const event of echo(question)) {
    if (event.type === 'text') app.travel(100);
    if (event.type === 'finish') app.travel(900);
    const reason = ({ refuse: 'refused', doubt: 'unsure' } as const)[question.text] ?? 'stop';
    yield event.type === 'finish' ? { ...event, reason } : event;
  }
}

beforeAll(async () => {
  // Only what the test itself lets pass counts, and it is noon.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(12, 0, 0, 0) });
  app = await startApp({ answer: varied });
  owner = await createOwnerWithProject(app, 'owner');
  base = `/v1/projects/${owner.project.id}`;
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

const ask = async (query: string) =>
  (await app.call('POST', `${base}/chat`, { key: owner.project.key, body: { query } })).body;
const usage = (query = '') => app.call('GET', `${base}/usage${query}`, { key: owner.project.key });
const rate = (id: string, rating: string | null) =>
  app.call('POST', `${base}/messages/${id}/feedback`, { token: owner.token, body: { rating } });

describe('the usage of a project', () => {
  it('is reported by day, includes the latest questions, and outlives the conversations', async () => {
    const [good, changed] = [await ask('One?'), await ask('Two?')];
    await ask('refuse');
    await ask('doubt');
    await ask('fail');
    await rate(good.message_id, 'up');
    await rate(changed.message_id, 'up');
    await rate(changed.message_id, 'down');
    const report = expectStatus(await usage(), 200).body;
    const { days, totals } = report;
    expect(days).toHaveLength(30);
    const today: DailyUsage = days.at(-1);
    // The fixture has asked one question.
    expect(today).toMatchObject({
      day: report.to,
      requests: 6,
      prompt_tokens: 15,
      completion_tokens: 20,
      answered: 3,
      unsure: 1,
      refused: 1,
      aborted: 0,
      failed: 1,
      feedback_up: 1,
      feedback_down: 1,
    });
    expect(today.latency_ms?.p50).toBeGreaterThanOrEqual(900);
    expect(today.latency_ms?.p50).toBeLessThanOrEqual(1_100);
    expect(today.first_text_ms?.p50).toBeGreaterThanOrEqual(90);
    expect(today.first_text_ms?.p50).toBeLessThanOrEqual(110);
    expect(days[0]).toMatchObject({ requests: 0, latency_ms: null, first_text_ms: null });
    const { day, ...counted } = today;
    expect(totals).toEqual(counted);

    expectStatus(await app.call('DELETE', `${base}/conversations?all=true`, { token: owner.token }), 200);
    expect((await usage()).body).toEqual(report);
    expect((await usage(`?from=${day}&to=${day}`)).body.days).toEqual([today]);
    const project = await app.call('GET', base, { token: owner.token });
    expect(project.body.usage).toEqual({ requests: 6, tokens_total: 35 });
    app.travel(40 * DAY_MS);
    const later = (await usage()).body;
    expect([later.days.length, later.totals.requests]).toEqual([30, 0]);
    expect((await usage(`?from=${day}`)).body).toMatchObject({ totals: counted });
  });

  it.each([
    ['?from=2026-01-02&to=2026-01-01', 'from'],
    ['?from=2025-01-01&to=2026-01-02', 'from'],
    ['?to=2026-02-29', 'to'],
    ['?from=2026-01-01T00:00:00Z', 'from'],
    ['?days=7', 'days'],
  ])('is refused for %s', async (query, field) => {
    const { status, body } = await usage(query);
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
  });

  it('can be reported for a whole year, even a leap year', async () => {
    expect((await usage('?from=2024-01-01&to=2024-12-31')).body.days).toHaveLength(366);
  });
});
