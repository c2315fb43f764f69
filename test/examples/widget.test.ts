import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type InlineConfig, build as viteBuild } from 'vite';
import { describe, expect, it, vi } from 'vitest';
import { browserIsThere, foreignRequests } from '../helpers/browser/browser.ts';
import type { ScriptedApi } from '../widget/scripted-api.ts';
import { type Given, withWidget } from '../widget/widget-page.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url);
const NAMES = ['widget-react', 'widget-vue', 'widget-inline', 'widget-modal'];
const ASKED = 'How long may a book be kept?';

/** The page of an example as it stands there, with the address of the API and a project's id in their places. */
const pageOf = (name: string, api: ScriptedApi) =>
  readFileSync(new URL(`${name}/index.html`, EXAMPLES), 'utf8')
    .replaceAll('http://127.0.0.1:8787', api.origin)
    .replaceAll('proj_YOURS', 'proj_1');

/** The one script that a bundler makes of an example. */
async function bundled(name: string, file: string): Promise<string> {
  const settings: InlineConfig = {
    root: fileURLToPath(new URL(name, EXAMPLES)),
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['footnote-source', 'module', 'browser', 'production'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: file, formats: ['iife'], name: 'example' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  };
  // The test runner's own value would make it a development build.
  vi.stubEnv('NODE_ENV', 'production');
  const result = await viteBuild(settings).finally(() => vi.unstubAllEnvs());
  const [bundle] = Array.isArray(result) ? result : [result];
  if (!bundle || !('output' in bundle)) throw new Error('vite built nothing');
  return bundle.output[0].code;
}

describe('the examples of the widget', () => {
  it.each(NAMES)('are short and say how they are run: %s', (name) => {
    const files = readdirSync(new URL(name, EXAMPLES));
    expect(files).toContain('README.md');
    for (const file of files)
      expect(readFileSync(new URL(`${name}/${file}`, EXAMPLES), 'utf8').split('\n').length, file).toBeLessThanOrEqual(
        60,
      );
  });
});

describe.skipIf(!browserIsThere)('the examples of the widget in a page (needs chromium)', () => {
  let given: Given;
  const { panel, answers, ask, questions, launcher } = withWidget((started) => {
    given = started;
  });

  it.each([
    ['widget-react', 'app.tsx'],
    ['widget-vue', 'app.ts'],
  ])('%s asks through a method, and hears of the answer', async (name, file) => {
    const body = await bundled(name, file);
    await given.page.route(`**/${file}`, (route) => route.fulfill({ body, contentType: 'text/javascript' }));
    given.html = pageOf(name, given.api);
    await given.page.goto(given.site.origin);
    await given.page.getByRole('button', { name: 'How long may I keep a book?' }).click();
    await panel().getByRole('heading', { name: 'The Footnote guide' }).waitFor();
    await answers().waitFor();
    expect(await given.page.locator('#sources').textContent()).toBe('Read in: Operating Footnote, Getting started');
    expect(questions().map(({ path, body }) => [path, body.query])).toEqual([['/v1/projects/proj_1/chat', ASKED]]);
    const accent = await panel().evaluate((element) => getComputedStyle(element).getPropertyValue('--_accent'));
    expect(accent).toBe(name === 'widget-react' ? '#7a3ff2' : '#0a7d4f');
    expect(given.tab.complaints).toEqual([]);
  });

  it('widget-inline is a part of its page, in the page’s own font', async () => {
    given.html = pageOf('widget-inline', given.api);
    await given.page.goto(given.site.origin);
    await panel().waitFor();
    await ask();
    await answers().waitFor();
    expect((await panel().boundingBox())?.height).toBe(460);
    expect(await answers().evaluate((element) => getComputedStyle(element).fontFamily)).toContain('Georgia');
    const below = given.page.getByText('Nothing found?');
    const [box, panelBox] = [await below.boundingBox(), await panel().boundingBox()];
    expect(box?.y).toBeGreaterThan((panelBox?.y ?? 0) + 459);
  });

  it('widget-modal opens at its own button and at Ctrl K, and gives the focus back', async () => {
    given.html = pageOf('widget-modal', given.api);
    await given.page.goto(given.site.origin);
    const button = given.page.getByRole('button', { name: 'Ask the library' });
    await button.click();
    await panel().waitFor();
    expect(await launcher().count()).toBe(0);
    await ask();
    await answers().waitFor();
    await given.page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await given.page.keyboard.press('Control+k');
    await panel().waitFor();
    expect(foreignRequests(given.tab.requests, [given.site.origin, given.api.origin])).toEqual([]);
  });
});
