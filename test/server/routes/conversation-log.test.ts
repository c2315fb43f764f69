import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerEvent, Question } from '../../../server/answering/types.ts';
import {
  createOwnerWithProject,
  expectStatus,
  ORIGIN,
  type OwnerFixture,
} from '../../helpers/server/owner-with-project.ts';
import { echo, startApp, type TestApp } from '../../helpers/server/test-app.ts';
import { settle, until } from '../../helpers/timing/until.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let owner: OwnerFixture;
let base: string;

/** Refuses or is unsure if the question says so. */
async function* refusing(question: Question): AsyncGenerator<AnswerEvent> {
  for await (const event of echo(question)) {
    const reason = question.text.includes('unknown')
      ? 'refused'
      : question.text.includes('perhaps')
        ? 'unsure'
        : 'stop';
    yield event.type === 'finish' ? { ...event, reason } : event;
  }
}

beforeAll(async () => {
  app = await startApp({ answer: refusing });
  owner = await createOwnerWithProject(app, 'owner');
  base = `/v1/projects/${owner.project.id}`;
});
afterAll(() => app.close());

const call = (method: string, path: string) => app.call(method, base + path, { token: owner.token });
const ask = async (query: string, visitor_id?: string): Promise<{ conversation_id: string; message_id: string }> => {
  const given = visitor_id === undefined ? {} : { visitor_id };
  const { token } = (await app.call('POST', '/v1/tokens/widget', { key: owner.project.key, body: given })).body;
  return expectStatus(await app.call('POST', `${base}/chat`, { token, origin: ORIGIN, body: { query } }), 200).body;
};

