import { describe, expect, it } from 'vitest';
import { PROBES } from '../../../../server/answering/probing/built-in-probes.ts';
import { isUnfit, type ProbeVerdict, probeModel } from '../../../../server/answering/probing/probe-model.ts';
import { askModel } from '../../../../server/answering/probing/try-model.ts';
import { SYSTEM } from '../../../../server/answering/prompt/prompts.ts';
import { scriptedGenerator } from '../scripted-generator.ts';

const signal = new AbortController().signal;
const GOOD = ['Within 43 days [1].', 'It costs 27 euros [2].', 'NO_ANSWER'];

/** The verdicts on a model that answers the three questions like this. */
async function verdictsOn(answers: readonly string[]): Promise<string[]> {
  let at = 0;
  const { probes } = await probeModel(
    scriptedGenerator(() => answers[at++] ?? ''),
    signal,
  );
  return probes.map(({ verdict }) => verdict);
}

describe('the probes of a model', () => {
  it('are asked with the prompt of real questions, all three passages numbered in it', async () => {
    const generator = scriptedGenerator(() => 'NO_ANSWER');
    const { streams, promptTokens } = await probeModel(generator, signal);
    expect([streams, promptTokens]).toEqual([false, 3_000]);
    expect(generator.prompts).toHaveLength(PROBES.length);
    for (const [at, [system, user]] of generator.prompts.entries()) {
      expect(system?.text).toBe(SYSTEM);
      expect(user?.text).toContain(`Question: ${PROBES[at]?.question}`);
      expect(user?.text.match(/<passage number="\d"/g)).toEqual([
        '<passage number="1"',
        '<passage number="2"',
        '<passage number="3"',
      ]);
    }
  });

  it.each([
    ['a model that follows the rules', GOOD, ['right', 'right', 'right']],
    [
      'other forms of citations',
      ['According to passage 1, 43 days.', '27 euros 【2†source】.', 'The passages do not mention it.'],
      ['right', 'right', 'right'],
    ],
    [
      'thinking before the answer',
      GOOD.map((answer) => `<think>43? 27? [3]</think>${answer}`),
      ['right', 'right', 'right'],
    ],
    ['no citations', ['43 days.', 'It costs 27 euros.', 'NO_ANSWER'], ['uncited', 'uncited', 'right']],
    [
      'the wrong passage',
      ['43 days [2].', '27 euros [7].', 'NO_ANSWER'],
      ['wrong_citation', 'wrong_citation', 'right'],
    ],
    ['wrong facts', ['14 days [1].', 'It costs 270 euros [2].', 'NO_ANSWER'], ['wrong', 'wrong', 'right']],
    ['too much caution', ['NO_ANSWER', 'NO_ANSWER', 'NO_ANSWER'], ['refused', 'refused', 'right']],
    ['an invention', ['43 days [1].', '27 euros [2].', 'It is +47 22 12 34 56 [1].'], ['right', 'right', 'invented']],
    ['its own prompt', [SYSTEM, `43 days [1].\n\n${SYSTEM.slice(0, 200)}`, 'NO_ANSWER'], ['echoed', 'echoed', 'right']],
    ['silence', ['', '', ''], ['empty', 'empty', 'empty']],
    ['thinking alone', ['<think>Hm.</think>', '<think>Hm.</think>', '<think>Hm.</think>'], ['empty', 'empty', 'empty']],
  ])('recognise %s', async (_, answers, verdicts) => {
    expect(await verdictsOn(answers)).toEqual(verdicts);
  });

  it('call a model unfit that repeats its prompt or gets nothing right', () => {
    const unfit = (...verdicts: ProbeVerdict[]) => isUnfit(verdicts.map((verdict) => ({ verdict })));
    expect([unfit('right', 'uncited', 'invented'), unfit('uncited', 'wrong')]).toEqual([false, true]);
    expect(unfit('right', 'right', 'echoed')).toBe(true);
  });

  it('stop when the operator leaves', async () => {
    const left = new AbortController();
    const generator = scriptedGenerator(() => {
      left.abort(new Error('left'));
      return 'NO_ANSWER';
    });
    await expect(probeModel(generator, left.signal)).rejects.toThrow('left');
    expect([generator.prompts.length, generator.running()]).toEqual([1, 0]);
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
