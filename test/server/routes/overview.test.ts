import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerEvent, Question } from '../../../server/answering/types.ts';
import { dayOf } from '../../../server/services/budget.ts';
import { NO_COUNTS } from '../../../server/services/usage-report.ts';
import {
  createOwnerWithProject,
  expectStatus,
  type OwnerFixture,
  publish,
} from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
let owner: OwnerFixture;
let sourceId = '';
const USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

async function* scripted({ text }: Question): AsyncGenerator<AnswerEvent> {
  const reason = text.includes('Chile') ? ('refused' as const) : ('stop' as const);
  const quote = { quote: 'x', quoteStart: 0, quoteEnd: 1, text: 'x', chunkId: '1', indexedAt: 1, address: null };
  if (reason === 'stop') yield { type: 'citations', citations: [{ id: 1, source_id: sourceId, title: '', ...quote }] };
  yield { type: 'text', delta: 'Text. [1]' };
  yield { type: 'finish', reason, usage: USAGE, suggestions: [], unsupported: [] };
}

beforeAll(async () => {
  app = await startApp({ answer: scripted });
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
const ask = (query: string) =>
  app.call('POST', `/v1/projects/${owner.project.id}/chat`, { key: owner.project.key, body: { query } });

describe('the overview of a project', () => {
  it('has the questions asked most, by what they ask, and the sources cited most and never', async () => {
    for (const query of [
      'Where do bicycles go?',
      'where do BICYCLES go',
      'Do you ship to Chile?',
      'Where do bicycles go?',
    ])
      expectStatus(await ask(query), 200);
    const found = await overview();
    const [first] = found.top_questions;
    expect(first).toMatchObject({ question: 'Where do bicycles go?', count: 3, unanswered: 0 });
    expect(found.top_questions).toContainEqual(
      expect.objectContaining({ question: 'Do you ship to Chile?', count: 1, unanswered: 1 }),
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

  it('says that refusals rise, and the log does once', async () => {
    const day = dayOf(Date.now() - 10 * DAY_MS);
    const counts = { ...NO_COUNTS, requests: 200, answered: 190, refused: 10 };
    await app.store.dailyUsage.add([{ projectId: owner.project.id, day, counts, latencies: [] }]);
    expect((await overview()).refusals.rising).toBe(false);
    for (let asked = 0; asked < 25; asked += 1) await ask('Do you ship to Chile?');
    expect((await overview()).refusals).toMatchObject({ rising: true, share_before: 0.05 });
    await ask('Do you ship to Chile?');
    await overview();
    expect(app.log.filter((line) => line.includes('refusals_rising'))).toHaveLength(1);
  });
});
