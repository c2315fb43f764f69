import type { StreamPart } from '@footnote/sdk';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { CITATIONS, cited, delta, FINISH, type ScriptedApi, START } from './scripted-api.ts';
import { withWidget } from './widget-page.ts';

const LONG = Array.from({ length: 60 }, (_, line) => `Paragraph ${line} of a long answer.`);

/** A stream that a test sends part by part. */
function held() {
  const parts: (StreamPart | 'cut')[] = [];
  let wake = () => {};
  let ended = false;
  const push = (...more: (StreamPart | 'cut')[]) => {
    parts.push(...more);
    ended ||= more.includes(FINISH);
    wake();
  };
  async function* stream(): AsyncGenerator<StreamPart> {
    yield START;
    for (;;) {
      const part = parts.shift();
      if (part === 'cut') throw new Error('The connection is cut here.');
      if (part) yield part;
      else if (ended) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
  const end = () => {
    ended = true;
    wake();
  };
  return { push, end, stream };
}

describe.skipIf(!browserIsThere)('a streaming answer (needs chromium)', () => {
  let api: ScriptedApi;
  let page: Page;
  let answer: ReturnType<typeof held>;
  const { open, ask, answers, markers, retry } = withWidget((given) => ({ api, page } = given));
  beforeEach(async () => {
    answer = held();
    api.stream = () => answer.stream();
    await open();
    await ask();
  });

  const text = () => answers().textContent();
  const scrolled = () => page.locator('.scroll').evaluate((list) => list.scrollTop);

  it('shows a table row by row, with the markers in their cells', async () => {
    const trimmed = async (all: Promise<string[]>) => (await all).map((words) => words.trim());
    const cells = (row: number) => trimmed(answers().locator('tr').nth(row).locator('th, td').allTextContents());
    answer.push(cited(), delta('What to keep:\n\n| Part | Where |\n|---|---|\n'), delta('| Data | `./data`'));
    await answers().locator('th').first().waitFor();
    expect(await cells(0)).toEqual(['Part', 'Where']);
    expect(await answers().locator('td').count()).toBe(0);
    const unsupported = '| Logs | none |';
    answer.push(delta(' [1] |\n'), delta('| Models | `./data/models`'), delta(' [1][2] |\n'));
    answer.push(delta(`${unsupported}\n\nAll of it.`));
    const start =
      'What to keep:\n\n| Part | Where |\n|---|---|\n| Data | `./data` [1] |\n| Models | `./data/models` [1][2] |\n'
        .length;
    answer.push(
      { type: 'data-unsupported', id: 'unsupported', data: [{ start, end: start + unsupported.length }] },
      FINISH,
    );
    await answers().locator('td .unsupported').first().waitFor();
    expect([await cells(1), await cells(2), await cells(3)]).toEqual([
      ['Data', './data1'],
      ['Models', './data/models12'],
      ['Logs', 'none'],
    ]);
    expect(await answers().locator('td:last-child .marker').allTextContents()).toEqual(['1', '1', '2']);
    expect(await trimmed(answers().locator('td .unsupported').allTextContents())).toEqual(['Logs', 'none']);
    expect(await answers().textContent()).not.toContain('|');
  });

  it('appears as it arrives, and is announced by complete sentences, each once', async () => {
    const spoken = () => page.getByRole('status').locator('p').allTextContents();
    const inAll = async () => (await spoken()).join(' ');
    answer.push(cited(), delta('Run the backup. [1] Keep'));
    await answers().filter({ hasText: 'Keep' }).waitFor();
    await expect.poll(spoken).toEqual(['Looking through the documents…', 'Run the backup.']);
    answer.push(delta(' the copy. It is **small**.'), FINISH);
    // Sentences that arrive a second apart are announced one by one.
    await expect
      .poll(inAll)
      .toBe('Looking through the documents… Run the backup. Keep the copy. It is small. 2 sources.');
    for (const words of await spoken()) expect(words).toMatch(/[.…]$/);
    expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
  });

  it('shows no marker before its citation, and no partial marker', async () => {
    answer.push(delta('One. [1]'));
    await answers().filter({ hasText: 'One.' }).waitFor();
    expect(await markers().count()).toBe(0);
    expect(await text()).toBe('One.');
    answer.push(cited(CITATIONS.slice(0, 1)));
    await markers().waitFor();
    answer.push(delta(' Two. ['));
    await answers().filter({ hasText: 'Two.' }).waitFor();
    expect(await text()).toBe('One.1 Two.');
    answer.push(cited(), delta('2]'));
    await expect.poll(() => markers().allTextContents()).toEqual(['1', '2']);
  });

  it('is replaced by the refusal that its checks end in', async () => {
    answer.push(cited(), delta('Words that do not hold. [1]'));
    await markers().waitFor();
    const response = 'The documents do not contain an answer to this.';
    answer.push({ type: 'data-verdict', id: 'verdict', data: { verdict: 'refused', response } }, cited([]));
    await expect.poll(text).toBe(response);
    answer.push(FINISH);
    await page.getByRole('status').filter({ hasText: response }).waitFor();
    expect(await page.locator('.sources').count()).toBe(0);
  });

  it('is replaced by what its checks leave of it', async () => {
    answer.push(cited(), delta('Words that do not hold. Words that do. [1]'));
    await markers().waitFor();
    answer.push({ type: 'data-verdict', id: 'verdict', data: { verdict: 'revised', response: 'Words that do. [1]' } });
    await expect.poll(text).toBe('Words that do.1');
    answer.push(FINISH);
    await page.getByRole('status').filter({ hasText: 'Words that do.' }).waitFor();
  });

  it('that is unsure looks different when it ends, is announced from its first words, and stays the same after a reload', async () => {
    const lead = 'This may not answer your question. The closest passages:';
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const unsure: StreamPart = { type: 'finish', messageMetadata: { finish_reason: 'unsure', usage } };
    answer.push(cited(), delta(`${lead}\n\n**Guide › Backups** [1]\n\nCopy the folder.`));
    await markers().waitFor();
    expect(await page.locator('.unsure').count()).toBe(0);
    answer.push(unsure);
    answer.end();
    await page.locator('.unsure').waitFor();
    expect(await page.locator('.unsure').getAttribute('part')).toBe('unsure');
    expect(await page.locator('.unsure > .icon').getAttribute('aria-hidden')).toBe('true');
    expect(await page.getByRole('button', { name: 'Helpful', exact: true }).count()).toBe(1);
    await page.getByRole('status').filter({ hasText: 'This may not answer your question.' }).waitFor();
    await page.reload();
    await page.locator('.unsure').waitFor();
  });

  it('marks unsupported text discreetly', async () => {
    const unsupported: StreamPart = { type: 'data-unsupported', id: 'unsupported', data: [{ start: 5, end: 18 }] };
    answer.push(cited(), delta('One. Two **and** x. Three.'), unsupported, FINISH);
    await page.getByText('No source was found for the underlined text.').waitFor();
    expect(await page.locator('.unsupported').textContent()).toBe('Two and x');
    expect(await text()).toBe('One. Two and x. Three.');
  });

  it('shows the position in the queue', async () => {
    const status = (position: number): StreamPart => ({
      type: 'data-status',
      id: 'status',
      data: { position },
      transient: true,
    });
    answer.push(status(3));
    await page.getByText('Number 3 in the queue…').waitFor();
    answer.push(status(1));
    await page.getByText('You are next…').waitFor();
    answer.push(delta('Here.'));
    await answers().filter({ hasText: 'Here.' }).waitFor();
    expect(await page.locator('.waiting').count()).toBe(0);
  });

  it('keeps its text when stopped, and its conversation goes on', async () => {
    answer.push(delta('The first half'));
    await answers().waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped. The answer is incomplete.').waitFor();
    expect(await page.locator('.failure').count()).toBe(0);
    expect(await text()).toBe('The first half');
    await expect.poll(() => api.leavers).toBe(1);
    answer = held();
    answer.push(delta('Whole.'), FINISH);
    await retry().click();
    await expect.poll(text).toBe('Whole.');
    expect(api.calls.at(-1)?.body.conversation_id).toBe('conv_1');
  });

  it('survives a reload in the middle: its text is shown, and the rest can be requested', async () => {
    answer.push(cited(), delta('The first half [1]'));
    await answers().filter({ hasText: 'The first half' }).waitFor();
    await page.reload();
    await page.getByText('Stopped. The answer is incomplete.').waitFor();
    expect(await text()).toBe('The first half1');
    await markers().click();
    await page.locator('footnote-chat mark').waitFor();
    await page.keyboard.press('Escape');
    answer = held();
    answer.push(delta('Whole.'), FINISH);
    await retry().click();
    await expect.poll(text).toBe('Whole.');
    expect(api.calls.at(-1)?.body.conversation_id).toBe('conv_1');
  });

  it.each([
    [
      'the server gives up',
      [
        { type: 'data-error', data: { code: 'x', retryable: true }, transient: true } as const,
        { type: 'error', errorText: 'It broke.' } as const,
      ],
    ],
    ['the connection breaks', ['cut' as const]],
  ])('reports that it broke off because %s, and can be requested again', async (_, failure) => {
    answer.push(delta('The first half'));
    await answers().waitFor();
    answer.push(...failure);
    await page.getByText('The answer was interrupted').first().waitFor();
    expect(await text()).toBe('The first half');
    answer = held();
    answer.push(delta('Whole.'), FINISH);
    await retry().click();
    await expect.poll(text).toBe('Whole.');
    expect(await page.locator('.failure').count()).toBe(0);
  });

  it('scrolls with a reader at the end, and leaves others where they are', async () => {
    answer.push(delta(LONG.slice(0, 30).join('\n\n')));
    await answers().filter({ hasText: 'Paragraph 29' }).waitFor();
    // A long answer is read from its first line.
    const beginning = await scrolled();
    expect(beginning).toBeLessThan(50);
    answer.push(delta(`\n\n${LONG.slice(30, 40).join('\n\n')}`));
    await answers().filter({ hasText: 'Paragraph 39' }).waitFor();
    expect(await scrolled()).toBe(beginning);
    await page.locator('.scroll').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    const before = await scrolled();
    answer.push(delta(`\n\n${LONG.slice(40).join('\n\n')}`));
    await answers().filter({ hasText: 'Paragraph 59' }).waitFor();
    await expect.poll(scrolled).toBeGreaterThan(before + 300);
    await page.locator('.scroll').evaluate((list) => list.scrollTo(0, 100));
    answer.push(delta('\n\nThe end.'), FINISH);
    await answers().filter({ hasText: 'The end.' }).waitFor();
    expect(await scrolled()).toBe(100);
  });
});
