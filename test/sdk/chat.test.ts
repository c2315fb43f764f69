import { APIAbortError, ChatStreamError, Footnote, NotFoundError, RateLimitError } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errors } from '../../server/answering/errors.ts';
import type { AnswerEvent, Question } from '../../server/answering/types.ts';
import { answerAsAsked } from '../helpers/server/answer-as-asked.ts';
import { createOwnerWithProject, type OwnerFixture } from '../helpers/server/owner-with-project.ts';
import { citedAnswer, finish } from '../helpers/server/scripted-answers.ts';
import { startApp, type TestApp } from '../helpers/server/test-app.ts';
import { until } from '../helpers/timing/until.ts';

let app: TestApp;
let owner: OwnerFixture | undefined;
let project: string;
let footnote: Footnote;
let left = false;

/** The question determines what the answerer does. */
async function* scripted(question: Question): AsyncGenerator<AnswerEvent> {
  // Requests while the owner is being created have already reached its project.
  const sourceId = owner?.project.sourceId;
  const facts = ['We open at nine.', ' Ünd close at six 😀.'].map((words) => ({
    words,
    ...(sourceId && { sourceId }),
  }));
  const split = (whole: string) => whole.match(/.{1,3}/gsu) ?? [];
  switch (question.text) {
    case 'cite':
      yield { type: 'status', position: 3 };
      yield* citedAnswer(facts, split).slice(0, -1);
      yield finish({ suggestions: ['And on Sundays?'], unsupported: [{ start: 3, end: 9 }] });
      return;
    case 'nothing':
      yield finish({ reason: 'length' });
      return;
    default:
      yield* answerAsAsked(question, facts, split);
  }
}

beforeAll(async () => {
  app = await startApp({
    answer: (question) => {
      question.signal.addEventListener('abort', () => {
        left = true;
      });
      // Before the first event, as when the queue is full.
      if (question.text === 'busy') throw errors.busy(7);
      return scripted(question);
    },
  });
  owner = await createOwnerWithProject(app, 'owner');
  project = owner.project.id;
  footnote = new Footnote({ baseURL: `${app.url}/v1`, apiKey: owner.project.key });
});
afterAll(() => app.close());

const ask = (query: string) => footnote.chat.stream(project, { query }, { maxRetries: 0 });

describe('the stream of a real server', () => {
  it.each(['cite', 'refuse', 'nothing', 'hello'])('ends in the same answer as without a stream: %s', async (query) => {
    const json = await footnote.chat.create(project, { query });
    const streamed = await ask(query).finalAnswer();
    const own = { message_id: expect.stringMatching(/^msg_/), conversation_id: expect.stringMatching(/^conv_/) };
    // Each answer has its own ids and newly signed links.
    const citations = json.citations.map((citation) => ({
      ...citation,
      url: expect.stringContaining('/v1/passages/'),
    }));
    expect(streamed).toEqual({ ...json, ...own, citations });
    expect(Object.keys(streamed).sort()).toEqual(Object.keys(json).sort());
    expect(streamed.message_id).not.toBe(json.message_id);
  });

  it('continues a conversation, and its message can be rated and read', async () => {
    const first = await ask('cite').finalAnswer();
    const { conversation_id } = first;
    const stream = footnote.chat.stream(project, { query: 'hello', conversation_id });
    expect((await stream.finalAnswer()).conversation_id).toBe(conversation_id);
    await footnote.feedback.create(project, first.message_id, { rating: 'up' });
    const messages = [];
    for await (const message of footnote.conversations.messages(project, conversation_id)) messages.push(message);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(messages[1]).toMatchObject({ id: first.message_id, text: first.response, rating: 'up' });
  });

  it('reports the position in the queue', async () => {
    const positions: number[] = [];
    await ask('cite')
      .on('status', (position) => positions.push(position))
      .finalAnswer();
    expect(positions).toEqual([3]);
  });

  it('throws API errors before the stream begins', async () => {
    await expect(ask('busy').finalAnswer()).rejects.toMatchObject({ code: 'busy', retryAfter: 7 });
    await expect(ask('busy').finalAnswer()).rejects.toBeInstanceOf(RateLimitError);
    const lost = footnote.chat.stream(project, { query: 'hello', conversation_id: 'conv_gone' });
    await expect(lost.finalAnswer()).rejects.toBeInstanceOf(NotFoundError);
  });

  it('throws a ChatStreamError if the answer breaks off', async () => {
    const stream = ask('break');
    const error = await stream.finalAnswer().catch((thrown) => thrown);
    expect(ChatStreamError.isInstance(error)).toBe(true);
    expect(error.code).toMatch(/^[a-z_]+$/);
    expect(error.message).not.toContain('engine broke');
    expect(error.requestId).toMatch(/./);
  });

  it('stops when its reader leaves: the answerer learns of it at once', async () => {
    left = false;
    // No keep-alive is sent, which would also notice it.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    for await (const part of ask('wait')) if (part.type === 'text-delta') break;
    await until(() => left, 'the answerer to be stopped');
    vi.useRealTimers();
    const stream = ask('wait').on('text', () => stream.abort());
    await expect(stream.finalAnswer()).rejects.toBeInstanceOf(APIAbortError);
  });
});
