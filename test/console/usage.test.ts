import type { DailyUsage, UsageCounts, UsageReport } from '@footnote/sdk';
import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { LOOKED, withConsole } from './console-page.ts';
import { addHandbook, expectFine, QUESTIONS, withKey } from './handbook.ts';

const DAY_MS = 86_400_000;
const NOTHING: UsageCounts = {
  requests: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  answered: 0,
  unsure: 0,
  refused: 0,
  aborted: 0,
  failed: 0,
  feedback_up: 0,
  feedback_down: 0,
  latency_ms: null,
  first_text_ms: null,
};

/** A busy project: what no test could ask in days gone by. One day in it is without a question. */
function busy(from: string, to: string): UsageReport {
  const days: DailyUsage[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const asked = days.length === 3 ? 0 : 20 + (((days.length + Number(from.slice(5, 7))) * 37) % 41);
    const refused = Math.round(asked * 0.2);
    const unsure = Math.round(asked * 0.1);
    days.push({
      ...NOTHING,
      day: new Date(at).toISOString().slice(0, 10),
      requests: asked,
      answered: asked - unsure - refused - (asked > 40 ? 1 : 0),
      unsure,
      refused,
      aborted: asked > 40 ? 1 : 0,
      prompt_tokens: asked * 900,
      completion_tokens: asked * 130,
      feedback_up: asked % 7,
      feedback_down: asked % 3,
      latency_ms: asked === 0 ? null : { p50: 900 + asked * 9, p95: 2600 + asked * 40 },
    });
  }
  const sum = (
    name:
      | 'requests'
      | 'answered'
      | 'unsure'
      | 'refused'
      | 'prompt_tokens'
      | 'completion_tokens'
      | 'feedback_up'
      | 'feedback_down',
  ) => days.reduce((total, day) => total + day[name], 0);
  const totals = {
    ...NOTHING,
    requests: sum('requests'),
    answered: sum('answered'),
    unsure: sum('unsure'),
    refused: sum('refused'),
    prompt_tokens: sum('prompt_tokens'),
    completion_tokens: sum('completion_tokens'),
    feedback_up: sum('feedback_up'),
    feedback_down: sum('feedback_down'),
    latency_ms: { p50: 1240, p95: 4100 },
  };
  return { from, to, days, totals };
}

