import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { type ConsoleTab, LOOKED, withConsole } from './console-page.ts';
import { addHandbook, asVisitor, expectFine, withKey } from './handbook.ts';

const PARKING = 'How much does a parking permit cost?';
const HOTELS = 'How much may hotels cost?';
const OFFICE = 'When does the office open?';

describe.skipIf(!browserIsThere)('the queue of what is to do in the console (needs chromium)', () => {
  const world = withConsole(addHandbook);
  const at = '/projects/:project/improve';
  const item = (tab: ConsoleTab, question: string, kind: string) =>
    tab.page.locator(`li.item[data-kind="${kind}"]`, { has: tab.page.getByRole('heading', { name: question }) });
  const act = (tab: ConsoleTab, question: string, kind: string, label: string) =>
    item(tab, question, kind)
      .getByRole('button', { name: `${label}: ${question}` })
      .click();
  const open = (tab: ConsoleTab, question: string, kind: string) =>
    item(tab, question, kind).getByRole('button', { name: question, exact: true }).click();

  it('has an empty state before the first question and one when all were answered', async () => {
    const tab = await world.open(at);
    await tab.page.getByRole('heading', { name: 'No questions yet' }).waitFor();
    await expectFine(tab, 'improve-none');
    const client = await withKey(world);
    await client.chat.create(world.project.id, { query: OFFICE });
    await expect.poll(async () => (await world.client.projects.retrieve(world.project.id)).usage.requests).toBe(1);
    await tab.page.reload();
    await tab.page.getByRole('heading', { name: 'Nothing to do' }).waitFor();
    await tab.context.close();
  });

  it.each(LOOKED)('has every kind in one list, with one word for why: %s', async (look) => {
    const { client, project } = world;
    await client.projects.update(project.id, { handover: { consent: 'You may answer me by mail.' } });
    const visitor = await asVisitor(world, 'vera');
    for (const query of [PARKING, 'And how much does the parking permit cost?', PARKING, 'Is there a gym?'])
      await visitor.chat.create(project.id, { query });
    const { message_id } = await visitor.chat.create(project.id, { query: HOTELS });
    await visitor.feedback.create(project.id, message_id, { rating: 'down', comment: 'In Berlin, too?' });
    const question = 'May I bring a horse?';
    await visitor.handovers.create(project.id, { email: 'vera@example.com', consent: true, question });
    await client.curatedAnswers.create(project.id, {
      ...{ question: 'Who is the boss?', answer: 'Olivia.', review_at: '2026-01-01T00:00:00Z' },
    });
    const tab = await world.open(at, look);
    await item(tab, PARKING, 'unanswered').waitFor();
    const words = await tab.page.locator('li.item .why .badge').allInnerTexts();
    expect(words.slice(0, 5)).toEqual(['Handover', 'Feedback', 'Unanswered', 'Unanswered', 'Review']);
    await tab.page.getByRole('link', { name: 'Unanswered 2' }).waitFor();
    expect(await item(tab, PARKING, 'unanswered').locator('.figure').innerText()).toBe('3 ×');
    await open(tab, PARKING, 'unanswered');
    await tab.page.getByText('The 3 questions').waitFor();
    await tab.page.getByRole('link', { name: 'And how much does the parking permit cost?' }).waitFor();
    await open(tab, HOTELS, 'feedback');
    await tab.page.getByText('“In Berlin, too?”').waitFor();
    await expectFine(tab, 'improve');
    await tab.context.close();
  });

  it.each([
    ['unanswered?days=7', 'Unanswered', 'kind=unanswered&days=7'],
    ['unanswered/weakest', 'Weak', 'kind=weak'],
    ['feedback', 'Feedback', 'kind=feedback'],
    ['handovers?status=closed', 'Handover', 'kind=handover&status=closed'],
  ])('is where the earlier address %s leads to', async (path, word, query) => {
    const tab = await world.open(`/projects/:project/${path}`);
    await tab.page.getByRole('heading', { name: 'To do' }).waitFor();
    expect(tab.page.url()).toBe(`${world.server.url}/projects/${world.project.id}/improve?${query}`);
    const current = tab.page.locator('.tabs a[aria-current="page"]');
    expect(await current.innerText()).toContain(word);
    await tab.context.close();
  });

  it('has the golden questions that the latest check found broken, until one holds or is deleted', async () => {
    const { client, project } = world;
    const asked = { question: OFFICE, text: 'no such words' };
    const golden = await client.goldenQuestions.create(project.id, asked);
    await client.goldenQuestions.create(project.id, { question: HOTELS, text: 'hotels' });
    const check = await client.goldenQuestions.check(project.id);
    const state = async () => (await client.goldenQuestions.retrieveCheck(project.id, check.id)).state;
    await expect.poll(state).not.toBe('running');
    const tab = await world.open(`${at}?kind=broken`);
    await item(tab, OFFICE, 'broken').getByText('The answer lacks the text').waitFor();
    expect(await tab.page.locator('li.item').count()).toBe(1);
    await open(tab, OFFICE, 'broken');
    await tab.page.getByRole('heading', { name: 'What it answered' }).waitFor();
    await expectFine(tab, 'improve-broken');
    await client.goldenQuestions.delete(project.id, golden.id);
    await tab.page.reload();
    await tab.page.getByRole('heading', { name: 'Nothing is broken' }).waitFor();
    await tab.context.close();
  });

  it('lists sure answers by their certainty, each beside its conversation', async () => {
    const tab = await world.open(`${at}?kind=weak`);
    const figures = tab.page.locator('li.item .figure');
    await figures.first().waitFor();
    const found = (await figures.allInnerTexts()).map((text) => Number.parseInt(text, 10));
    expect(found).toEqual([...found].sort((one, other) => one - other));
    await open(tab, HOTELS, 'weak');
    await tab.page.getByRole('link', { name: HOTELS }).click();
    await tab.page.getByText(/^Certainty \d+ %$/).waitFor();
    await tab.context.close();
  });

  it('leads from a poor answer to the source that it cites', async () => {
    const tab = await world.open(at);
    await act(tab, HOTELS, 'feedback', 'Fix the source');
    await tab.page.getByRole('heading', { level: 1, name: 'handbook.md' }).waitFor();
    await tab.context.close();
  });

  it('drops a question that is answered in the owner’s words', async () => {
    const tab = await world.open(at);
    await act(tab, HOTELS, 'feedback', 'Answer this');
    const form = tab.page.locator('answer-form ui-dialog');
    expect(await form.getByLabel('Question', { exact: true }).inputValue()).toBe(HOTELS);
    await form.getByLabel('Answer', { exact: true }).fill('At most 140 euros a night.');
    await expectFine(tab, 'improve-answer');
    await form.getByRole('button', { name: 'Use this answer' }).click();
    await expect.poll(() => item(tab, HOTELS, 'feedback').count()).toBe(0);
    const done = await world.client.feedback.list(world.project.id, { state: 'done' });
    expect(done.items.map(({ question }) => question)).toEqual([HOTELS]);
    await tab.page.getByRole('link', { name: 'Feedback' }).click();
    await tab.page.getByText('Done', { exact: true }).click();
    await act(tab, HOTELS, 'feedback', 'Open again');
    await tab.page.getByRole('heading', { name: 'Nothing here' }).waitFor();
    await tab.context.close();
  });

  it('drops a question once its source is written, which is asked again', async () => {
    const tab = await world.open(at);
    const { page } = tab;
    const dialog = page.locator('write-answer ui-dialog');
    await item(tab, PARKING, 'unanswered')
      .getByRole('button', { name: `More for “${PARKING}”` })
      .click();
    await page.getByRole('menuitem', { name: 'Write a source' }).click();
    expect(await dialog.getByLabel('Title').inputValue()).toBe(PARKING);
    await dialog.getByRole('button', { name: 'Add the answer' }).click();
    await dialog.getByText('Write the answer.').waitFor();
    await expectFine(tab, 'unanswered-write');
    await dialog
      .getByLabel('Answer', { exact: true })
      .fill('A parking permit costs 240 euros a year. It is ordered at the front desk.');
    await dialog.getByRole('button', { name: 'Add the answer' }).click();
    await dialog.getByText('It is searchable.').waitFor();
    await expect.poll(() => item(tab, PARKING, 'unanswered').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Ask it again' }).click();
    await dialog.getByText('The answer cites your text.').waitFor();
    await expectFine(tab, 'unanswered-asked');
    await dialog.getByRole('link', { name: 'See how it was made' }).click();
    await page.getByRole('heading', { name: 'Answered from 1 passage' }).waitFor();
    await tab.context.close();
  });

  it('ignores questions at once, which can be undone, and several with one request', async () => {
    const client = await withKey(world);
    await client.chat.create(world.project.id, { query: 'Is there a swimming pool?' });
    const tab = await world.open(`${at}?kind=unanswered`);
    const { page } = tab;
    const gym = item(tab, 'Is there a gym?', 'unanswered');
    const total = async () => (await world.client.unanswered.list(world.project.id)).total;
    await act(tab, 'Is there a gym?', 'unanswered', 'Ignore');
    await expect.poll(() => gym.count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await gym.waitFor();
    expect(await total()).toBe(2);
    const requests: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && requests.push(new URL(request.url()).pathname));
    await page.getByLabel('Select all on this page').check();
    await page.getByText('2 selected').waitFor();
    await expectFine(tab, 'improve-selected');
    await page.getByRole('button', { name: 'Ignore', exact: true }).click();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(total).toBe(0);
    expect(requests).toEqual([expect.stringMatching(/\/unanswered\/dismiss$/)]);
    await tab.context.close();
  });
});

describe.skipIf(!browserIsThere)('the navigation of the console (needs chromium)', () => {
  const world = withConsole();

  it('has six groups of what an owner wants to do, and the server’s for its operator', async () => {
    const { page, context } = await world.open('/projects/:project/answers');
    const nav = page.getByRole('navigation', { name: 'Acme Handbook' });
    const links = async () => (await nav.getByRole('link').allInnerTexts()).map((text) => text.trim());
    const groups = ['Usage', 'Content', 'Improve', 'To do', 'Your answers', 'Golden questions', 'Widget', 'People'];
    await expect.poll(links).toEqual([...groups, 'Settings', 'Server']);
    await nav.getByRole('link', { name: 'Content' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
    expect(await links()).toEqual(
      [
        'Usage',
        'Content',
        'Sources',
        'Git repositories',
        'Playground',
        'Improve',
        'Widget',
        'People',
        'Settings',
      ].concat('Server'),
    );
    await context.close();
  });

  it('gives each page an icon of its own', async () => {
    const { page, context } = await world.open('/projects/:project/settings');
    await page.getByRole('button', { name: 'Go to…' }).click();
    const rows = page.getByRole('option');
    await rows.filter({ hasText: 'Audit log' }).waitFor();
    const entries = await rows.evaluateAll((all) =>
      all.map((row) => [row.textContent?.trim() ?? '', row.querySelector('path')?.getAttribute('d') ?? ''] as const),
    );
    const names = ['Overview', 'Conversations', 'Sources', 'Playground', 'To do', 'Your answers', 'Golden questions'];
    const all = [
      ...names,
      'Widget',
      'Members',
      'General settings',
      'API keys',
      'Webhooks',
      'Projects',
      'Account',
      'Server',
    ];
    const shown = entries.filter(([name]) => [...all, 'Models', 'Backups', 'Storage', 'Users'].includes(name));
    expect(shown).toHaveLength(19);
    expect(new Set(shown.map(([, path]) => path)).size).toBe(shown.length);
    await context.close();
  });
});
