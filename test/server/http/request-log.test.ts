import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    consoleDirectory: `${ROOT}server/dist/console`,
    referenceDirectory: `${ROOT}server/dist/docs`,
    widgetDirectory: `${ROOT}widget/dist`,
  });
});
afterAll(() => app.close());

/** The lines that the log has of a request. */
async function logged(path: string): Promise<Record<string, unknown>[]> {
  const before = app.log.length;
  await app.call('GET', path, { headers: { accept: 'text/html' } });
  return app.log.slice(before).map((line) => JSON.parse(line));
}

describe('the log of requests', () => {
  it.each(['/', '/docs', '/v1/setup', '/health', '/nowhere'])('has a line for %s', async (path) => {
    expect(await logged(path)).toEqual([expect.objectContaining({ level: 'info', event: 'request', path })]);
  });

  it('has none for what a page loads', async () => {
    const page = (await app.call('GET', '/', { headers: { accept: 'text/html' } })).text;
    const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(files.length).toBeGreaterThan(2);
    for (const path of [...files, '/favicon.ico', '/docs/redoc.js', '/widget.js', '/widget/look/proj_none'])
      expect([path, await logged(path)]).toEqual([path, []]);
  });

  it('has one for a missing one', async () => {
    expect(await logged('/console/gone-1a2b.js')).toEqual([expect.objectContaining({ level: 'info', status: 404 })]);
  });
});
