import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIfMissing } from '../../.build/if-missing.ts';
import { askWidget } from '../helpers/browser/ask-widget.ts';
import { browserIsThere, foreignRequests, launchBrowser, openPage } from '../helpers/browser/browser.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';

const MANUAL = `# The coffee machine

## Care

Descale the machine every eight weeks. Use the supplied powder and never vinegar.

## Warranty

The warranty lasts two years from the day of purchase. Keep the receipt.
`;
const QUESTION = 'How often must I descale the machine?';

describe.skipIf(!browserIsThere)(
  'from an empty database to an answer on a site, through the console alone (needs chromium)',
  () => {
    let server: ServerProcess;
    let browser: Browser;
    /** What the owner's site has on its one page, in another origin than the server. */
    let body = '';
    const site = createServer((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(
          `<!doctype html><html lang="en"><head><title>Our shop</title></head><body><h1>Our shop</h1>${body}</body></html>`,
        );
    });
    let origin = '';

    beforeAll(async () => {
      await buildIfMissing('widget');
      // With the limits that an owner has.
      server = await startServer({
        env: { RATE_LIMIT_GENERAL: '60', RATE_LIMIT_CHAT: '60', RATE_LIMIT_INGESTION: '10' },
      });
      await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
      origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
      browser = await launchBrowser();
    });
    afterAll(async () => {
      await browser?.close();
      site.closeAllConnections();
      site.close();
      await server?.stop();
    });

    const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

    it('makes an account, adds a document, asks, allows a site, copies the snippet, and answers there', async () => {
      const { page, context, requests, complaints } = await openPage(browser);
      await page.goto(`${server.url}/welcome#setup=${server.setupToken}`);

      await heading(page, 'Create your account');
      await page.getByLabel('Name').fill('Olivia');
      await page.getByLabel('E-mail').fill('olivia@example.com');
      await page.getByLabel('Password').fill('four words in a row');
      await page.keyboard.press('Enter');

      await heading(page, 'What should it answer questions about?');
      await page.getByLabel('Name').fill('The manual');
      await page.keyboard.press('Enter');

      await heading(page, 'Sources');
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose files' }).click();
      await (await chooser).setFiles([{ name: 'manual.md', mimeType: 'text/markdown', buffer: Buffer.from(MANUAL) }]);
      await page.getByText('Your documents are ready for questions.').waitFor();

      await page.getByRole('link', { name: 'Ask a question' }).last().click();
      await heading(page, 'Playground');
      await askWidget(page, QUESTION);
      await page.getByRole('heading', { level: 2, name: 'Answered from 1 passage' }).waitFor();

      await page.getByRole('link', { name: 'Widget', exact: true }).click();
      await heading(page, 'Widget');
      await page.getByLabel('Add a site').fill(`${origin}/products`);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText(`Not seen yet on ${origin}`).waitFor();
      body = (await page.getByRole('region', { name: 'The snippet', exact: true }).textContent()) ?? '';
      body = /<script.+<\/script>/.exec(body)?.[0] ?? '';
      expect(body).toContain(`${server.url}/widget.js`);
      expect(complaints).toEqual([]);
      expect(foreignRequests(requests, [server.url])).toEqual([]);
      await context.close();

      const visitor = await openPage(browser);
      await visitor.page.goto(`${origin}/products`);
      await visitor.page.getByRole('button', { name: 'Ask a question' }).click();
      await askWidget(visitor.page, QUESTION);
      await visitor.page.locator('.answer', { hasText: 'every eight weeks' }).waitFor();
      await visitor.page.getByRole('button', { name: /^Source 1:/ }).click();
      expect(await visitor.page.locator('footnote-chat mark').textContent()).toContain(
        'Descale the machine every eight weeks',
      );
      expect(visitor.complaints).toEqual([]);
      await visitor.context.close();
    });
  },
);
