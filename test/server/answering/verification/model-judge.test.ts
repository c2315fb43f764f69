import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { VerificationOutcome } from '../../../../server/answering/types.ts';
import { createModelJudge, type JudgeLimits } from '../../../../server/answering/verification/model-judge.ts';
import type { JudgedPair } from '../../../../server/answering/verification/sentence-judge.ts';
import { errors } from '../../../../server/engines/errors.ts';
import type { Inference, Verifier } from '../../../../server/engines/types.ts';
import { passage } from '../passages.ts';
import { CONTRADICTED, ENTAILED, NEUTRAL, scriptedVerifier } from './scripted-verifier.ts';

const { signal } = new AbortController();
const PASSAGE = passage('It opens at nine.', { headings: ['Hours', 'Summer'], page: 4 });

const pair = (sentence: string, changes: Partial<JudgedPair> = {}): JudgedPair => ({
  sentence,
  passage: PASSAGE,
  isForeign: false,
  ...changes,
});

function judgeBy(verifier: Verifier, limits?: JudgeLimits) {
  const outcomes: VerificationOutcome[] = [];
  return { outcomes, judge: createModelJudge(verifier, signal, (outcome) => outcomes.push(outcome), limits) };
}

describe('a judge by a model of inference', () => {
  it.each<[Inference, string]>([
    [ENTAILED, 'entailed'],
    [CONTRADICTED, 'contradicted'],
    [NEUTRAL, 'neutral'],
    [{ entailment: 0.05, contradiction: 0.85 }, 'neutral'],
    [{ entailment: 0.75, contradiction: 0.05 }, 'neutral'],
  ])('makes %j a verdict: %s', async (inference, verdict) => {
    const { judge, outcomes } = judgeBy(scriptedVerifier(() => inference));
    expect(await judge.judge([pair('It opens.')])).toEqual([verdict]);
    expect(outcomes).toEqual(['done']);
  });

  it('shows the model the headings, the page and the text, all pairs in one request', async () => {
    const verifier = scriptedVerifier(() => NEUTRAL);
    await judgeBy(verifier).judge.judge([pair('It opens.'), pair('It closes.')]);
    const premise = { heading: 'Museum guide › Hours › Summer (4)', passage: 'It opens at nine.' };
    expect(verifier.requests).toEqual([
      [
        { ...premise, sentence: 'It opens.' },
        { ...premise, sentence: 'It closes.' },
      ],
    ]);
  });

  it('does not ask a model that knows neither language', async () => {
    const verifier = scriptedVerifier(() => CONTRADICTED, ['en']);
    const german = passage('Es öffnet um neun.', { language: 'de' });
    const pairs = [pair('Er öffnet.', { passage: german }), pair('It opens.'), pair('Er öffnet.', { isForeign: true })];
    const { judge } = judgeBy(verifier);
    expect(await judge.judge(pairs)).toEqual([null, 'contradicted', null]);
    expect(await judge.judge([pair('Er öffnet.', { isForeign: true })])).toEqual([null]);
    expect(verifier.requests.map((asked) => asked.length)).toEqual([1]);
    expect(judge.failed).toBe(false);
  });

  it.each<[VerificationOutcome, () => Error]>([
    ['failed', errors.answererUnavailable],
    ['busy', () => errors.busy(1)],
  ])('leaves the rest of the answer to the rules once the model has %s', async (outcome, failure) => {
    const verifier = scriptedVerifier(() => {
      throw failure();
    });
    const { judge, outcomes } = judgeBy(verifier);
    expect(await judge.judge([pair('It opens.')])).toEqual([null]);
    expect(await judge.judge([pair('It closes.')])).toEqual([null]);
    expect(outcomes).toEqual([outcome]);
    expect(judge.failed).toBe(true);
  });

  it('does not wait longer than its limit for one sentence', async () => {
    const verifier = scriptedVerifier((_, until) => setTimeout(60_000, NEUTRAL, { signal: until }));
    const { judge, outcomes } = judgeBy(verifier, { sentenceMs: 20, answerMs: 1_000 });
    expect(await judge.judge([pair('It opens.')])).toEqual([null]);
    expect(outcomes).toEqual(['timeout']);
  });

  it('does not wait longer than its limit for all sentences together', async () => {
    const verifier = scriptedVerifier((_, until) => setTimeout(30, NEUTRAL, { signal: until }));
    const { judge } = judgeBy(verifier, { sentenceMs: 1_000, answerMs: 100 });
    const verdicts: unknown[] = [];
    for (let at = 0; at < 10; at++) verdicts.push(...(await judge.judge([pair('It opens.')])));
    expect(verdicts[0]).toBe('neutral');
    expect(verdicts.at(-1)).toBeNull();
  });

  it('ends with the answer', async () => {
    const abort = new AbortController();
    const verifier = scriptedVerifier((_, until) => setTimeout(60_000, NEUTRAL, { signal: until }));
    const judging = createModelJudge(verifier, abort.signal, undefined).judge([pair('It opens.')]);
    abort.abort(new Error('gone'));
    await expect(judging).rejects.toThrow('gone');
  });
});
