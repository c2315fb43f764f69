import { APIError, ChatStreamError, Footnote, RateLimitError } from '@footnote/sdk';
import { answerOf, type ChatData, type ChatMetadata, chatTransport } from '@footnote/sdk/ai';
import * as seven from 'ai';
import * as five from 'ai-5';
import * as six from 'ai-6';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errors } from '../../server/answering/errors.ts';
import type { AnswerEvent, Question } from '../../server/answering/types.ts';
import { answerAsAsked } from '../helpers/server/answer-as-asked.ts';
import { chatState } from '../helpers/server/chat-state.ts';
import {
  createOwnerWithProject,
  type OwnerFixture,
  type ProjectFixture,
} from '../helpers/server/owner-with-project.ts';
import { citedAnswer, finish } from '../helpers/server/scripted-answers.ts';
import { startApp, type TestApp } from '../helpers/server/test-app.ts';
import { until } from '../helpers/timing/until.ts';

let app: TestApp;
let owner: OwnerFixture | undefined;

async function* scripted(question: Question): AsyncGenerator<AnswerEvent> {
  // Requests while the owner is being created have already reached its project.
  const sourceId = owner?.project.sourceId;
  const facts = [{ words: 'We open at nine.', ...(sourceId && { sourceId }) }];
  if (question.text !== 'cite') return yield* answerAsAsked(question, facts);
  yield { type: 'status', position: 1 };
  yield* citedAnswer(facts, (whole) => [...whole]).slice(0, -1);
  yield finish({ suggestions: ['And on Sundays?'], unsupported: [{ start: 0, end: 2 }] });
}

beforeAll(async () => {
  app = await startApp({
    answer(question) {
      if (question.text === 'busy') throw errors.busy(7);
      return scripted(question);
    },
  });
  owner = await createOwnerWithProject(app, 'owner');
});
afterAll(() => app.close());

function project(): ProjectFixture {
  if (!owner) throw new Error('There is no owner yet.');
  return owner.project;
}

const transport = (projectId = project().id) =>
  chatTransport({
    client: new Footnote({ baseURL: `${app.url}/v1`, apiKey: project().key, maxRetries: 0 }),
    projectId,
  });

/** The parts that are used have the same shape in all versions. */
const VERSIONS: [name: string, sdk: typeof five][] = [
  ['5.0.0', five],
  ['6.0.0', six as unknown as typeof five],
  ['7', seven as unknown as typeof five],
];

type Message = five.UIMessage<ChatMetadata, ChatData>;

/** The part of `useChat` that is tested: the SDK's own chat, on the state that React would keep. */
function chatOf(sdk: typeof five, project?: string) {
  const errorsSeen: Error[] = [];
  const data: string[] = [];
  const state = chatState<Message>();
  class Chat extends sdk.AbstractChat<Message> {}
  const chat = new (Chat as unknown as new (init: object) => five.AbstractChat<Message>)({
    state,
    transport: transport(project),
    onData: ({ type }: { type: string }) => data.push(type),
    onError: (error: Error) => errorsSeen.push(error),
  });
  return { chat, data, errorsSeen };
}

describe.each(VERSIONS)('chatTransport in ai %s', (_, sdk) => {
  it('returns a complete answer: text, citations, sources, suggestions, metadata', async () => {
    const { chat, data, errorsSeen } = chatOf(sdk);
    await chat.sendMessage({ text: 'cite' });
    expect([errorsSeen, chat.status]).toEqual([[], 'ready']);
    const message = chat.messages.at(-1) as Message;
    expect(answerOf(message)).toMatchObject({
      text: 'We open at nine. [1]',
      citations: [{ id: 1, quote: 'Fact 1 stands here.' }],
      suggestions: ['And on Sundays?'],
      unsupported: [{ start: 0, end: 2 }],
      refused: false,
    });
    expect(message.id).toMatch(/^msg_/);
    expect(message.metadata).toMatchObject({ finish_reason: 'stop', usage: { total_tokens: 15 } });
    expect(message.parts.map(({ type }) => type)).toContain('source-document');
    expect(data).toContain('data-status');
  });

  it('replaces the text with the refusal', async () => {
    const { chat } = chatOf(sdk);
    await chat.sendMessage({ text: 'refuse' });
    expect(answerOf(chat.messages.at(-1) as Message)).toMatchObject({
      text: 'Not in the documents.',
      citations: [],
      refused: true,
    });
  });

  it('stays in one conversation, even when an answer is regenerated, and starts a new one when it no longer exists', async () => {
    const { chat } = chatOf(sdk);
    const conversation = () => chat.messages.at(-1)?.metadata?.conversation_id ?? '';
    await chat.sendMessage({ text: 'one' });
    const first = conversation();
    expect(first).toMatch(/^conv_/);
    await chat.sendMessage({ text: 'two' });
    await chat.regenerate();
    expect([conversation(), chat.messages.length]).toEqual([first, 4]);
    expect(app.questions.at(-1)?.text).toBe('two');
    expect(app.questions.at(-1)?.history.length).toBeGreaterThan(0);
    const client = new Footnote({ baseURL: `${app.url}/v1`, apiKey: project().key });
    await client.conversations.delete(project().id, first);
    await chat.sendMessage({ text: 'three' });
    expect(chat.status).toBe('ready');
    expect(conversation()).not.toBe(first);
  });

  it.each([
    ['busy', RateLimitError, 'busy'],
    ['break', ChatStreamError, 'internal_error'],
  ])('passes the typed error to onError: %s', async (query, type, code) => {
    const { chat, errorsSeen } = chatOf(sdk);
    await chat.sendMessage({ text: query });
    expect(chat.status).toBe('error');
    expect(errorsSeen).toEqual([expect.any(type)]);
    expect(errorsSeen[0]).toMatchObject({ code });
  });

  it('reports an unknown project to onError', async () => {
    const { chat, errorsSeen } = chatOf(sdk, 'proj_none');
    await chat.sendMessage({ text: 'hello' });
    expect(APIError.isInstance(errorsSeen[0]) && errorsSeen[0].status).toBe(404);
  });

  it('stops, keeps the text so far, and is ready for the next question', async () => {
    const { chat, errorsSeen } = chatOf(sdk);
    const asking = chat.sendMessage({ text: 'wait' });
    await until(() => chat.messages.some((message) => answerOf(message).text === 'Let me see'), 'the first words');
    await chat.stop();
    await asking;
    expect([chat.status, errorsSeen]).toEqual(['ready', []]);
    await chat.sendMessage({ text: 'hello' });
    expect(answerOf(chat.messages.at(-1) as Message).text).toBe('You asked: hello');
  });
});

