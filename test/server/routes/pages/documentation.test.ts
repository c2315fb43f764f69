import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIsThere, foreignRequests, launchBrowser, openPage } from '../../../helpers/browser/browser.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';

const BUILD = fileURLToPath(new URL('../../../../server/dist/docs', import.meta.url));

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    referenceDirectory: BUILD,
    env: { rateLimits: { general: 60, chat: 7, search: 0, ingestion: 0 } },
  });
});
afterAll(() => app.close());

describe('the API document', () => {
  it('is sent again only when it has changed', async () => {
    const first = await app.call('GET', '/v1/openapi.json');
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const again = await app.call('GET', '/v1/openapi.json', {
      // By default, fetch adds `cache-control: no-cache`.
      headers: { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('names the version and the limits of this server', async () => {
    const { info } = (await app.call('GET', '/v1/openapi.json')).body;
    expect(info.version).toBe('1.2.3');
    expect(info.description).toContain('7 questions per key or visitor');
    expect(info.description).toContain('unlimited new sources');
  });

  it('does not reveal where or how it was built', async () => {
    const { text } = await app.call('GET', '/v1/openapi.json');
    expect(text).not.toMatch(/127\.0\.0\.1|localhost:\d|node_modules|sqlite|\/tmp/i);
  });
});

describe('the API reference', () => {
  it('may only load files of this server', async () => {
    const { text, headers } = await app.call('GET', '/docs');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'sha256-[\w+/=]+' 'sha256-[\w+/=]+'; style-src-attr 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(text.match(/<\w[^>]*\b(?:src|href|spec-url)="(?!\/)/g)).toBeNull();
    expect(text).toContain('disable-telemetry="true"');
  });

  it('is sent compressed, and again only when it has changed', async () => {
    const headers = { 'accept-encoding': 'br' };
    const first = await app.call('GET', '/docs/redoc.js', { headers });
    expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'br']);
    const etag = { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
    expect((await app.call('GET', '/docs/redoc.js', { headers: { ...headers, ...etag } })).status).toBe(304);
    expect((await app.call('GET', '/docs/LICENSE')).status).toBe(404);
  });

  it('explains what to do if it has not been built', async () => {
    const bare = await startApp();
    const page = await bare.call('GET', '/docs');
    const script = await bare.call('GET', '/docs/redoc.js');
    await bare.close();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('npm run build');
    expect(script.status).toBe(404);
  });

  describe.skipIf(!browserIsThere)('in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchBrowser();
    });
    afterAll(() => browser.close());

    it.each([
      [360, 'light', 'rgb(255, 255, 255)'],
      [1100, 'dark', 'rgb(34, 36, 43)'],
      [1500, 'light', 'rgb(255, 255, 255)'],
    ] as const)('fits %d pixels in %s, and asks no other server for anything', async (width, colorScheme, paper) => {
      const { page, context, requests, complaints, settled } = await openPage(browser, {
        viewport: { width, height: 800 },
        colorScheme,
      });
      await page.goto(`${app.url}/docs#/chat/chat.create`);
      await page.locator('h2', { hasText: 'Ask a question' }).first().waitFor();
      await page.locator('code[data-language=shell]').first().waitFor();
      await settled();
      const seen = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - innerWidth,
        paper: getComputedStyle(document.documentElement).backgroundColor,
      }));
      expect(seen.overflow).toBeLessThanOrEqual(0);
      expect(seen.paper).toBe(paper);
      // A browser without windows does not load the icon.
      const loaded = requests.map((url) => new URL(url).pathname).filter((path) => path !== '/icon.svg');
      expect(loaded.sort()).toEqual(['/docs', '/docs/redoc.js', '/v1/openapi.json']);
      expect(foreignRequests(requests, [app.url])).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    });

    it('finds an operation by its input, and shows it in curl and in TypeScript', async () => {
      const { page, context, requests, complaints } = await openPage(browser);
      await page.goto(`${app.url}/docs`);
      await page.getByRole('heading', { name: 'Footnote', level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('refresh_hours');
      await page.getByRole('link', { name: 'PATCH /v1/sources/{source_id}' }).first().click();
      const sample = page.locator('code[data-language]').first();
      await expect.poll(() => sample.innerText()).toContain("curl -X PATCH 'https://chat.example.com/v1/sources/");
      await page.getByRole('button', { name: 'curl', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Node.js' }).click();
      await expect.poll(() => sample.innerText()).toContain('await footnote.sources.update(');
      expect(foreignRequests(requests, [app.url])).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    });
  });
});
