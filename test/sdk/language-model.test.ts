import { ChatStreamError, RateLimitError } from '@footnote/sdk';
import { answerOf, createFootnote, type FootnoteLanguageModel } from '@footnote/sdk/ai';
import * as seven from 'ai';
import * as six from 'ai-6';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errors } from '../../server/answering/errors.ts';
import type { AnswerEvent, Question } from '../../server/answering/types.ts';
import { answerAsAsked } from '../helpers/server/answer-as-asked.ts';
import { createOwnerWithProject, type OwnerFixture } from '../helpers/server/owner-with-project.ts';
import { citedAnswer, finish, text } from '../helpers/server/scripted-answers.ts';
import { startApp, type TestApp } from '../helpers/server/test-app.ts';
import { until } from '../helpers/timing/until.ts';

let app: TestApp;
let owner: OwnerFixture | undefined;

async function* scripted(question: Question): AsyncGenerator<AnswerEvent> {
  const sourceId = owner?.project.sourceId;
  const facts = [{ words: 'We open at nine.', ...(sourceId && { sourceId }) }];
  switch (question.text) {
    case 'cite':
      yield* citedAnswer(facts, (whole) => [...whole]).slice(0, -1);
      yield finish();
      return;
    case 'lose':
      yield text('At nine.');
      yield finish({ kept: false });
      return;
    case 'break':
      yield text('One');
      yield text(' two');
      throw new Error('the engine broke');
    case 'wait':
      yield text('Let me see');
      yield text('.');
      await new Promise((_, reject) => question.signal.addEventListener('abort', () => reject(question.signal.reason)));
      return;
    default:
      yield* answerAsAsked(question, facts);
  }
}

beforeAll(async () => {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  app = await startApp({
    answer(question) {
      if (question.text === 'busy') throw errors.busy(7);
      return scripted(question);
    },
  });
  owner = await createOwnerWithProject(app, 'owner');
});
afterAll(() => app.close());

const provider = () => createFootnote({ baseURL: `${app.url}/v1`, apiKey: owner?.project.key, maxRetries: 0 });
const model = (): FootnoteLanguageModel => provider()(owner?.project.id ?? '');

/** The functions that are used have the same shape in both. */
const VERSIONS: [name: string, sdk: typeof seven][] = [
  ['6.0.0', six as unknown as typeof seven],
  ['7', seven],
];

const CITED = { id: '1', sourceType: 'url', title: expect.stringMatching(/^Document of src_/) };

