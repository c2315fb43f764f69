import { describe, expect, it } from 'vitest';
import { type CompletionPart, streamCompletion } from '../../../../server/answering/completion/stream-completion.ts';
import type { Generated } from '../../../../server/engines/types.ts';
import { drained } from '../../../helpers/server/scripted-answers.ts';
import { settle, until } from '../../../helpers/timing/until.ts';
import { type Script, type ScriptedGenerator, scriptedGenerator, slowly } from '../scripted-generator.ts';

const END: Generated = { type: 'end', reason: 'stop', usage: { prompt: 100, completion: 10 } };

async function written(script: Script, options: { timeoutMs?: number; signal?: AbortSignal; size?: number } = {}) {
  const { size = 3, signal = new AbortController().signal, ...rest } = options;
  const generator = scriptedGenerator(script, { split: (text) => text.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? [] });
  return inShort(await drained(streamCompletion(generator, [], { signal, ...rest })));
}

const inShort = (parts: CompletionPart[]) => ({
  text: parts.map((part) => (part.type === 'text' ? part.delta : '')).join(''),
  last: parts.at(-1),
});

describe('the stream of a completion', () => {
  it.each([1, 2, 3, 100])('passes text unchanged, in pieces of %d', async (size) => {
    expect(await written(() => 'It opens at nine.', { size })).toEqual({ text: 'It opens at nine.', last: END });
    expect(await written(() => 'NO', { size })).toEqual({ text: 'NO', last: END });
    expect(await written(() => '< 3', { size })).toEqual({ text: '< 3', last: END });
  });

  it.each([1, 2, 7, 100])('recognizes a text that begins with NO_ANSWER, in pieces of %d', async (size) => {
    for (const said of ['NO_ANSWER', '\n NO_ANSWER.', '<think>Perhaps? </think>\nNO_ANSWER']) {
      expect(await written(() => said, { size })).toEqual({ text: '', last: { type: 'no-answer' } });
    }
  });

  it.each([1, 2, 7, 100])('leaves out the thinking before the text, in pieces of %d', async (size) => {
    expect(await written(() => '\n<think>a <b> </thin </think>\n\nAt nine.', { size })).toMatchObject({
      text: 'At nine.',
    });
    expect(await written(() => '<think>without an end', { size })).toEqual({ text: '', last: END });
  });

  it('lets words be collected where its reader does, and while the model thinks', async () => {
    const asked: (boolean | undefined)[] = [];
    const script: Script = async function* (_, { mayCollect }) {
      for (const delta of ['<think>', 'Perhaps', '</think>', 'At', ' nine.']) {
        yield { type: 'text', delta };
        asked.push(mayCollect?.());
      }
      yield END;
    };
    let hasWords = false;
    const options = { signal: new AbortController().signal, mayCollect: () => hasWords };
    for await (const part of streamCompletion(scriptedGenerator(script), [], options))
      hasWords ||= part.type === 'text';
    expect(asked).toEqual([true, true, false, true, true]);
  });

  it('ends at the maximum length if the model never stops', async () => {
    async function* endless(): AsyncGenerator<Generated> {
      for (;;) yield { type: 'text', delta: 'x'.repeat(1000) };
    }
    const { text, last } = await written(endless);
    expect([text.length, last]).toEqual([32 * 1024, { type: 'end', reason: 'length', usage: null }]);
  });

  it.each<[string, Script]>([
    ['heeds the signal', (_, { signal }) => slowly(Array(100_000).fill('x'), 20, signal)],
    [
      'ignores the signal',
      async function* () {
        yield { type: 'text', delta: 'xx' };
        await new Promise(() => undefined);
      },
    ],
  ])('ends in time if the engine never ends and %s', async (_, script) => {
    const { text, last } = await written(script, { timeoutMs: 150 });
    expect(text).toMatch(/^x+$/);
    expect(last).toEqual({ type: 'end', reason: 'length', usage: null });
  });

  it.each<[string, Script]>([
    ['heeds the signal', (_, { signal }) => slowly(['x'], 10_000, signal)],
    [
      'ignores the signal',
      async function* () {
        await new Promise(() => undefined);
      },
    ],
  ])('fails if the engine writes nothing in time and %s', async (_, script) => {
    await expect(written(script, { timeoutMs: 60 })).rejects.toMatchObject({ code: 'answerer_unavailable' });
  });

  it.each<[string, Script]>([
    ['heeds the signal', (_, { signal }) => slowly(Array(100_000).fill('x'), 20, signal)],
    [
      'ignores the signal',
      async function* () {
        yield { type: 'text', delta: 'x' };
        await new Promise(() => undefined);
      },
    ],
  ])('stops at once when the reader leaves and the engine %s', async (_, script) => {
    const leaving = new AbortController();
    const reading = written(script, { signal: leaving.signal });
    await settle();
    leaving.abort(new Error('left'));
    await expect(reading).rejects.toThrow('left');
  });

  it('closes the engine’s stream when it is not read to its end', async () => {
    const generator: ScriptedGenerator = scriptedGenerator((_, { signal }) => slowly(Array(100).fill('x'), 1, signal));
    const parts = streamCompletion(generator, [], { signal: new AbortController().signal });
    await parts.next();
    expect(generator.running()).toBe(1);
    await parts.return();
    await until(() => generator.running() === 0, 'the end of the stream');
  });

  it('fails if the engine’s stream stops without an end part', async () => {
    await expect(written(() => [{ type: 'text', delta: 'x' }])).rejects.toMatchObject({ code: 'answerer_unavailable' });
  });
});