describe.skipIf(!browserIsThere)('usage in the console (needs chromium)', () => {
  const world = withConsole(addHandbook);

  it('says how to start before the first question', async () => {
    const tab = await world.open('/projects/:project/overview');
    await tab.page.getByRole('heading', { name: 'No questions yet' }).waitFor();
    await expectFine(tab, 'usage-empty');
    await tab.context.close();
  });

  it('counts what was asked and how it ended', async () => {
    const client = await withKey(world);
    await client.chat.create(world.project.id, { query: QUESTIONS.answered });
    await client.chat.create(world.project.id, { query: QUESTIONS.refused });
    await expect.poll(async () => (await world.client.projects.usage(world.project.id)).totals.requests).toBe(2);
    const tab = await world.open('/projects/:project/overview?range=7');
    const { page } = tab;
    const tile = (name: string) => page.locator('.tiles > div', { has: page.locator('dt', { hasText: name }) });
    await tile('Questions').waitFor();
    expect(await tile('Questions').innerText()).toMatch(/2\s+None in the 7 days before/);
    expect(await tile('Answered as sure').innerText()).toMatch(/50%\s+1 of 2/);
    expect(await tile('Unsure').innerText()).toMatch(/0%\s+0 of 2/);
    expect(await tile('Not answered').innerText()).toMatch(/50%\s+1 of 2/);

    const plot = page.getByRole('slider', { name: 'Questions, by day' });
    await plot.focus();
    expect(await plot.getAttribute('aria-valuetext')).toMatch(/Answered as sure 1, Not answered 1$/);
    await page.keyboard.press('ArrowLeft');
    expect(await plot.getAttribute('aria-valuetext')).toMatch(/Answered as sure 0, Not answered 0$/);
    await page.keyboard.press('Home');
    expect(await plot.getAttribute('aria-valuenow')).toBe('0');

    await page.getByText('Show as a table').click();
    const rows = page.getByRole('region', { name: 'Usage by day' }).getByRole('row');
    expect(await rows.count()).toBe(8);
    expect((await rows.nth(1).getByRole('cell').allInnerTexts()).slice(0, 4)).toEqual(['2', '1', '0', '1']);
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });

  it.each(LOOKED)('draws the days: %s', async (look) => {
    const tab = await world.open('/projects/:project/settings', look);
    const { page } = tab;
    await page.route('**/usage?*', (route) => {
      const { searchParams } = new URL(route.request().url());
      return route.fulfill({ json: busy(searchParams.get('from') ?? '', searchParams.get('to') ?? '') });
    });
    await page.goto(`${world.server.url}/projects/${world.project.id}/overview`);
    const plot = page.getByRole('slider', { name: 'Questions, by day' });
    await plot.waitFor();
    await tab.screenshot('usage');
    await plot.focus();
    await page.keyboard.press('PageUp');
    await page.getByText('Show as a table').click();
    await expectFine(tab, 'usage-read');

    await page.getByRole('radio', { name: '90 days' }).check({ force: true });
    await expect.poll(() => page.getByRole('region', { name: 'Usage by day' }).getByRole('row').count()).toBe(91);
    await page.getByText('Show as a table').click();
    await tab.screenshot('usage-90');
    expect(await tab.overflow()).toBe(0);
    await tab.context.close();
  });

  it('draws the days for the sheet when they are printed, and for the screen again afterwards', async () => {
    const tab = await world.open('/projects/:project/overview?range=7');
    const drawing = tab.page.locator('ui-plot .plot > svg').first();
    const size = () => drawing.getAttribute('viewBox');
    await drawing.waitFor();
    const onScreen = await size();
    // After the listener of the page, which has drawn by then.
    await drawing.evaluate((svg) =>
      addEventListener('beforeprint', () => svg.setAttribute('data-printed', svg.getAttribute('viewBox') ?? '')),
    );
    await tab.page.pdf();
    expect(await drawing.getAttribute('data-printed')).toBe('0 0 640 180');
    expect(onScreen).not.toBe('0 0 640 180');
    await expect.poll(size).toBe(onScreen);
    await tab.context.close();
  });

  it('shows the values of the day under the pointer', async () => {
    const tab = await world.open('/projects/:project/overview?range=7');
    const plot = tab.page.getByRole('slider', { name: 'Questions, by day' });
    await plot.waitFor();
    const box = await plot.boundingBox();
    if (!box) throw new Error('The plot is not drawn.');
    await tab.page.mouse.move(box.x + box.width - 4, box.y + 60);
    await expect.poll(() => plot.getAttribute('aria-valuenow')).toBe('6');
    await tab.page.mouse.move(box.x + 40, box.y + 60);
    await expect.poll(() => plot.getAttribute('aria-valuenow')).toBe('0');
    await tab.context.close();
  });

  it('accepts a custom range, and rejects invalid ones', async () => {
    const tab = await world.open('/projects/:project/overview');
    const { page } = tab;
    await page.getByRole('radio', { name: 'Custom' }).check({ force: true });
    await page.getByLabel('Last day').fill('2026-01-31');
    await page.getByLabel('First day').fill('2026-02-10');
    await page.getByText('The first day is after the last.').waitFor();
    expect(new URL(page.url()).searchParams.get('from')).not.toBe('2026-02-10');
    await expectFine(tab, 'usage-custom');
    await page.getByLabel('First day').fill('2026-01-01');
    await expect.poll(() => new URL(page.url()).search).toBe('?range=own&from=2026-01-01&to=2026-01-31');
    await page.getByText('No questions yet').waitFor();
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });
});
