import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Footnote } from '@footnote/sdk';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIsThere, launchBrowser, openPage } from '../helpers/browser/browser.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { GUIDE } from './guide.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'footnote-react-'));

let server: ServerProcess;
let project: string;
let footnote: Footnote;
let backend: ChildProcess;
/** Where the pages of the backend are. */
let origin: string;

beforeAll(async () => {
  server = await startServer();
  const guest = new Footnote({ baseURL: server.baseURL });
  const login = { email: 'owner@example.com', password: 'a long enough password' };
  await guest.auth.register({ ...login, name: 'Owner', setup_token: server.setupToken });
  const owner = guest.withOptions({ accessToken: (await guest.auth.login(login)).access_token });
  project = (await owner.projects.create({ name: 'Library' })).id;
  const { key } = await owner.projects.apiKeys.create(project);
  footnote = guest.withOptions({ apiKey: key });
  await footnote.sources.waitUntilReady(await footnote.sources.addText({ title: 'The library', text: GUIDE.text }));
  backend = spawn(process.execPath, ['--conditions=footnote-source', 'examples/token-backend/server.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      PUBLIC_DIR: folder,
      FOOTNOTE_BASE_URL: server.baseURL,
      FOOTNOTE_API_KEY: key,
    },
  });
  const [line] = await once(backend.stdout as NodeJS.ReadableStream, 'data');
  [origin = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(String(line)) ?? [];
  await owner.projects.update(project, { allowed_origins: [origin] });
});
afterAll(async () => {
  backend.kill();
  rmSync(folder, { recursive: true });
  await server.stop();
});

describe('examples/token-backend', () => {
  it.each(['token-backend/server.ts', 'react/chat.tsx', 'react/answer.tsx', 'node-script/ask.ts'])(
    'is short, as is %s beside it',
    (name) => {
      expect(readFileSync(join(ROOT, 'examples', name), 'utf8').split('\n').length).toBeLessThanOrEqual(61);
    },
  );

  const ask = (headers: Record<string, string> = {}) =>
    fetch(`${origin}/footnote/token`, { method: 'POST', headers: { origin, ...headers } });

  it('gives its pages tokens that chat, for the visitor of the session', async () => {
    const { token, visitor_id } = await (await ask({ cookie: 'a=b; session=session-of-ann' })).json();
    expect(visitor_id).toBe('ann@example.com');
    const page = new Footnote({ baseURL: server.baseURL, accessToken: token, defaultHeaders: { origin } });
    const answer = await page.chat.stream(project, { query: GUIDE.question }).finalAnswer();
    expect(answer.citations[0]?.text).toContain(GUIDE.quote);
  });

  it('gives guests tokens as well, and refuses an unknown session and other sites', async () => {
    expect((await (await ask()).json()).visitor_id).toMatch(/^vis_/);
    expect((await ask({ cookie: 'session=made-up' })).status).toBe(401);
    expect((await ask({ origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe.skipIf(!browserIsThere)('examples/react (needs chromium)', () => {
  beforeAll(async () => {
    await build({
      root: join(ROOT, 'examples/react'),
      configFile: false,
      logLevel: 'silent',
      resolve: { conditions: ['footnote-source', 'module', 'browser', 'production'] },
      build: { outDir: folder, emptyOutDir: true },
    });
    const page = join(folder, 'index.html');
    const html = readFileSync(page, 'utf8');
    writeFileSync(page, html.replace('http://127.0.0.1:8787/v1', server.baseURL).replace('proj_YOURS', project));
  });

  it('renders the Markdown of an answer, whose markers lead to their passages', async () => {
    const text =
      '# Fees\n\n| Service | Fee |\n|---|---|\n| A card that was lost | **5** euros |\n| `code[1]` | none |\n';
    const file = new File([text], 'fees.md');
    await footnote.sources.waitUntilReady(await footnote.sources.upload({ file }));
    const browser = await launchBrowser();
    try {
      const { page } = await openPage(browser);
      await page.goto(origin);
      await page.getByRole('textbox', { name: 'Your question' }).fill('What is the *fee* for a card that was lost?');
      await page.getByRole('button', { name: 'Ask' }).click();
      const answer = page.getByRole('article');
      await answer.getByRole('cell', { name: '5 euros' }).waitFor();
      expect(await answer.locator('code').allTextContents()).toEqual(['code[1]']);
      expect(await answer.innerText()).not.toContain('**');
      await answer.getByRole('link', { name: 'Source 1' }).first().click();
      expect(await page.locator('li:target q').textContent()).toContain('A card that was lost');
      // The question is no Markdown.
      await page.getByText('What is the *fee* for').waitFor();
    } finally {
      await browser.close();
    }
  });

  it('answers a visitor with the passage, in one conversation', async () => {
    const browser = await launchBrowser();
    try {
      const { page, complaints } = await openPage(browser);
      await page.goto(origin);
      const ask = async (question: string) => {
        await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
        await page.getByRole('textbox', { name: 'Your question' }).fill(question);
        await page.getByRole('button', { name: 'Ask' }).click();
      };
      await ask(GUIDE.question);
      await page.locator('q', { hasText: GUIDE.quote }).first().waitFor();
      await ask('When does the library open?');
      await page.locator('article').nth(1).getByText('opens at nine').first().waitFor();
      await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
      expect(await page.locator('article').count()).toBe(2);
      expect(await page.locator('[role=alert]').count()).toBe(0);
      // The browser asks for an icon by itself, which the example does not have.
      expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
      const held = await footnote.conversations.list(project);
      expect(held.items.filter(({ messages_count }) => messages_count === 4)).toHaveLength(1);
    } finally {
      await browser.close();
    }
  });
});