describe('chatTransport', () => {
  it('has the type that each version expects, even with messages of our type', () => {
    const made = transport();
    const plain: [
      five.ChatTransport<five.UIMessage>,
      six.ChatTransport<six.UIMessage>,
      seven.ChatTransport<seven.UIMessage>,
    ] = [made, made, made];
    const typed: [
      five.ChatTransport<five.UIMessage<ChatMetadata, ChatData>>,
      six.ChatTransport<six.UIMessage<ChatMetadata, ChatData>>,
      seven.ChatTransport<seven.UIMessage<ChatMetadata, ChatData>>,
    ] = [made, made, made];
    expect([...plain, ...typed].every((each) => typeof each.sendMessages === 'function')).toBe(true);
  });

  it('rejects a request without a question', async () => {
    await expect(transport().sendMessages({ messages: [] })).rejects.toThrow('contain none with the role "user"');
  });

  it('stops the answer when its reader leaves', async () => {
    const messages = [{ role: 'user', parts: [{ type: 'text', text: 'wait' }] }];
    const stream = await transport().sendMessages({ messages });
    await stream.cancel();
    await until(() => app.questions.at(-1)?.signal.aborted === true, 'the answerer to be stopped');
  });

  it('has no stream to resume', async () => {
    expect(await transport().reconnectToStream()).toBeNull();
  });
});

describe('answerOf', () => {
  it('recognises an ordinary refusal, whose text was not replaced, and reports why there was nothing to search', () => {
    const parts = [{ type: 'text', text: 'Not in the documents.' }];
    const refused = { finish_reason: 'refused' };
    expect(answerOf({ role: 'assistant', metadata: refused, parts })).toMatchObject({ refused: true, reason: null });
    expect(answerOf({ role: 'assistant', metadata: { ...refused, reason: 'indexing' }, parts })).toMatchObject({
      refused: true,
      finish_reason: 'refused',
      reason: 'indexing',
    });
    expect(answerOf({ role: 'assistant', metadata: { finish_reason: 'length' }, parts })).toMatchObject({
      refused: false,
      finish_reason: 'length',
    });
  });

  it('distinguishes an unsure answer from an answer and from a refusal', () => {
    const parts = [{ type: 'text', text: 'This may not answer your question. [1]' }];
    const unsure = { role: 'assistant', metadata: { finish_reason: 'unsure' }, parts };
    expect(answerOf(unsure)).toMatchObject({ unsure: true, refused: false, finish_reason: 'unsure' });
    const verdict = { type: 'data-verdict', data: { verdict: 'refused', response: 'Not in the documents.' } };
    expect(answerOf({ ...unsure, parts: [...parts, verdict] })).toMatchObject({ unsure: false, refused: true });
  });

  it('says that an answer was not kept', () => {
    const parts = [{ type: 'text', text: 'At nine.' }];
    const message = { role: 'assistant', metadata: { finish_reason: 'stop', kept: false }, parts };
    expect(answerOf(message)).toMatchObject({ text: 'At nine.', kept: false });
  });

  it('shows what a revision leaves of an answer, with its citations', () => {
    const parts = [
      { type: 'text', text: 'Wrong. Right. [1]' },
      { type: 'data-citations', data: [{ id: 1 }] },
      { type: 'data-verdict', data: { verdict: 'revised', response: 'Right. [1]' } },
    ];
    expect(answerOf({ role: 'assistant', metadata: { finish_reason: 'stop' }, parts })).toMatchObject({
      text: 'Right. [1]',
      citations: [{ id: 1 }],
      refused: false,
      finish_reason: 'stop',
    });
  });

  it('reads a message without parts, and parts of any shape', () => {
    const none = { finish_reason: null, reason: null, corrected: null, curated: null };
    const outcome = { refused: false, unsure: false, kept: true, ...none };
    const empty = { text: '', citations: [], suggestions: [], unsupported: [], ...outcome };
    expect(answerOf({ role: 'assistant', parts: [] })).toEqual(empty);
    expect(answerOf({ role: 'assistant', parts: [{ type: 'text' }, { type: 'file' }] })).toEqual(empty);
  });
});
