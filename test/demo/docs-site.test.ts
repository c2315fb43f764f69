import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite } from '../../examples/demo/site.ts';
import { addressOf, CONTENTS, PAGES } from '../../examples/docs/contents.ts';
import { buildSite } from '../../examples/docs/site/build-site.ts';
import { renderPage } from '../../examples/docs/site/render-page.ts';
import { violationsIn } from '../helpers/browser/axe.ts';
import { browserIsThere, foreignRequests, launchBrowser, openPage } from '../helpers/browser/browser.ts';
import { freePort } from '../helpers/processes/free-port.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const GUIDE = join(ROOT, 'examples/docs');

describe('the contents of the guide', () => {
  it('have every page', () => {
    const files = globSync('**/*.md', { cwd: GUIDE }).sort();
    expect(
      PAGES.map(({ file }) => file)
        .filter((file) => !file.startsWith('../'))
        .sort(),
    ).toEqual(files);
  });

  it('are those of its first page, in their order and with their names', () => {
    const first = readFileSync(join(GUIDE, 'README.md'), 'utf8');
    const links = [...first.matchAll(/^## (.+)|^- \[(.+)\]\((.+)\)\\$/gm)].map(
      ([, part, name, file]) => part ?? [name, file],
    );
    const parts = CONTENTS.slice(1).flatMap(({ name, pages }) => [
      name,
      ...pages.map((page) => [page.name, page.file]),
    ]);
    expect(links).toEqual(parts);
  });
});

describe('the pages of the repository outside of the guide', () => {
  it('link to files that exist', () => {
    const pages = globSync(['README.md', '.github/**/*.md', '{server,sdk,widget}/**/*.md'], {
      cwd: ROOT,
      exclude: ['**/node_modules', '**/dist', '**/module'],
    });
    expect(pages.length).toBeGreaterThan(10);
    const broken = pages.flatMap((page) =>
      [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)#:\s]+)[)#]/g)]
        .map(([, link = '']) => link)
        .filter((link) => !existsSync(join(ROOT, dirname(page), link)))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });
});

describe('a page of the guide', () => {
  const page = { file: 'owner/sources.md', name: 'Sources' };
  const render = (markdown: string) => renderPage(page, `# Title\n\n${markdown}`).html;

  it('shows text as text', () => {
    expect(render('A `<b>` & "more"\n\n```html\n<script src="x">&amp;</script>\n```')).toBe(
      '<p>A <code>&lt;b&gt;</code> &amp; &quot;more&quot;</p>\n' +
        '<div class="code"><pre tabindex="0"><code>&lt;script src=&quot;x&quot;&gt;&amp;amp;&lt;/script&gt;\n</code></pre></div>\n',
    );
  });

  it('has an anchor at every heading, as on GitHub', () => {
    const html = render('## Which `API` key?\n\n## Twice\n\n## Twice');
    expect([...html.matchAll(/id="([^"]+)"/g)].map(([, id]) => id)).toEqual(['which-api-key', 'twice', 'twice-1']);
  });

  it('links to pages, to the reader’s server, and names files of the repository', () => {
    expect(render('[a](../developer/chat-api.md#citations)')).toContain(
      'href="/docs/developer/chat-api.html#citations"',
    );
    expect(render('[a](http://127.0.0.1:8787/docs)')).toContain('href="%BASE%/docs"');
    expect(render('[the unit](../../deploy/systemd/README.md)')).toBe(
      '<p>the unit (<code>examples/deploy/systemd/README.md</code>)</p>\n',
    );
  });

  it.each(['[a](missing.md)', '<b>raw</b>', '![a](image.png)'])('is not made of %s', (markdown) => {
    expect(() => render(markdown)).toThrow('owner/sources.md');
  });
});

describe('the website of the guide', () => {
  it('has no link that leads nowhere, and needs nothing from elsewhere', async () => {
    const files = await buildSite();
    const pages = [...files].filter(([name]) => name.endsWith('.html'));
    expect(pages).toHaveLength(PAGES.length + 3);
    const ids = new Map(
      pages.map(([name, content]) => [name, [...`${content}`.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)]),
    );
    for (const [name, content] of pages) {
      expect(`${content}`, name).toContain('<link rel="icon"');
      const attributes = [...`${content}`.matchAll(/<(\w+)[^>]*? (?:href|src)="([^"]+)"/g)];
      for (const [, tag, address = ''] of attributes) {
        if (address.startsWith('%BASE%/')) continue;
        const { origin, pathname, hash } = new URL(address, `http://site${name}`);
        if (origin !== 'http://site') {
          expect(tag, `${name} loads ${address}`).toBe('a');
          continue;
        }
        const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
        expect(files.has(file), `${name} links to ${address}`).toBe(true);
        if (hash) expect(ids.get(file), `${name} links to ${address}`).toContain(hash.slice(1));
      }
    }
  });

  it('is written as static files, with the chat if a server is named', () => {
    const folder = mkdtempSync(join(tmpdir(), 'footnote-docs-'));
    const write = (...options: string[]) =>
      execFileSync(process.execPath, ['examples/docs/site/write.ts', folder, ...options], { cwd: ROOT });
    try {
      write();
      const read = () => readFileSync(join(folder, 'docs/owner/sources.html'), 'utf8');
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(['docs', 'docs.css', 'docs.js', 'index.html']));
      expect(read()).not.toContain('widget.js');
      write('--server', 'https://chat.example.com', '--project', 'proj_1');
      expect(read()).toContain(
        '<script src="https://chat.example.com/widget.js" data-project="proj_1" data-search async></script>',
      );
      expect(read()).not.toMatch(/%[A-Z]+%/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe.skipIf(!browserIsThere)('a reader of the guide (needs chromium)', () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    site = await startSite(await freePort());
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  const LOOKS = {
    wide: { width: 1440, height: 900, colorScheme: 'light' },
    'on a tablet, dark': { width: 768, height: 1024, colorScheme: 'dark' },
    'on a phone': { width: 375, height: 720, colorScheme: 'light' },
  } as const;

  it('finds pages that are accessible and fit each screen', async () => {
    const { page, context, requests, complaints } = await openPage(browser);
    for (const path of PAGES.map(addressOf)) {
      await page.goto(site.origin + path);
      await page.getByRole('button', { name: 'Search' }).waitFor();
      // The page is the same for all: only its styles know the screen.
      for (const [look, { colorScheme, ...size }] of Object.entries(LOOKS)) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(excess, `${path} ${look}`).toBeLessThanOrEqual(0);
        // All pages are made of the same parts; axe takes seconds for each.
        if (['/docs/', '/docs/owner/sources.html'].includes(path))
          expect(await violationsIn(page, null), `${path} ${look}`).toEqual([]);
      }
    }
    expect(foreignRequests(requests, [site.origin])).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('searches with the keyboard alone, and arrives at the section', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(`${site.origin}/docs/getting-started.html`);
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search the guide' });
    // A mistyped word is found, too.
    await field.fill('restore dril');
    await page.getByRole('option', { name: 'The restore drill' }).waitFor();
    expect(await violationsIn(page, 'dialog.search')).toEqual([]);

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(
      `${site.origin}${addressOf({ file: 'operator/backup-and-doctor.md', name: '' })}#the-restore-drill`,
    );
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await context.close();
  });

  it('is told that nothing was found', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(`${site.origin}/docs/`);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox').fill('xyzzyx');
    await page.getByText('Nothing found.').waitFor();
    await context.close();
  });

  it('copies code', async () => {
    const { page, context } = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${site.origin}/docs/getting-started.html`);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm install\nnpm run demo');
    await context.close();
  });

  it('sees the section that is on the screen in the list of sections', async () => {
    const { page, context } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
    await page.goto(`${site.origin}/docs/owner/sources.html`);
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Whole sites' }).click();
    await expect
      .poll(() => page.locator('.outline [aria-current="location"]').allTextContents())
      .toEqual(['Whole sites']);
    await context.close();
  });

  it('has the list of all pages instead of the search without JavaScript', async () => {
    const { page, context } = await openPage(browser, {
      javaScriptEnabled: false,
      viewport: { width: 375, height: 720 },
    });
    await page.goto(`${site.origin}/docs/owner/sources.html`);
    await page.getByRole('link', { name: 'All pages' }).click();
    for (const { name, file } of PAGES.slice(2))
      expect(await page.locator('article').getByRole('link', { name, exact: true }).getAttribute('href')).toBe(
        addressOf(PAGES.find((other) => other.file === file) ?? { file, name }),
      );
    await context.close();
  });

  it('prints the text alone', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(`${site.origin}/docs/owner/sources.html`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('heading', { name: 'Whole sites' }).isVisible()).toBe(true);
    for (const part of ['header', 'footer', '.contents', '.here', '.turn', '.copy'])
      expect(await page.locator(part).first().isVisible(), part).toBe(false);
    await context.close();
  });
});
