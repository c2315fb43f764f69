import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerEvent, Question } from '../../../server/answering/types.ts';
import {
  createOwnerWithProject,
  expectStatus,
  ORIGIN,
  type OwnerFixture,
} from '../../helpers/server/owner-with-project.ts';
import { echo, startApp, type TestApp } from '../../helpers/server/test-app.ts';

let app: TestApp;
let owner: OwnerFixture;
let base: string;

async function* failing(question: Question): AsyncGenerator<AnswerEvent> {
  if (question.text === 'fail') throw new Error('broken');
  yield* echo(question);
}

beforeAll(async () => {
  app = await startApp({ answer: failing });
  owner = await createOwnerWithProject(app, 'owner');
  base = `/v1/projects/${owner.project.id}`;
});
afterAll(() => app.close());

const mint = (credential: { token?: string; key?: string; origin?: string }, body: object) =>
  app.call('POST', '/v1/tokens/widget', { ...credential, body });
const ask = async (token: string, query: string) =>
  (await app.call('POST', `${base}/chat`, { token, origin: ORIGIN, body: { query } })).body;
const trace = (id: string) => app.call('GET', `${base}/messages/${id}/trace`, { token: owner.token });

describe('a widget token that traces', () => {
  it('is minted only for the owner, and still traces after renewal', async () => {
    const project_id = owner.project.id;
    const owners = expectStatus(await mint({ token: owner.token }, { project_id, trace: true }), 200).body;
    for (const credential of [{ key: owner.project.key }, { token: owner.project.widget, origin: ORIGIN }]) {
      const refused = await mint(credential, { trace: true });
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        [{ field: 'trace', message: 'may be set only by members of the project' }],
      ]);
      expectStatus(await mint(credential, { trace: false }), 200);
    }
    await app.call('PATCH', base, { token: owner.token, body: { widget_access: 'public' } });
    expect((await mint({ origin: ORIGIN }, { project_id, trace: true })).status).toBe(400);
    expect((await mint({ token: owner.token }, { trace: true })).body.code).toBe('project_id_required');

    const renewed = expectStatus(await mint({ token: owners.token, origin: ORIGIN }, {}), 200).body;
    const { message_id } = await ask(renewed.token, 'Traced still?');
    expect((await trace(message_id)).status).toBe(200);
  });

  it('may ask from the origin that it is bound to, even if unlisted, and from no other', async () => {
    const own = 'https://console.example.net';
    const project_id = owner.project.id;
    const chat = (token: string, origin?: string) =>
      app.call('POST', `${base}/chat`, { token, ...(origin && { origin }), body: { query: 'From where?' } });
    const { token } = expectStatus(
      await mint({ token: owner.token }, { project_id, origin: own, trace: true }),
      200,
    ).body;
    expect((await chat(token, own)).status).toBe(200);
    for (const origin of [undefined, ORIGIN, 'https://other.example.net'])
      expect((await chat(token, origin)).body.code).toBe('origin_not_allowed');
    expect((await mint({ token, origin: ORIGIN }, {})).body.code).toBe('origin_not_allowed');
    const renewed = expectStatus(await mint({ token, origin: own }, {}), 200).body;
    expect((await chat(renewed.token, own)).status).toBe(200);
    expect((await chat(renewed.token, ORIGIN)).status).toBe(403);

    // Without an origin or without a trace, it is like any other widget token.
    expect((await mint({ token: owner.token }, { project_id, origin: own })).body.code).toBe('origin_not_allowed');
    const unbound = expectStatus(await mint({ token: owner.token }, { project_id, trace: true }), 200).body;
    expect((await chat(unbound.token, own)).body.code).toBe('origin_not_allowed');
  });

  it('stores a trace with each answer, which no other token does', async () => {
    const { token } = (await mint({ token: owner.token }, { project_id: owner.project.id, trace: true })).body;
    const asked = await ask(token, 'How?');
    const kept = expectStatus(await trace(asked.message_id), 200).body;
    expect(kept).toMatchObject({
      message_id: asked.message_id,
      question: { asked: 'How?' },
      verdict: { outcome: 'answered' },
    });
    expect(kept.timings.total).toBeGreaterThanOrEqual(kept.timings.first_text);
    expect(app.questions.at(-1)?.trace).toBeDefined();
    const plain = await ask(owner.project.widget, 'And this?');
    expect((await trace(plain.message_id)).status).toBe(404);
    expect(app.questions.at(-1)?.trace).toBeUndefined();

    // The token may read its conversation, but not the trace.
    const own = await app.call('GET', `${base}/messages/${asked.message_id}/trace`, { token });
    expect(own.body.code).toBe('wrong_credential');
    await app.call('DELETE', `${base}/conversations/${asked.conversation_id}`, { token: owner.token });
    expect((await trace(asked.message_id)).status).toBe(404);
  });

  it('stores a trace of a failed answer too', async () => {
    const { token } = (await mint({ token: owner.token }, { project_id: owner.project.id, trace: true })).body;
    expect((await ask(token, 'fail')).code).toBe('internal_error');
    const list = await app.call('GET', `${base}/conversations?limit=1`, { token: owner.token });
    const path = `${base}/conversations/${list.body.items[0].id}/messages`;
    const [, answer] = (await app.call('GET', path, { token: owner.token })).body.items;
    expect((await trace(answer.id)).body.verdict).toEqual({
      outcome: 'failed',
      reason: null,
      score: null,
      threshold: null,
    });
  });
});
