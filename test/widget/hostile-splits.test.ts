import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { browserIsThere, foreignRequests, launchBrowser, openPage } from '../helpers/browser/browser.ts';
import { PAYLOADS } from './hostile-payloads.ts';
import { startSite } from './scripted-api.ts';

/** The widget's drawing code, bundled into one script for a page. */
async function drawingScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['footnote-source', 'module', 'browser', 'production'] },
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: fileURLToPath(new URL('drawing-in-page.ts', import.meta.url)),
        formats: ['iife'],
        name: 'drawing',
      },
    },
  });
  const [bundle] = Array.isArray(result) ? result : [result];
  if (!bundle || !('output' in bundle)) throw new Error('vite built nothing');
  return bundle.output[0].code;
}

describe.skipIf(!browserIsThere)('hostile answers split at every position (needs chromium)', () => {
  it('run nothing, request nothing and leave no handler behind, whichever part has arrived', async () => {
    const browser = await launchBrowser();
    // Anything that an answer tries to load or run breaks this policy and is reported.
    const policy = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'";
    const site = await startSite(
      () => '<!doctype html><title>A site</title><script src="/drawing.js"></script>',
      () => ({ 'content-security-policy': policy }),
    );
    try {
      const { page, requests, complaints } = await openPage(browser);
      const body = await drawingScript();
      await page.route('**/drawing.js', (route) => route.fulfill({ body, contentType: 'text/javascript' }));
      await page.goto(site.origin);
      const { faults, drawings } = await page.evaluate(
        (texts) => Reflect.get(window, 'drawing').drawSplit(texts) as { faults: string[]; drawings: number },
        [...PAYLOADS, PAYLOADS.slice(0, 8).join('\n\n')],
      );
      expect(faults).toEqual([]);
      expect(drawings).toBeGreaterThan(2 * PAYLOADS.join('').length);
      expect(await page.evaluate(() => Reflect.get(window, '__x'))).toBeUndefined();
      expect(foreignRequests(requests, [site.origin])).toEqual([]);
      expect(requests.filter((url) => !/\/(drawing\.js|favicon\.ico)?$/.test(url))).toEqual([]);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      await site.stop();
    }
  });
});