describe.each(VERSIONS)('a model in ai %s', (_, sdk) => {
  it('answers generateText with the text, its sources and how it ended', async () => {
    const answer = await sdk.generateText({ model: model(), prompt: 'cite' });
    expect(answer.text).toBe('We open at nine. [1]');
    expect(answer.sources).toEqual([
      expect.objectContaining({
        ...CITED,
        url: expect.stringMatching(/^http/),
        providerMetadata: { footnote: expect.objectContaining({ id: 1, quote: 'Fact 1 stands here.' }) },
      }),
    ]);
    expect(answer.providerMetadata?.footnote).toEqual({
      message_id: expect.stringMatching(/^msg_/),
      finish_reason: 'stop',
    });
    expect([answer.finishReason, answer.usage.totalTokens, answer.warnings ?? []]).toEqual(['stop', 15, []]);
  });

  it('streams the text as it is written, then the sources and how it ended', async () => {
    const answer = sdk.streamText({ model: model(), prompt: 'cite' });
    const deltas: string[] = [];
    for await (const delta of answer.textStream) deltas.push(delta);
    expect(deltas.length).toBeGreaterThan(5);
    expect(deltas.join('')).toBe('We open at nine. [1]');
    expect(await answer.sources).toEqual([expect.objectContaining(CITED)]);
    expect((await answer.providerMetadata)?.footnote).toMatchObject({ finish_reason: 'stop' });
    expect((await answer.usage).outputTokens).toBeGreaterThan(0);
  });

  it('gives useChat a message with text, sources and metadata, which answerOf reads', async () => {
    const answer = sdk.streamText({ model: model(), prompt: 'cite' });
    const parts = answer.toUIMessageStream({
      sendSources: true,
      messageMetadata: ({ part }) => (part.type === 'finish-step' ? part.providerMetadata?.footnote : undefined),
    });
    let message: seven.UIMessage | undefined;
    for await (const state of sdk.readUIMessageStream({ stream: parts })) message = state;
    expect(answerOf(message as seven.UIMessage)).toMatchObject({
      text: 'We open at nine. [1]',
      citations: [{ id: 1, quote: 'Fact 1 stands here.', url: expect.stringMatching(/^http/) }],
      refused: false,
      finish_reason: 'stop',
    });
  });

  it('says that the documents do not answer: whole with that alone, in a stream after what was sent', async () => {
    const whole = await sdk.generateText({ model: model(), prompt: 'refuse' });
    expect([whole.text, whole.sources]).toEqual(['Not in the documents.', []]);
    expect(whole.providerMetadata?.footnote).toMatchObject({ finish_reason: 'refused' });
    const streamed = sdk.streamText({ model: model(), prompt: 'refuse' });
    expect(await streamed.text).toMatch(/^We open.*\n\nNot in the documents\.$/s);
    expect([await streamed.sources, await streamed.finishReason]).toEqual([[], 'stop']);
    expect((await streamed.providerMetadata)?.footnote).toMatchObject({ finish_reason: 'refused' });
  });

  it('reads the earlier messages of a conversation', async () => {
    await sdk.generateText({
      model: model(),
      messages: [
        { role: 'user', content: 'When do you open?' },
        { role: 'assistant', content: 'At nine. [1]' },
        { role: 'user', content: [{ type: 'text', text: 'And on Sundays?' }] },
      ],
    });
    expect(app.questions.at(-1)?.text).toBe('And on Sundays?');
    expect(app.questions.at(-1)?.history).toMatchObject([{ text: 'When do you open?' }, { text: 'At nine. [1]' }]);
  });

  it('limits the sources, for a model or for one call', async () => {
    const filter = { metadata: { version: '2' } };
    const limited = provider()(owner?.project.id ?? '', { filter });
    const question = { prompt: 'hello', providerOptions: { footnote: { filter: { language: 'de' } } } };
    await sdk.generateText({ model: limited, prompt: 'hello' });
    expect(app.questions.at(-1)?.filter).toMatchObject({ labels: { version: ['2'] } });
    await sdk.generateText({ model: limited, ...question });
    expect(app.questions.at(-1)?.filter).toMatchObject({ languages: ['de'] });
  });

  it.each([
    ['busy', RateLimitError, 'busy'],
    ['break', ChatStreamError, 'internal_error'],
  ])('passes typed errors on: %s', async (prompt, type, code) => {
    const seen: unknown[] = [];
    const answer = sdk.streamText({ model: model(), prompt, onError: ({ error }) => void seen.push(error) });
    await answer.consumeStream();
    expect(seen).toEqual([expect.any(type)]);
    expect(seen[0]).toMatchObject({ code });
    await expect(sdk.generateText({ model: model(), prompt })).rejects.toMatchObject({ code });
  });

  it('stops the server when the caller stops', async () => {
    const stop = new AbortController();
    const answer = sdk.streamText({ model: model(), prompt: 'wait', abortSignal: stop.signal });
    for await (const _delta of answer.textStream) stop.abort();
    await until(() => app.questions.at(-1)?.signal.aborted === true, 'the answerer to be stopped');
  });

  it('warns of what it cannot follow', async () => {
    const answer = await sdk.generateText({
      model: model(),
      system: 'Talk like a pirate.',
      prompt: 'hello',
      tools: { look: sdk.tool({ inputSchema: sdk.jsonSchema({ type: 'object' }) }) },
    });
    expect(answer.warnings?.map((warning) => 'feature' in warning && warning.feature)).toEqual([
      'system messages',
      'tools',
    ]);
  });

  it('is found in a registry of providers by the id of the project', async () => {
    const registry = sdk.createProviderRegistry({ footnote: provider() as never });
    const named = registry.languageModel(`footnote:${owner?.project.id ?? ''}`);
    expect((await sdk.generateText({ model: named, prompt: 'hello' })).text).toBe('You asked: hello');
  });
});

describe.each(VERSIONS)('an answer that was not kept in ai %s', (_, sdk) => {
  it('says so in its metadata, whole and streamed', async () => {
    const whole = await sdk.generateText({ model: model(), prompt: 'lose' });
    const streamed = sdk.streamText({ model: model(), prompt: 'lose' });
    expect(await streamed.text).toBe('At nine.');
    for (const metadata of [whole.providerMetadata, await streamed.providerMetadata])
      expect(metadata?.footnote).toMatchObject({ finish_reason: 'stop', kept: false });
  });
});

describe('the provider', () => {
  it('has the types that each version expects', () => {
    const made: [six.LanguageModel, seven.LanguageModel] = [model(), model()];
    expect(made).toHaveLength(2);
  });

  it('stops the server when the reader of the stream leaves', async () => {
    const { stream } = await model().doStream({ prompt: [{ role: 'user', content: 'wait' }] });
    await stream.cancel();
    await until(() => app.questions.at(-1)?.signal.aborted === true, 'the answerer to be stopped');
  });

  it('has only language models', () => {
    expect(() => provider().embeddingModel('any')).toThrow('language models only');
    expect(() => provider().imageModel('any')).toThrow('language models only');
  });
});
