import { createHash } from 'node:crypto';
import { Footnote } from '@footnote/sdk';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUIDE } from '../examples/guide.ts';
import { askWidget } from '../helpers/browser/ask-widget.ts';
import {
  browserIsThere,
  foreignRequests,
  launchBrowser,
  openPage,
  type WatchedPage,
} from '../helpers/browser/browser.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { startSite } from './scripted-api.ts';

const LIMIT = 12;

/**
 * One visitor, from the first question to the last, on a page of another origin with the strictest policy and a real
 * server. Each step continues where the one before it ended.
 */
describe.skipIf(!browserIsThere)('a visit (needs chromium and a server)', () => {
  let server: ServerProcess;
  let browser: Browser;
  let site: { origin: string; stop(): Promise<void> };
  let owner: Footnote;
  let project: string;
  let tab: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    server = await startServer({ env: { RATE_LIMIT_CHAT: String(LIMIT) } });
    site = await startSite(
      () =>
        `<!doctype html><html lang="en"><title>The library</title><script nonce="cnVu" src="${server.url}/widget.js" data-project="${project}" async></script>`,
      () => ({
        'content-security-policy':
          `default-src 'none'; script-src 'nonce-cnVu' 'strict-dynamic'; connect-src ${server.url}; base-uri 'none'; ` +
          `form-action 'none'; require-trusted-types-for 'script'; trusted-types lit-html`,
      }),
    );
    const guest = new Footnote({ baseURL: server.baseURL });
    const login = { email: 'owner@example.com', password: 'a long enough password' };
    await guest.auth.register({ ...login, name: 'Owner', setup_token: server.setupToken });
    owner = guest.withOptions({ accessToken: (await guest.auth.login(login)).access_token });
    project = (await owner.projects.create({ name: 'Library', allowed_origins: [site.origin] })).id;
    await owner.projects.update(project, { widget_access: 'public', widget: { title: 'The library' } });
    const file = new File([GUIDE.text], 'library.md');
    await owner.sources.waitUntilReady(await owner.sources.upload({ file, project_id: project }));
    browser = await launchBrowser();
    tab = await openPage(browser);
    page = tab.page;
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await server?.stop();
  });

  const panel = () => page.getByRole('dialog', { name: 'The library' });
  const answers = () => page.locator('footnote-chat .answer');
  const ask = (question: string) => askWidget(page, question);
  const conversation = () =>
    page.evaluate(() => Reflect.get(document.querySelector('footnote-chat') ?? {}, 'conversationId'));
  let first: unknown;

  it('asks, and reads the answer as it arrives', async () => {
    await page.goto(site.origin);
    await page.getByRole('button', { name: 'Ask a question' }).click();
    await panel().waitFor();
    const streamed = page.waitForResponse((response) => response.url().endsWith('/chat'));
    await ask(GUIDE.question);
    expect((await streamed).headers()['content-type']).toContain('text/event-stream');
    await answers().filter({ hasText: 'four weeks' }).waitFor();
    await page.locator('.actions').waitFor();
    first = await conversation();
    expect(first).toMatch(/^conv_/);
  });

  it('opens the citation at the quoted words, and the document at the same place', async () => {
    await page
      .getByRole('button', { name: /^Source 1:/ })
      .first()
      .click();
    const card = page.getByRole('dialog', { name: /^Source 1:/ });
    const quote = (await card.locator('mark').allTextContents()).join('');
    expect(quote).toContain(GUIDE.quote);
    const link = card.getByRole('link', { name: 'Open in document' });
    const passage = await tab.context.newPage();
    await passage.goto((await link.getAttribute('href')) ?? '');
    const words = (text: string) => text.replace(/\s+/g, '');
    expect(words((await passage.locator('mark').allTextContents()).join(''))).toBe(words(quote));
    expect(await passage.locator('mark').first().getAttribute('id')).toBe('quote');
    await passage.close();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
  });

  it('asks a follow-up in the same conversation', async () => {
    await ask('And when does the library open?');
    await answers().nth(1).filter({ hasText: 'nine in the morning' }).waitFor();
    expect(await conversation()).toBe(first);
  });

  it('finds everything again after a reload, and goes on', async () => {
    await page.reload();
    await expect.poll(() => answers().count()).toBe(2);
    await ask('On which day does it stay closed?');
    await answers().nth(2).filter({ hasText: 'Sundays' }).waitFor();
    expect(await conversation()).toBe(first);
  });

  it('stops a question, and asks it again', async () => {
    // This server answers at once: a slow connection gives time to stop an answer.
    await page.route('**/chat', () => new Promise(() => {}));
    await ask('How often may a loan be extended?');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped before the answer started.').waitFor();
    await page.unroute('**/chat');
    await page.getByRole('button', { name: 'Try again' }).click();
    await answers().nth(3).filter({ hasText: 'twice' }).waitFor();
  });

  it('continues after its token was revoked, without noticing', async () => {
    await owner.projects.widget.revoke(project);
    const before = await answers().count();
    await ask('When does the library close?');
    await expect.poll(() => answers().count()).toBe(before + 1);
    await answers().last().filter({ hasText: 'six in the evening' }).waitFor();
    expect(tab.requests.filter((url) => url.endsWith('/tokens/widget')).length).toBeGreaterThan(1);
  });

  it('keeps a question while offline, and asks it afterwards', async () => {
    const before = await answers().count();
    await tab.context.setOffline(true);
    await ask('May readers extend a loan by telephone?');
    await page.getByText('You seem to be offline').first().waitFor();
    await tab.context.setOffline(false);
    await expect.poll(() => answers().count()).toBe(before + 1);
  });

  it('could have pinned the script: the server lists the hashes of its versioned files', async () => {
    const { version } = await new Footnote({ baseURL: server.baseURL }).health.retrieve();
    const folder = `${server.url}/widget/${version}`;
    const listed = await fetch(`${folder}/integrity.json`);
    expect(listed.headers.get('cache-control')).toContain('immutable');
    const hashes = (await listed.json()) as Record<string, string>;
    for (const [name, hash] of Object.entries(hashes)) {
      const bytes = await (await fetch(`${folder}/${name}`)).arrayBuffer();
      expect(`sha384-${createHash('sha384').update(Buffer.from(bytes)).digest('base64')}`, name).toBe(hash);
    }
    expect(Object.keys(hashes)).toContain('widget.js');
  });

  it('has sent no request to others, and broken no policy', () => {
    expect(foreignRequests(tab.requests, [site.origin, server.url])).toEqual([]);
    // The results of earlier steps: a revoked token, the conversation of its visitor, no connection.
    const others = tab.complaints.filter((words) => !/ 401 | 404 |ERR_INTERNET_DISCONNECTED/.test(words));
    expect(others).toEqual([]);
  });

  it('is told when to continue after too many questions', async () => {
    const counting = page.getByRole('button', { name: /^Try again in \d+ seconds?$/ });
    for (let question = 0; question <= LIMIT && (await counting.count()) === 0; question += 1) {
      const before = await page.locator('.turn').count();
      await ask(`Question ${question}?`);
      await expect.poll(() => page.locator('.turn').count()).toBe(before + 1);
      await page.locator('.turn').last().locator('.actions, .failure').waitFor();
    }
    expect(await counting.isDisabled()).toBe(true);
    await page.getByText('Too many questions in a short time.').first().waitFor();
  });

  it('is told that a site is not allowed, and its owner finds the origin in the console', async () => {
    const elsewhere = site.origin.replace('127.0.0.1', 'localhost');
    const { page: other, complaints } = await openPage(browser);
    await other.goto(elsewhere);
    await other.getByRole('button', { name: 'Ask a question' }).click();
    await other.getByText('is not allowed on this website yet').first().waitFor();
    expect(complaints.join('\n')).toContain(`does not answer pages of ${elsewhere}. Add it`);
  });
});