describe('the log of conversations', () => {
  it('can be searched, filtered and read one by one', async () => {
    const hours = await ask('When do you open?', 'customer-1');
    const unknown = await ask('What is unknown?', 'customer-2');
    const perhaps = await ask('Does the owner know, perhaps?', 'customer-3');
    await app.call('POST', `${base}/messages/${hours.message_id}/feedback`, {
      token: owner.token,
      body: { rating: 'up' },
    });
    const ids = async (query: string) => {
      const { items, total } = expectStatus(await call('GET', `/conversations?${query}`), 200).body;
      expect(total).toBe(items.length);
      return items.map(({ id }: { id: string }) => id);
    };
    expect(await ids('search=OPEN%20when')).toEqual([hours.conversation_id]);
    expect(await ids('search=%25')).toEqual([]);
    expect(await ids('refused=true')).toEqual([unknown.conversation_id]);
    expect(await ids('refused=false&feedback=any')).toEqual([hours.conversation_id]);
    expect(await ids('refused=false&unsure=true')).toEqual([perhaps.conversation_id]);
    expect(await ids('refused=false&unsure=false&search=open')).toEqual([hours.conversation_id]);
    expect(await ids('feedback=down')).toEqual([]);
    expect(await ids('visitor_id=customer-2')).toEqual([unknown.conversation_id]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await ids(`from=${today}&to=${today}&visitor_id=customer-2`)).toEqual([unknown.conversation_id]);
    expect(await ids(`to=${new Date(Date.now() - DAY_MS).toISOString()}`)).toEqual([]);
    expect(await ids('from=2100-01-01T00:00:00%2B02:00')).toEqual([]);

    const one = await call('GET', `/conversations/${unknown.conversation_id}`);
    const counts = { messages_count: 2, refused_count: 1, unsure_count: 0, up_count: 0, down_count: 0 };
    expect(one.body).toMatchObject({ id: unknown.conversation_id, title: 'What is unknown?', ...counts });
    const closest = await call('GET', `/conversations/${perhaps.conversation_id}`);
    expect(closest.body).toMatchObject({ refused_count: 0, unsure_count: 1 });
    const { items } = (await call('GET', `/conversations/${perhaps.conversation_id}/messages`)).body;
    expect(items[1]).toMatchObject({ finish_reason: 'unsure', reason: null });
  });

  it('shows visitors only their own conversations, whatever the filter', async () => {
    const { conversation_id } = await ask('Mine?', 'visitor-own');
    await ask('Theirs?', 'visitor-other');
    const body = { visitor_id: 'visitor-own' };
    const { token } = (await app.call('POST', '/v1/tokens/widget', { key: owner.project.key, body })).body;
    const ids = async (query: string) => {
      const { items } = (await app.call('GET', `${base}/conversations?${query}`, { token })).body;
      return items.map(({ id }: { id: string }) => id);
    };
    expect(await ids('')).toEqual([conversation_id]);
    expect(await ids('search=mine')).toEqual([conversation_id]);
    expect(await ids('search=theirs')).toEqual([]);
    expect(await ids('visitor_id=visitor-other')).toEqual([]);
  });

  it.each([
    ['search=', 'search'],
    [`search=${'a%20'.repeat(11)}`, 'search'],
    [`search=${'a'.repeat(201)}`, 'search'],
    ['feedback=good', 'feedback'],
    ['refused=yes', 'refused'],
    ['unsure=yes', 'unsure'],
    ['from=yesterday', 'from'],
    ['to=2026-02-30', 'to'],
    ['from=2026-01-01T25:00:00Z', 'from'],
    ['from=2026-01-01T10:00:00', 'from'],
    ['visitor=x', 'visitor'],
  ])('refuses ?%s and names the field', async (query, field) => {
    const { status, body } = await call('GET', `/conversations?${query}`);
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
  });

  it('deletes all conversations of a visitor or the project, but not by mistake', async () => {
    await ask('One?', 'leaving');
    await ask('Two?', 'leaving');
    const kept = await ask('Three?', 'staying');
    for (const query of ['', '?visitor_id=leaving&all=true', '?all=false', '?visitor_id=']) {
      expect((await call('DELETE', `/conversations${query}`)).status, query).toBe(400);
    }
    expect((await call('DELETE', '/conversations?visitor_id=leaving')).body).toEqual({ deleted: true, count: 2 });
    expect((await call('DELETE', '/conversations?visitor_id=leaving')).body).toEqual({ deleted: true, count: 0 });
    expect((await call('GET', `/conversations/${kept.conversation_id}`)).status).toBe(200);
    const { total } = (await call('GET', '/conversations')).body;
    expect((await call('DELETE', '/conversations?all=true')).body).toEqual({ deleted: true, count: total });
    expect((await call('GET', '/conversations')).body.total).toBe(0);
  });

  it('is exported as JSON Lines, and as CSV without formulas', async () => {
    await ask('=HYPERLINK("https://evil.example")', '@visitor');
    await ask('What is unknown?', 'other');
    const lines = expectStatus(await call('GET', '/conversations/export'), 200);
    expect(lines.headers.get('content-type')).toBe('application/jsonl; charset=utf-8');
    expect(lines.headers.get('content-disposition')).toMatch(
      /^attachment; filename="conversations-\d{4}-\d\d-\d\d\.jsonl"$/,
    );
    const messages = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(messages.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'What is unknown?'],
      ['assistant', 'You asked: What is unknown?'],
      ['user', '=HYPERLINK("https://evil.example")'],
      ['assistant', 'You asked: =HYPERLINK("https://evil.example")'],
    ]);
    expect(messages[1]).toMatchObject({ finish_reason: 'refused', prompt_tokens: 3, completion_tokens: 4 });

    const refused = await call('GET', '/conversations/export?refused=true');
    expect(refused.text.trimEnd().split('\n')).toHaveLength(2);

    const table = await fetch(`${app.url}${base}/conversations/export?format=csv`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const bytes = Buffer.from(await table.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.toString('utf8');
    expect(text).toContain(`,user,"'=HYPERLINK(""https://evil.example"")",`);
    expect(text).toContain(",'@visitor,");
    expect(text.split('\r\n')).toHaveLength(6);
    expect((await call('GET', '/conversations/export?format=xlsx')).body.errors).toMatchObject([{ field: 'format' }]);
  });

  it('is exported no faster than the client reads', async () => {
    const { conversation_id } = await ask('Long?', 'reader');
    const long = 'x'.repeat(30_000);
    for (let at = 0; at < 1_000; at += 1) {
      const message = {
        id: `msg_long_${at}`,
        text: long,
        citations: [],
        finishReason: null,
        usage: null,
        createdAt: 1,
      };
      await app.store.conversations.append(owner.project.id, conversation_id, { ...message, role: 'user' });
    }
    const parts = app.store.reports.messages;
    let read = 0;
    app.store.reports.messages = async (...given) => {
      read += 1;
      return parts(...given);
    };
    const response = await fetch(`${app.url}${base}/conversations/export?visitor_id=reader`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    await until(() => read > 0, 'the export has begun');
    let stalled = 0;
    while (stalled < read) {
      stalled = read;
      await settle(500);
    }
    // The export has 30 MB, far more than fits into the sockets' buffers.
    expect(read).toBeLessThan(15);
    await response.body?.cancel();
    await settle(300);
    expect(read).toBeLessThanOrEqual(stalled + 2);
    app.store.reports.messages = parts;
  });
});
