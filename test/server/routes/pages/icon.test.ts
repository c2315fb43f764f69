import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokens } from '../../../../server/services/access/tokens.ts';
import { browserIsThere, launchBrowser, openPage } from '../../../helpers/browser/browser.ts';
import { createOwnerWithProject, publish } from '../../../helpers/server/owner-with-project.ts';
import { type Called, SECRET, startApp, type TestApp } from '../../../helpers/server/test-app.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const DIST = `${ROOT}server/dist`;
const AS_BROWSERS_ASK = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let app: TestApp;
/** Of another server, which has not been built. */
let bare: TestApp;
/** A link to a passage. */
let passage: string;
beforeAll(async () => {
  [app, bare] = await Promise.all([
    startApp({ consoleDirectory: `${DIST}/console`, referenceDirectory: `${DIST}/docs` }),
    startApp(),
  ]);
  const { project } = await createOwnerWithProject(app, 'icons');
  const text = 'The lantern is green.';
  const chunk = await publish(app.store, { projectId: project.id, id: project.sourceId }, text);
  const { signPassage } = createTokens({ secret: SECRET, now: Date.now });
  passage = `/v1/passages/${signPassage({ pid: project.id, sid: project.sourceId, cid: chunk, quote: [0, text.length] }, 60)}`;
});
afterAll(() => Promise.all([app.close(), bare.close()]));

const isPage = ({ headers }: Called) => /^text\/html/.test(headers.get('content-type') ?? '');

/** The answers that are pages, of every address that a browser may open without a credential. */
async function pagesOf(server: TestApp): Promise<Map<string, Called>> {
  const open = server.routes.filter(({ method, rule }) => method === 'GET' && rule.accepts.includes('none'));
  const paths = open.map(({ path }) => path.replace(/[:*]\w+/g, 'some_id'));
  const pages = new Map<string, Called>();
  for (const path of [...paths, passage, '/nothing']) {
    if (path === '/health/stream') continue;
    const answer = await server.call('GET', path, { headers: AS_BROWSERS_ASK });
    if (isPage(answer)) pages.set(path, answer);
  }
  return pages;
}

describe('the icon', () => {
  it.each(['/icon.svg', '/favicon.ico'])('is at %s, for everybody', async (path) => {
    const { status, text, headers } = await app.call('GET', path);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(text).toMatch(/^<svg [^>]*>.*<\/svg>$/);
  });

  it('is named by every page that is served, under a policy that lets the browser load it', async () => {
    const [built, unbuilt] = [await pagesOf(app), await pagesOf(bare)];
    expect([...built.keys()]).toEqual(
      expect.arrayContaining(['/', '/projects/some_id', '/console/preview', '/docs', '/v1/passages/some_id', passage]),
    );
    expect(built.get(passage)?.text).toContain('The lantern is green.');
    expect([...unbuilt.keys()]).toEqual(expect.arrayContaining(['/docs', '/v1/passages/some_id']));
    for (const [path, { text, headers }] of [...built, ...unbuilt]) {
      expect(text, path).toMatch(/<link rel="icon"[^>]* href="\/icon\.svg"/);
      expect(headers.get('content-security-policy'), path).toMatch(/img-src 'self'/);
    }
  });

  it.skipIf(!browserIsThere)('leaves a browser no reason to complain on any page', async () => {
    const browser = await launchBrowser();
    for (const path of ['/login', '/docs', '/console/preview', passage]) {
      const { page, context, complaints, settled } = await openPage(browser);
      await page.goto(`${app.url}${path}`);
      await settled();
      expect([path, complaints]).toEqual([path, []]);
      const shown = await page.evaluate(async () => {
        const icon = new Image();
        icon.src = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? '';
        await icon.decode();
        return icon.width > 0;
      });
      expect([path, shown]).toEqual([path, true]);
      await context.close();
    }
    await browser.close();
  });
});

describe('a page of the repository', () => {
  const pages = execFileSync('git', ['ls-files', 'server/*.html', 'examples/site/*.html'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  it.each(pages.trim().split('\n'))('names its icon: %s', (path) => {
    expect(readFileSync(`${ROOT}${path}`, 'utf8')).toContain('<link rel="icon"');
  });
});
