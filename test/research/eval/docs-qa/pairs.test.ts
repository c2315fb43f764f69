import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engines, openEngines } from '../engines.ts';
import { loadDocumentation } from './documentation.ts';
import { KETTLE_PAGES, KETTLE_QUESTIONS } from './kettle.ts';
import { isSurer, type Pair, pairTable } from './pairs.ts';
import { type Evaluated, evaluateDocumentation } from './run.ts';

/**
 * The largest share of questions without an answer whose answer may be surer in a conversation. One of them is asked after three
 * others, and counts thrice: its “it” stands for a word of its own.
 */
const MOST_SURER = 0.025;

describe('a question after another one', () => {
  let folder: string;
  let engines: Engines;
  let evaluated: Evaluated;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'footnote-pairs-'));
    mkdirSync(join(folder, 'kettle/files'), { recursive: true });
    for (const [path, text] of Object.entries(KETTLE_PAGES)) writeFileSync(join(folder, 'kettle/files', path), text);
    const lines = KETTLE_QUESTIONS.map((one) => `${JSON.stringify(one)}\n`);
    writeFileSync(join(folder, 'kettle/questions.jsonl'), lines.join(''));
    engines = await openEngines({ embedder: 'builtin', answerer: 'extractive' });
    evaluated = await evaluateDocumentation(engines, loadDocumentation(folder, 'kettle'));
  });

  afterAll(async () => {
    await engines?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is not surer of what the documents do not say', () => {
    const unanswerable = evaluated.pairs.filter(({ question }) => !question.answerable);
    expect(unanswerable.length).toBeGreaterThan(150);
    const surer = unanswerable.filter(isSurer);
    expect(surer.length, JSON.stringify(surer, null, 1)).toBeLessThanOrEqual(MOST_SURER * unanswerable.length);
  });

  it('is answered if it refers to that one', () => {
    const followUps = evaluated.asked.filter(({ question }) => question.type === 'follow-up');
    expect(followUps.length).toBeGreaterThan(5);
    for (const { question, judgement, answer } of followUps)
      expect([question.question, judgement.inResponse, answer.text]).toEqual([question.question, true, answer.text]);
  });

  it('is counted as surer or less sure by what becomes of it', () => {
    const [question] = KETTLE_QUESTIONS.filter(({ answerable }) => !answerable);
    const pair = (alone: Pair['alone'], after: Pair['after']) =>
      ({ documentation: 'kettle', question, before: 'Why?', alone, after }) as Pair;
    const pairs = [pair('unsure', 'answered'), pair('refused', 'unsure'), pair('answered', 'refused')];
    expect(pairs.map(isSurer)).toEqual([true, true, false]);
    expect(pairTable(pairs)).toMatch(/^kettle +3 +2 +1 +0 +0 +0 +0 +0 +0$/m);
  });
});
