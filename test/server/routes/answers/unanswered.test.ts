import type { UnansweredGroup, WeakAnswerGroup } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerEvent, Question } from '../../../../server/answering/types.ts';
import {
  createOwnerWithProject,
  expectStatus,
  type OwnerFixture,
  publish,
} from '../../../helpers/server/owner-with-project.ts';
import { echo, startApp, type TestApp } from '../../../helpers/server/test-app.ts';

let app: TestApp;
let owner: OwnerFixture;
let base: string;

async function* refusing(question: Question): AsyncGenerator<AnswerEvent> {
  for await (const event of echo(question)) {
    const { text } = question;
    const reason = text.includes('answered') ? 'stop' : text.includes('?') ? 'refused' : 'unsure';
    const certainty = Number(/[\d.]+$/.exec(text)?.[0]);
    yield event.type === 'finish' ? { ...event, reason, ...(certainty && { certainty }) } : event;
  }
}

beforeAll(async () => {
  app = await startApp({ answer: refusing });
  owner = await createOwnerWithProject(app, 'owner');
  base = `/v1/projects/${owner.project.id}`;
});
afterAll(() => app.close());

const ask = async (query: string): Promise<string> =>
  (await app.call('POST', `${base}/chat`, { key: owner.project.key, body: { query } })).body.message_id;
const list = async (query = ''): Promise<UnansweredGroup[]> => {
  const { items, total } = expectStatus(
    await app.call('GET', `${base}/unanswered${query}`, { key: owner.project.key }),
    200,
  ).body;
  if (!query.includes('limit')) expect(total).toBe(items.length);
  return items;
};

describe('unanswered questions', () => {
  it('are grouped by what they ask, with the closest passages, until they are dismissed', async () => {
    const source = owner.project.sourceId;
    const text = 'Bicycles are parked behind the house.';
    await publish(app.store, { projectId: owner.project.id, id: source }, text, 'bicycl park behind hous');
    const first = await ask('Is there parking?');
    const other = await ask('Do you ship to Chile?');
    await ask('What is answered?');
    const second = await ask('do you have PARKING');
    const bicycles = await ask('Where do bicycles go?');

    const groups = (await list()).filter(({ question }) => !question.includes('owner'));
    expect(groups.map(({ id, question, count, unsure_count }) => [id, question, count, unsure_count])).toEqual([
      [first, 'do you have PARKING', 2, 1],
      [bicycles, 'Where do bicycles go?', 1, 0],
      [other, 'Do you ship to Chile?', 1, 0],
    ]);
    const [parking, found] = groups;
    expect(parking?.questions.map(({ message_id, text, finish_reason }) => [message_id, text, finish_reason])).toEqual([
      [second, 'do you have PARKING', 'unsure'],
      [first, 'Is there parking?', 'refused'],
    ]);
    expect(parking?.last_asked_at).toBe(parking?.questions[0]?.asked_at);
    expect(found?.passages).toMatchObject([
      {
        source_id: source,
        title: 'The <b>guide</b>',
        heading: 'Guide › Part <1>',
        page: 7,
        text,
      },
    ]);
    expect((await list('?limit=1&offset=1')).map(({ id }) => id)).toEqual([groups[1]?.id]);
    expect(await list('?to=2026-01-01')).toEqual([]);

    const dismiss = (message_ids: string[]) =>
      app.call('POST', `${base}/unanswered/dismiss`, { token: owner.token, body: { message_ids } });
    expect((await dismiss([first, second, 'msg_0'])).body).toEqual({ dismissed: 2 });
    expect((await dismiss([first])).body).toEqual({ dismissed: 0 });
    expect((await list()).map(({ id }) => id)).not.toContain(first);
    expect((await dismiss([])).body.errors).toMatchObject([{ field: 'message_ids' }]);
    // Dismissed questions are not deleted.
    expect((await app.call('GET', `${base}/conversations?refused=true`, { token: owner.token })).body.total).toBe(4);
    expect((await app.call('GET', `${base}/conversations?unsure=true`, { token: owner.token })).body.total).toBe(1);
  });
});

describe('the weakest answers', () => {
  const weakest = async (query = ''): Promise<WeakAnswerGroup[]> =>
    expectStatus(await app.call('GET', `${base}/unanswered/weakest${query}`, { key: owner.project.key }), 200).body
      .items;

  it('are grouped by what was asked, the least certain first, until they are dismissed', async () => {
    const strong = await ask('The warranty is answered with 0.91');
    const weak = await ask('The filter is answered with 0.52');
    const weaker = await ask('the filter is answered with 0.4125');
    await ask('Is the garden refused with 0.1');
    await ask('Nothing is known of this, which is answered');

    const groups = await weakest();
    expect(groups.map(({ id, question, count, certainty }) => [id, question, count, certainty])).toEqual([
      [weak, 'the filter is answered with 0.4125', 2, 0.413],
      [strong, 'The warranty is answered with 0.91', 1, 0.91],
    ]);
    expect(groups[0]?.questions).toMatchObject([
      { message_id: weaker, text: 'the filter is answered with 0.4125', certainty: 0.413 },
      { message_id: weak, text: 'The filter is answered with 0.52', certainty: 0.52 },
    ]);
    expect(groups[0]).toMatchObject({ last_asked_at: groups[0]?.questions[0]?.asked_at, curated_answer_id: null });
    expect((await weakest('?limit=1&offset=1')).map(({ id }) => id)).toEqual([strong]);
    expect(await weakest('?to=2026-01-01')).toEqual([]);

    const at = `${base}/conversations/${groups[1]?.questions[0]?.conversation_id}/messages`;
    const messages = expectStatus(await app.call('GET', at, { token: owner.token }), 200).body.items;
    expect(messages.map(({ certainty }: { certainty: number | null }) => certainty)).toEqual([null, 0.91]);
    const exported = await app.call('GET', `${base}/conversations/export?format=jsonl`, { token: owner.token });
    expect(String(exported.text)).toContain('"certainty":0.413');

    const body = { message_ids: [weak, weaker] };
    const dismissed = await app.call('POST', `${base}/unanswered/dismiss`, { token: owner.token, body });
    expect(dismissed.body).toEqual({ dismissed: 2 });
    expect((await weakest()).map(({ id }) => id)).toEqual([strong]);
  });
});
