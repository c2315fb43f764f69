import { readFile } from 'node:fs/promises';
import type { ExportedMessage, Message } from '@footnote/sdk';
import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { type ConsoleTab, LOOKED, withConsole } from './console-page.ts';
import { addHandbook, asVisitor, expectFine, QUESTIONS, withKey } from './handbook.ts';

const COMMENT = 'It says nothing about half days.';

describe.skipIf(!browserIsThere)('conversations in the console (needs chromium)', () => {
  let first = '';
  const world = withConsole(async (given) => {
    await addHandbook(given);
    const client = await withKey(given);
    const visitor = await asVisitor(given, 'customer-17');
    const id = given.project.id;
    const answer = await client.chat.create(id, { query: QUESTIONS.answered });
    first = answer.conversation_id;
    await client.chat.create(id, { query: QUESTIONS.refused, conversation_id: first });
    const rated = await visitor.chat.create(id, { query: 'When does the office open?' });
    await visitor.feedback.create(id, rated.message_id, { rating: 'down', comment: COMMENT });
    await visitor.chat.create(id, { query: 'Which class may I book on trains?' });
  });

  const rows = (tab: ConsoleTab) => tab.page.locator('.list > li');
  /** What a click on "Download" hands to the browser. */
  async function downloaded(tab: ConsoleTab, format: string): Promise<{ name: string; text: string }> {
    await tab.page.getByRole('button', { name: 'Export' }).click();
    await tab.page.getByRole('radio', { name: format }).check();
    const download = tab.page.waitForEvent('download');
    await tab.page.getByRole('button', { name: 'Download' }).click();
    const file = await download;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  }

  it.each(LOOKED)('are listed, found and shown one by one: %s', async (look) => {
    const tab = await world.open('/projects/:project/conversations', look);
    const { page } = tab;
    await page.getByText('3 conversations', { exact: true }).waitFor();
    await expectFine(tab, 'conversations');

    await page.getByLabel('Search').fill('zebra');
    await page.getByRole('heading', { name: 'No matching conversations' }).waitFor();
    expect(new URL(page.url()).search).toBe('?search=zebra');
    await expectFine(tab, 'conversations-none');
    await page.getByRole('button', { name: 'Show all of them' }).click();

    await page.getByRole('link', { name: QUESTIONS.answered }).click();
    await page.getByRole('heading', { level: 1, name: QUESTIONS.answered }).waitFor();
    await page.getByText('Not answered: not in the documents').waitFor();
    expect(await page.getByRole('list', { name: 'Citations' }).first().innerText()).toContain(
      'thirty days of paid leave',
    );
    await expectFine(tab, 'conversation');
    await tab.context.close();
  });

  it('name the files of cited documents that share their title', async () => {
    const tab = await world.open('/projects/:project/conversations');
    const { page } = tab;
    const names = ['Reference/Hooks.md', 'Guides/Start.md'];
    await page.route('**/messages?*', async (route) => {
      const response = await route.fetch();
      const list = (await response.json()) as { items: Message[] };
      for (const message of list.items)
        message.citations = message.citations.slice(0, 1).flatMap((cited) =>
          names.map((source_name, at) => ({
            ...cited,
            id: at + 1,
            source_id: `src_${at}`,
            title: 'Fastify',
            source_name,
          })),
        );
      await route.fulfill({ response, json: list });
    });
    await page.getByRole('link', { name: QUESTIONS.answered }).click();
    const cited = page.getByRole('list', { name: 'Citations' }).first().locator('li');
    await cited.nth(1).waitFor();
    const texts = await cited.allInnerTexts();
    expect(texts.map((text, at) => text.includes(names[at] ?? '?'))).toEqual([true, true]);
    await tab.context.close();
  });

  it('are filtered by how they were answered and rated, and the address keeps it', async () => {
    const tab = await world.open('/projects/:project/conversations?refused=true');
    const { page } = tab;
    await page.getByText('1 conversation found').waitFor();
    expect(await rows(tab).innerText()).toContain('1 not answered');
    await page.getByLabel('Answers').selectOption('All answered');
    await page.getByText('2 conversations found').waitFor();
    expect(new URL(page.url()).search).toBe('?refused=false&unsure=false');
    await page.getByLabel('Answers').selectOption('Unsure');
    await page.getByRole('heading', { name: 'No matching conversations' }).waitFor();
    expect(new URL(page.url()).search).toBe('?unsure=true');
    await page.getByLabel('Answers').selectOption('All answered');
    await page.getByText('2 conversations found').waitFor();
    await page.getByLabel('Ratings').selectOption('Not helpful');
    await page.getByText('1 conversation found').waitFor();
    expect(await rows(tab).innerText()).toContain('When does the office open?');
    await page.reload();
    await page.getByText('1 conversation found').waitFor();
    expect(await page.getByLabel('Ratings').inputValue()).toBe('down');

    await rows(tab).getByRole('link').press('Enter');
    await page.getByText(COMMENT).waitFor();
    await page.getByRole('link', { name: 'visitor customer-17' }).click();
    await page.getByText('2 conversations found').waitFor();
    await page.getByLabel('From').fill('2999-01-01');
    await page.getByRole('heading', { name: 'No matching conversations' }).waitFor();
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });

  it('are exported as they are filtered', async () => {
    const tab = await world.open('/projects/:project/conversations?feedback=down');
    await tab.page.getByText('1 conversation found').waitFor();
    const lines = await downloaded(tab, 'JSON Lines');
    expect(lines.name).toMatch(/\.jsonl$/);
    const messages = lines.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ExportedMessage);
    expect(messages.map(({ role, rating }) => [role, rating])).toEqual([
      ['user', null],
      ['assistant', 'down'],
    ]);
    expect(messages[1]?.comment).toBe(COMMENT);

    const table = await downloaded(tab, 'CSV');
    expect(table.name).toMatch(/\.csv$/);
    expect(table.text.charCodeAt(0)).toBe(0xfeff);
    expect(table.text).toContain(COMMENT);
    expect(table.text).not.toContain('Reykjavik');

    await tab.page.getByRole('button', { name: 'Export' }).click();
    await expectFine(tab, 'conversations-export');
    await tab.context.close();
  });

  it('stop being exported when the owner changes their mind', async () => {
    const tab = await world.open('/projects/:project/conversations');
    const { page } = tab;
    const given = page.waitForEvent('download', { timeout: 1500 }).catch(() => null);
    let ended = false;
    page.on('requestfailed', (request) => {
      ended ||= request.url().includes('/export');
    });
    // An answer that does not come.
    await page.route('**/conversations/export*', () => {});
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByText('0 bytes so far').waitFor();
    await page.locator('export-conversations').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => ended).toBe(true);
    expect(await given).toBeNull();
    await tab.context.close();
  });

  it('link to the playground and to the retention setting', async () => {
    const tab = await world.open(`/projects/:project/conversations/${first}`);
    const { page } = tab;
    await page.getByRole('link', { name: 'Ask again in the playground' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor();
    await page.getByText(QUESTIONS.answered).waitFor();
    await page.goto(page.url().replace(/playground.*/, 'conversations'));
    await page.getByText('Conversations are deleted').waitFor();
    await page.getByRole('link', { name: 'Change this in the settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await tab.context.close();
  });

  it('are deleted one by one, by visitor, and all at once after typing the name', async () => {
    const tab = await world.open(`/projects/:project/conversations/${first}`);
    const { page } = tab;
    const dialog = page.locator('ui-dialog');
    const left = async () => (await world.client.conversations.list(world.project.id)).total;
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete this conversation' }).click();
    await page.getByText('2 conversations', { exact: true }).waitFor();
    await expectFine(tab, 'conversation-deleted');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(left).toBe(2);
    // The list was loaded before it was deleted.
    await tab.settled();
    expect(
      await page
        .getByRole('listitem')
        .filter({ has: page.getByRole('checkbox') })
        .count(),
    ).toBe(2);

    const download = page.waitForEvent('download');
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Export' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    const lines = file
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ messages }) => messages.length)).toEqual([2, 2]);
    await page.goto(`${world.server.url}/projects/${world.project.id}/conversations/${first}`);
    await page.getByRole('heading', { name: 'It is no longer there' }).waitFor();

    const visitor = await asVisitor(world, 'customer-18');
    await visitor.chat.create(world.project.id, { query: QUESTIONS.answered });
    await page.getByRole('link', { name: 'Conversations' }).first().click();
    await page.getByRole('link', { name: 'Which class' }).click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete all from this visitor' }).click();
    await dialog.getByRole('button', { name: 'Delete them' }).click();
    await page.getByText('2 conversations deleted.').waitFor();
    expect(await left()).toBe(1);

    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete all conversations' }).click();
    const act = dialog.getByRole('button', { name: 'Delete all conversations' });
    expect(await act.isDisabled()).toBe(true);
    await dialog.getByLabel('Type “Acme Handbook”').fill('Acme Handbook');
    await act.click();
    await page.getByRole('heading', { name: 'No questions yet' }).waitFor();
    expect(await left()).toBe(0);
    tab.complaints.length = 0;
    await expectFine(tab, 'conversations-empty');
    await tab.context.close();
  });
});
