import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CuratedAnswer } from '@footnote/sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answers } from '../../../../server/commands/answers/answers.ts';
import { readAnswers, writeAnswers } from '../../../../server/commands/answers/answers-file.ts';
import { runCommandHere } from '../../../helpers/processes/run-command-here.ts';
import { createOwnerWithProject, type OwnerFixture } from '../../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';

const ANSWER: CuratedAnswer = {
  ...{ id: 'cur_1', project_id: 'p', question: 'Do you ship to Chile?', wordings: ['Delivery to “Chile” --> now'] },
  ...{
    answer: 'Yes.\n\n# In short\n\n```sh\n# a comment\n```',
    enabled: false,
    expires_at: '2027-01-31T00:00:00.000Z',
  },
  ...{ review_at: null, state: 'disabled', review_due: false, uses: 3, last_used_at: null },
  ...{ created_at: '2026-01-31T00:00:00.000Z', updated_at: '2026-01-31T00:00:00.000Z' },
};
const FIELDS = {
  ...{ question: ANSWER.question, wordings: ANSWER.wordings, answer: ANSWER.answer, enabled: false },
  ...{ expires_at: ANSWER.expires_at, review_at: null },
};

describe('a file of answers', () => {
  it.each(['a.json', 'a.md'])('is read as it was written: %s', (file) => {
    const second = { ...ANSWER, question: 'Open?', answer: 'At nine.' };
    expect(readAnswers(file, writeAnswers(file, [ANSWER, second]))).toEqual([
      FIELDS,
      { ...FIELDS, question: 'Open?', answer: 'At nine.' },
    ]);
  });

  it('may be Markdown written by hand, a heading for each question', () => {
    expect(readAnswers('a.md', '# Open?\nAt nine.\n\n```\n# no heading\n```\n# Closed?\r\n\r\nAt ten.\r\n')).toEqual([
      { question: 'Open?', answer: 'At nine.\n\n```\n# no heading\n```' },
      { question: 'Closed?', answer: 'At ten.' },
    ]);
  });

  it.each([
    ['a.json', '{"question":"a"}', 'must hold a list'],
    ['a.json', 'no', 'not JSON'],
    ['a.md', 'no heading', 'there are no answers in a.md'],
    ['a.md', '<!-- answer {x} -->\n# A\nb', 'line 1 is not JSON'],
    ['a.md', '<!-- answer -->\ntext', 'line 2 must be a heading'],
  ])('is refused with a sentence: %s %s', (file, text, sentence) => {
    expect(() => readAnswers(file, text)).toThrow(sentence);
  });
});

describe('footnote answers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-answers-'));
  let app: TestApp;
  let owner: OwnerFixture;
  beforeAll(async () => {
    app = await startApp();
    owner = await createOwnerWithProject(app, 'owner');
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  const run = (...words: string[]) =>
    runCommandHere(answers, words, {
      ...{ FOOTNOTE_URL: app.url, FOOTNOTE_PROJECT: owner.project.id, FOOTNOTE_API_KEY: owner.project.key },
    });

  it('imports answers once, and exports them', async () => {
    const file = join(folder, 'answers.md');
    writeFileSync(file, '# Open?\n\nAt nine.\n\n# Closed?\n\nAt ten.\n');
    expect(await run('import', file)).toMatchObject({ code: 0, out: '2 new, 0 changed, 0 unchanged.' });
    expect(await run('import', file)).toMatchObject({ code: 0, out: '0 new, 0 changed, 2 unchanged.' });
    const json = join(folder, 'answers.json');
    expect(await run('export', json)).toMatchObject({ code: 0, out: `2 answers written to ${json}.` });
    const written = JSON.parse(readFileSync(json, 'utf8'));
    expect(written.map(({ question }: CuratedAnswer) => question)).toEqual(['Open?', 'Closed?']);
  });

  it('says what is wrong', async () => {
    const file = join(folder, 'wrong.json');
    writeFileSync(file, '[{"question":"a","answer":""}]');
    expect(await run('import', file)).toMatchObject({ code: 1, errorOut: expect.stringContaining('answers.0.answer') });
    expect(await run('import', join(folder, 'none.md'))).toMatchObject({
      code: 1,
      errorOut: expect.stringContaining('cannot be read'),
    });
    expect((await run('delete', file)).code).toBe(2);
  });
});
