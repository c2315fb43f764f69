import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIsThere, foreignRequests, launchBrowser, openPage } from '../../helpers/browser/browser.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { rateLimits: { general: 60, chat: 7, ingestion: 0 } } });
});
afterAll(() => app.close());

describe('the API document', () => {
  it('is sent once, and then only when it has changed', async () => {
    const first = await app.call('GET', '/v1/openapi.json');
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const again = await app.call('GET', '/v1/openapi.json', {
      // Without saying so, fetch would ask for a fresh one.
      headers: { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('speaks of this server: its version, its limits', async () => {
    const { info } = (await app.call('GET', '/v1/openapi.json')).body;
    expect(info.version).toBe('1.2.3');
    expect(info.description).toContain('7 questions for each key or visitor');
    expect(info.description).toContain('unlimited new sources');
  });

  it('says nothing of where or how it was made', async () => {
    const { text } = await app.call('GET', '/v1/openapi.json');
    expect(text).not.toMatch(/127\.0\.0\.1|localhost:\d|node_modules|sqlite|\/tmp/i);
  });
});

describe('the API page', () => {
  it('has every operation, every error and every schema of the document, and a target for each of its links', async () => {
    const document = (await app.call('GET', '/v1/openapi.json')).body;
    const { text } = await app.call('GET', '/docs');
    const targets = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const methods of Object.values<Record<string, { operationId: string }>>(document.paths)) {
      for (const { operationId } of Object.values(methods)) expect(targets).toContain(operationId);
    }
    for (const name of Object.keys(document.components.schemas)) expect(targets).toContain(`schema-${name}`);
    for (const code of ['invalid_request', 'token_expired', 'origin_not_allowed', 'rate_limited']) {
      expect(text).toContain(`<code>${code}</code>`);
    }
    expect(text).toContain('<p>One of <a href="#schema-StartPart">StartPart</a>, ');
    expect(text).toContain('&quot;type&quot;: &quot;data-verdict&quot;');
    const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(60);
    expect(links.filter((id) => !targets.has(id))).toEqual([]);
    expect(targets.size).toBe([...text.matchAll(/ id="/g)].length);
  });

  it('may run no script, and load nothing but its own sheet', async () => {
    const { text, headers } = await app.call('GET', '/docs');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(
      text.match(/<(script|img|iframe|link|object|form)\b|\son\w+=|\sstyle=|(src|href)="(?![#/])/gi) ?? [],
    ).toEqual([]);
  });

  it.skipIf(!browserIsThere)(
    'is at home on every screen, by day and by night, and asks nobody for anything',
    async () => {
      const browser = await launchBrowser();
      try {
        for (const [width, colorScheme] of [
          [320, 'light'],
          [1100, 'dark'],
          [1500, 'light'],
        ] as const) {
          const { page, context, requests, complaints } = await openPage(browser, {
            viewport: { width, height: 800 },
            colorScheme,
            javaScriptEnabled: true,
          });
          await page.goto(`${app.url}/docs#chat.create`);
          const seen = await page.evaluate(() => ({
            overflow: document.documentElement.scrollWidth - innerWidth,
            paper: getComputedStyle(document.body).backgroundColor,
            top: Math.round(document.getElementById('chat.create')?.getBoundingClientRect().top ?? -1),
          }));
          expect(seen.overflow).toBeLessThanOrEqual(0);
          expect(seen.paper).toBe(colorScheme === 'dark' ? 'rgb(19, 22, 29)' : 'rgb(255, 255, 255)');
          expect(seen.top).toBeGreaterThanOrEqual(0);
          expect(seen.top).toBeLessThan(100);
          expect(foreignRequests(requests, [app.url])).toEqual([]);
          expect(complaints).toEqual([]);
          await context.close();
        }
      } finally {
        await browser.close();
      }
    },
  );
});
