import { Footnote } from '@footnote/sdk';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIfMissing } from '../../.build/if-missing.ts';
import { type Site, startSite } from '../../examples/demo/site.ts';
import { askWidget } from '../helpers/browser/ask-widget.ts';
import { browserIsThere, foreignRequests, launchBrowser, openPage } from '../helpers/browser/browser.ts';
import { freePort } from '../helpers/processes/free-port.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';

const MANUAL = `# The coffee machine

## Care

Descale the machine every eight weeks. Use the supplied powder and never vinegar.

## Warranty

The warranty lasts two years from the day of purchase. Keep the receipt.
`;

describe.skipIf(!browserIsThere)('the example site with a real server (needs chromium)', () => {
  let server: ServerProcess;
  let browser: Browser;
  let project = '';
  let site: Site;
  let origin = '';

  beforeAll(async () => {
    await buildIfMissing('widget');
    server = await startServer();
    site = await startSite(await freePort());
    origin = site.origin;

    const { baseURL } = server;
    const guest = new Footnote({ baseURL });
    const account = { email: 'owner@example.com', password: 'correct horse battery' };
    await guest.auth.register({ ...account, name: 'Owner', setup_token: server.setupToken });
    const owner = new Footnote({ baseURL, accessToken: (await guest.auth.login(account)).access_token });
    const created = await owner.projects.create({ name: 'Manual', allowed_origins: [origin] });
    project = created.id;
    await owner.projects.update(project, {
      widget_access: 'public',
      widget: { title: 'The manual', suggestions: ['How often must I descale the machine?'] },
    });
    site.show({ base: server.url, project });
    const { key } = await owner.projects.apiKeys.create(project);
    const script = new Footnote({ baseURL, apiKey: key });
    const source = await script.sources.upload({ file: new File([MANUAL], 'manual.md', { type: 'text/markdown' }) });
    await script.sources.waitUntilReady(source);

    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await server?.stop();
  });

  it('answers a visitor, cites the passage, and opens it in the document', async () => {
    const { page, context, requests, complaints } = await openPage(browser);
    await page.goto(origin);
    await page.getByRole('button', { name: 'Ask a question' }).click();
    await page.getByRole('dialog', { name: 'The manual' }).waitFor();
    await page.getByRole('button', { name: 'How often must I descale the machine?' }).click();
    await page.locator('.answer', { hasText: 'every eight weeks' }).waitFor();

    await page.getByRole('button', { name: /^Source 1:/ }).click();
    expect(await page.locator('footnote-chat mark').textContent()).toContain('Descale the machine every eight weeks');
    expect(foreignRequests(requests, [origin, server.url])).toEqual([]);
    expect(complaints).toEqual([]);

    const [passage] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Open in document' }).click(),
    ]);
    await passage.locator('mark', { hasText: 'Descale the machine every eight weeks' }).waitFor();
    expect(new URL(passage.url()).origin).toBe(server.url);
    await context.close();
  });

  it('tells the owner what a visitor thinks of an answer', async () => {
    const { page, context, complaints } = await openPage(browser);
    await page.goto(origin);
    await page.getByRole('button', { name: 'Ask a question' }).click();
    await page.getByRole('button', { name: 'How often must I descale the machine?' }).click();
    const heard = page.waitForResponse((response) => response.url().endsWith('/feedback') && response.ok());
    await page.getByRole('button', { name: 'Not helpful' }).click();
    expect(await (await heard).json()).toMatchObject({ rating: 'down' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('goes on with the conversation on the next page of the site', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(origin);
    await page.getByRole('button', { name: 'Ask a question' }).click();
    await askWidget(page, 'How often must I descale the machine?');
    await page.locator('.answer', { hasText: 'eight weeks' }).waitFor();
    await page.goto(`${origin}/how-it-works.html`);
    await page.locator('.answer', { hasText: 'eight weeks' }).waitFor();
    await askWidget(page, 'May I use vinegar?');
    await page.locator('.answer').nth(1).getByText('the supplied powder').waitFor();
    await context.close();
  });

  it('asks the chat what the search of the guide was asked', async () => {
    const { page, context, requests, complaints } = await openPage(browser);
    await page.goto(`${origin}/docs/`);
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search the guide' }).fill('How often must I descale the machine?');
    await page.getByRole('option', { name: 'Ask the chat' }).click();
    await page.locator('.answer', { hasText: 'every eight weeks' }).waitFor();
    expect(foreignRequests(requests, [origin, server.url])).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('does not answer a website that the project does not list, and says so in its console', async () => {
    const { page, context, complaints } = await openPage(browser);
    await page.goto(origin.replace('127.0.0.1', 'localhost'));
    await page.getByRole('button', { name: 'Ask a question' }).click();
    await page.getByText('is not allowed on this website yet').first().waitFor();
    expect(complaints.join('\n')).toContain(origin.replace('127.0.0.1', 'localhost'));
    await context.close();
  });
});
