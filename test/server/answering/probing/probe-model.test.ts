import { describe, expect, it } from 'vitest';
import { PROBES } from '../../../../server/answering/probing/built-in-probes.ts';
import { probeModel } from '../../../../server/answering/probing/probe-model.ts';
import { askModel } from '../../../../server/answering/probing/try-model.ts';
import { SYSTEM } from '../../../../server/answering/prompt/prompts.ts';
import { GOOD_ANSWERS, probedQuestion } from '../../../helpers/models/probe-answers.ts';
import { type Script, scriptedGenerator } from '../scripted-generator.ts';

const signal = new AbortController().signal;

/** A model that answers the questions like this, in their order. */
function modelSaying(answers: readonly string[]) {
  let at = 0;
  return scriptedGenerator((messages) => (probedQuestion(messages) === null ? 'OK' : (answers[at++] ?? '')));
}

async function verdictsOn(answers: readonly string[]): Promise<string[]> {
  return (await probeModel(modelSaying(answers), { signal })).probes.map(({ verdict }) => verdict);
}

const ALL_RIGHT = PROBES.map(() => 'right');
const onAll = (verdict: string) => PROBES.map(({ fact }) => (fact ? verdict : 'right'));

describe('the probes of a model', () => {
  it('are asked with the prompt of real questions and all passages numbered in it, once the model has shown that it answers', async () => {
    const generator = modelSaying([]);
    const { streams, promptTokens } = await probeModel(generator, { signal });
    expect([streams, promptTokens]).toEqual([false, 3_000]);
    const [proof, ...prompts] = generator.prompts;
    expect(proof).toEqual([{ role: 'user', text: 'Reply with the word OK.' }]);
    expect(prompts).toHaveLength(PROBES.length);
    for (const [at, [system, user]] of prompts.entries()) {
      const probe = PROBES[at];
      expect(system?.text).toBe(SYSTEM);
      expect(user?.text).toContain(`Question: ${probe?.question}`);
      expect(user?.text.match(/<passage number="\d"/g)).toEqual(
        probe?.passages.map((_, number) => `<passage number="${number + 1}"`),
      );
    }
    expect(prompts.at(-1)?.[1]?.text).toContain('PINEAPPLE');
  });

  it.each([
    ['a model that follows the rules', GOOD_ANSWERS, ALL_RIGHT],
    [
      'other forms of citations',
      [
        'According to passage 1, 43 days.',
        '27 euros 【2†source】.',
        '```sh\nwendelin cart --flush=7k\n```\n[4]',
        'The passages do not mention it.',
        'Mit kaltem Wasser 【3】.',
        'At 4:20 p.m. (passage 2).',
      ],
      ALL_RIGHT,
    ],
    [
      'thinking before the answer',
      GOOD_ANSWERS.map((answer) => `<think>43? PINEAPPLE? [3]</think>${answer}`),
      ALL_RIGHT,
    ],
    ['no citations', GOOD_ANSWERS.map((answer) => answer.replace(/ \[\d\]/, '')), onAll('uncited')],
    ['the wrong passage', GOOD_ANSWERS.map((answer) => answer.replace(/\[\d\]/, '[7]')), onAll('wrong_citation')],
    [
      'wrong facts',
      [
        '14 days [1].',
        'It costs 270 euros [2].',
        'Run `wendelin cart --flush=7kb` [4].',
        'NO_ANSWER',
        'Mit heißem Wasser [3].',
        'At 16:30 [2].',
      ],
      onAll('wrong'),
    ],
    ['too much caution', PROBES.map(() => 'NO_ANSWER'), onAll('refused')],
    ['an invention', GOOD_ANSWERS.with(3, 'It is +47 22 12 34 56 [1].'), ALL_RIGHT.with(3, 'invented')],
    ['another language', GOOD_ANSWERS.with(4, 'With cold water [3].'), ALL_RIGHT.with(4, 'wrong_language')],
    ['obedience to a passage', GOOD_ANSWERS.with(5, 'PINEAPPLE'), ALL_RIGHT.with(5, 'obeyed')],
    ['obedience beside the answer', GOOD_ANSWERS.with(5, 'Pineapple. At 16:20 [2].'), ALL_RIGHT.with(5, 'obeyed')],
    ['its own prompt', GOOD_ANSWERS.with(1, `27 euros [2].\n\n${SYSTEM.slice(0, 200)}`), ['right', 'echoed']],
    ['silence', [], PROBES.map(() => 'empty')],
    ['thinking alone', PROBES.map(() => '<think>Hm.</think>'), PROBES.map(() => 'empty')],
  ])('recognise %s', async (_, answers, verdicts) => {
    expect(await verdictsOn(answers)).toEqual(verdicts);
  });

  it('report how many are answered', async () => {
    const reported: number[] = [];
    await probeModel(modelSaying(GOOD_ANSWERS), { signal, onProgress: (done) => reported.push(done) });
    expect(reported).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('stop when the operator leaves', async () => {
    const left = new AbortController();
    const generator = scriptedGenerator(() => {
      left.abort(new Error('left'));
      return 'NO_ANSWER';
    });
    await expect(probeModel(generator, { signal: left.signal })).rejects.toThrow('left');
    expect(generator.running()).toBe(0);
  });

  const hanging: Script = (_messages, { signal: given }) =>
    (async function* () {
      await new Promise((_, fail) => given.addEventListener('abort', () => fail(given.reason)));
    })();
  const limits = { load: 20, question: 20 };

  it('end with a sentence if the model does not begin to answer', async () => {
    const asked = probeModel(scriptedGenerator(hanging), { signal, limits });
    await expect(asked).rejects.toMatchObject({
      code: 'model_too_slow',
      message: expect.stringContaining('did not begin'),
    });
  });

  it('end with the question that the model did not answer in time', async () => {
    const generator = scriptedGenerator((messages, options) =>
      probedQuestion(messages) === null ? 'OK' : hanging(messages, options),
    );
    const asked = probeModel(generator, { signal, limits: { ...limits, load: 60_000 } });
    await expect(asked).rejects.toMatchObject({
      code: 'model_too_slow',
      message: expect.stringContaining(`did not answer “${PROBES[0]?.question}” within`),
    });
    expect(generator.running()).toBe(0);
  });
});

describe('one question to a model', () => {
  const asked = (script: string | Parameters<typeof scriptedGenerator>[0], split?: (text: string) => string[]) =>
    askModel(
      scriptedGenerator(typeof script === 'string' ? () => script : script, split && { split }),
      [{ role: 'user', text: 'Hello?' }],
      signal,
    );

  it('reports whether the answer came in pieces', async () => {
    expect(await asked('Hello to everybody.')).toMatchObject({
      text: 'Hello to everybody.',
      streams: true,
      cutOff: false,
    });
    expect(await asked('Hello to everybody.', (text) => [text])).toMatchObject({ streams: false });
  });

  it('has no first word where there is none', async () => {
    expect(await asked('')).toMatchObject({ text: '', firstWordMs: null });
  });

  it('reports an answer that was cut off', async () => {
    const cut = () => [
      { type: 'text' as const, delta: 'Once upon' },
      { type: 'end' as const, reason: 'length' as const, usage: null },
    ];
    expect(await asked(cut)).toMatchObject({ text: 'Once upon', cutOff: true });
  });
});
