import * as seven from 'ai';
import * as five from 'ai-5';
import * as six from 'ai-6';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerEvent, Question } from '../../../server/answering/types.ts';
import { chatState } from '../../helpers/server/chat-state.ts';
import { createOwnerWithProject, type OwnerFixture } from '../../helpers/server/owner-with-project.ts';
import { citedAnswer, finish, text, USAGE } from '../../helpers/server/scripted-answers.ts';
import { echo, startApp, type TestApp } from '../../helpers/server/test-app.ts';
import { until } from '../../helpers/timing/until.ts';

/** The supported major versions of the AI SDK. The functions used here have the same shape in all. */
const VERSIONS: [name: string, sdk: typeof five][] = [
  ['5.0.0', five],
  ['6.0.0', six as unknown as typeof five],
  ['7', seven as unknown as typeof five],
];

let app: TestApp;
let owner: OwnerFixture;

async function* scripted(question: Question): AsyncGenerator<AnswerEvent> {
  if (question.text === 'break') {
    yield text('One');
    throw new Error('the engine broke');
  }
  if (question.text === 'wait') {
    yield text('Let me see');
    await new Promise((_, reject) => question.signal.addEventListener('abort', () => reject(question.signal.reason)));
  }
  if (question.text === 'refuse') {
    yield text('Surely.');
    yield { type: 'verdict', response: 'Not in the documents.' };
    yield finish({ reason: 'refused' });
    return;
  }
  if (question.text !== 'cite') return yield* echo(question);
  const { sourceId } = owner.project;
  yield { type: 'status', position: 1 };
  const facts = [
    { words: 'We open at nine.', sourceId },
    { words: ' We close at six.', sourceId },
  ];
  yield* citedAnswer(facts, (whole) => [...whole]).slice(0, -1);
  yield finish({ suggestions: ['And on Sundays?'], unsupported: [{ start: 0, end: 2 }] });
}

beforeAll(async () => {
  app = await startApp({ answer: scripted });
  owner = await createOwnerWithProject(app, 'owner');
});
afterAll(() => app.close());

type Message = five.UIMessage<{ conversation_id?: string; finish_reason?: string; usage?: object }>;

/** The transport of `useChat`, configured for this API. */
function transportOf(sdk: typeof five, key = owner.project.key) {
  return new sdk.DefaultChatTransport<Message>({
    api: `${app.url}/v1/projects/${owner.project.id}/chat`,
    headers: { 'x-api-key': key },
    prepareSendMessagesRequest: ({ messages, headers }) => {
      const said = messages.at(-1)?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
      const conversation = messages.findLast(({ role }) => role === 'assistant')?.metadata?.conversation_id;
      const body = { query: said?.join('') ?? '', stream: true, conversation_id: conversation ?? null };
      return { body, ...(headers && { headers }) };
    },
  });
}

/** The SDK's chat class that `useChat` wraps, on a plain state. */
function chatOf(sdk: typeof five, key?: string) {
  const data: { type: string; data: unknown }[] = [];
  const errors: Error[] = [];
  const state = chatState<Message>();
  class Chat extends sdk.AbstractChat<Message> {}
  const chat = new (Chat as unknown as new (init: object) => five.AbstractChat<Message>)({
    state,
    transport: transportOf(sdk, key),
    onData: (part: { type: string; data: unknown }) => data.push(part),
    onError: (error: Error) => errors.push(error),
  });
  return { chat, data, errors };
}

const textOf = (message: Message | undefined) =>
  message?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
const dataOf = (message: Message | undefined, type: string) =>
  message?.parts.flatMap((part) => (part.type === type && 'data' in part ? [part.data] : []));

