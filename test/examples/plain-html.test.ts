import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Footnote } from '@footnote/sdk';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../helpers/browser/chromium.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { GUIDE } from './guide.ts';

const PAGE = readFileSync(new URL('../../examples/plain-html/index.html', import.meta.url), 'utf8');
const executablePath = findChromium();

/** Serves one page, as a website of its own origin does. */
async function serve(html: () => string): Promise<{ site: Server; origin: string }> {
  const site = createServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(request.url === '/' ? html() : '');
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  return { site, origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}` };
}

/** A public project that allows one origin, with the guide in it. */
async function publicProject({ baseURL, setupToken }: ServerProcess, origin: string): Promise<string> {
  const guest = new Footnote({ baseURL });
  const login = { email: 'owner@example.com', password: 'a long enough password' };
  await guest.auth.register({ ...login, name: 'Owner', setup_token: setupToken });
  const owner = guest.withOptions({ accessToken: (await guest.auth.login(login)).access_token });
  const { id } = await owner.projects.create({ name: 'Library', allowed_origins: [origin] });
  await owner.projects.update(id, { widget_access: 'public' });
  const file = new File([GUIDE.text], 'library.md');
  await owner.sources.waitUntilReady(await owner.sources.upload({ file, project_id: id }));
  return id;
}

describe('examples/plain-html', () => {
  let server: ServerProcess;
  let site: Server;
  let origin: string;
  let page = PAGE;
  beforeAll(async () => {
    server = await startServer();
    ({ site, origin } = await serve(() => page));
    const project = await publicProject(server, origin);
    page = PAGE.replace('http://127.0.0.1:8787', server.url).replace('proj_YOURS', project);
  });
  afterAll(() => {
    site.closeAllConnections();
    site.close();
  });

  it('loads a script that the server lets every website load', async () => {
    const [, source = ''] = /<script src="([^"]+)"/.exec(page) ?? [];
    const response = await fetch(source);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('javascript');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it.skipIf(!executablePath)('answers a visitor who opens the chat (needs chromium)', async () => {
    const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
    try {
      const tab = await browser.newPage();
      const errors: string[] = [];
      tab.on('pageerror', (error) => errors.push(error.message));
      await tab.goto(origin);
      await tab.getByRole('button').first().click();
      await tab.getByRole('textbox').fill(GUIDE.question);
      await tab.keyboard.press('Enter');
      await tab.getByText('four weeks').first().waitFor();
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