describe.each(VERSIONS)('ai %s', (_, sdk) => {
  it('reads a whole answer: text, citations, sources, suggestions, metadata', async () => {
    const { chat, data, errors } = chatOf(sdk);
    await chat.sendMessage({ text: 'cite' });
    expect([errors, chat.status, chat.messages.length]).toEqual([[], 'ready', 2]);
    const [, message] = chat.messages;
    expect(message?.id).toMatch(/^msg_/);
    expect(textOf(message)).toBe('We open at nine. [1] We close at six. [2]');
    expect(dataOf(message, 'data-citations')).toEqual([
      [expect.objectContaining({ id: 1, quote: 'Fact 1 stands here.' }), expect.objectContaining({ id: 2 })],
    ]);
    expect(dataOf(message, 'data-suggestions')).toEqual([['And on Sundays?']]);
    expect(dataOf(message, 'data-unsupported')).toEqual([[{ start: 0, end: 2 }]]);
    expect(dataOf(message, 'data-status')).toEqual([]);
    expect(data).toContainEqual(expect.objectContaining({ type: 'data-status', data: { position: 1 } }));
    expect(message?.parts.filter(({ type }) => type === 'source-document')).toEqual([
      expect.objectContaining({ sourceId: owner.project.sourceId, mediaType: 'text/markdown', filename: 'owner.md' }),
    ]);
    expect(message?.metadata).toEqual({
      conversation_id: expect.stringMatching(/^conv_/),
      finish_reason: 'stop',
      usage: USAGE,
    });
  });

  it('continues its conversation', async () => {
    const { chat } = chatOf(sdk);
    await chat.sendMessage({ text: 'cite' });
    await chat.sendMessage({ text: 'more' });
    const conversations = chat.messages.flatMap(({ metadata }) => (metadata ? [metadata.conversation_id] : []));
    expect([conversations.length, new Set(conversations).size]).toEqual([2, 1]);
    expect(app.questions.at(-1)?.history).toHaveLength(2);
  });

  it('never shows a marker before its citation', async () => {
    const stream = await transportOf(sdk).sendMessages({
      trigger: 'submit-message',
      chatId: 'chat',
      messageId: undefined,
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'cite' }] }],
      abortSignal: undefined,
    });
    let states = 0;
    for await (const message of sdk.readUIMessageStream<Message>({ stream })) {
      states += 1;
      const known = dataOf(message, 'data-citations')?.flat().length ?? 0;
      for (const [, id] of textOf(message)?.matchAll(/\[(\d+)/g) ?? []) expect(Number(id)).toBeLessThanOrEqual(known);
    }
    expect(states).toBeGreaterThan(10);
  });

  it('replaces an answer that is retracted', async () => {
    const { chat } = chatOf(sdk);
    await chat.sendMessage({ text: 'refuse' });
    expect(dataOf(chat.messages[1], 'data-verdict')).toEqual([
      { verdict: 'refused', response: 'Not in the documents.' },
    ]);
    expect(chat.messages[1]?.metadata?.finish_reason).toBe('refused');
  });

  it('reports an interrupted answer', async () => {
    const { chat, data, errors } = chatOf(sdk);
    await chat.sendMessage({ text: 'break' });
    expect(chat.status).toBe('error');
    expect(errors.map(({ message }) => message)).toEqual([
      'Something went wrong on the server. The request id identifies the error in the log.',
    ]);
    expect(data).toContainEqual(
      expect.objectContaining({ type: 'data-error', data: { code: 'internal_error', retryable: true } }),
    );
    expect(textOf(chat.messages[1])).toBe('One');
    expect(dataOf(chat.messages[1], 'data-error')).toEqual([]);
  });

  it('reports an error before the first byte with its message', async () => {
    const { chat, errors } = chatOf(sdk, 'chat_none');
    await chat.sendMessage({ text: 'cite' });
    expect(chat.status).toBe('error');
    expect(JSON.parse(errors[0]?.message ?? '')).toEqual({
      code: 'token_invalid',
      detail: 'The credential is not valid.',
    });
  });

  it('stops the answer with its stop method', async () => {
    const { chat, errors } = chatOf(sdk);
    const sent = chat.sendMessage({ text: 'wait' });
    await until(() => textOf(chat.messages[1]) === 'Let me see', 'the words');
    const question = app.questions.at(-1);
    await chat.stop();
    await sent;
    await until(() => question?.signal.aborted ?? false, 'the end of the answer');
    expect([chat.status, errors, textOf(chat.messages[1])]).toEqual(['ready', [], 'Let me see']);
  });
});
