import { WIDGET_LANGUAGE_DIRECTIONS, WIDGET_LANGUAGES } from '@footnote/sdk';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type {} from '../../widget/src/element/footnote-chat.ts';
import type { Strings } from '../../widget/src/locales/strings.ts';
import { browserIsThere } from '../helpers/browser/browser.ts';
import type { ScriptedApi } from './scripted-api.ts';
import { type Given, tagOf, withWidget } from './widget-page.ts';

/** As the console writes it into the snippet. */
const LOOK = 'accent: #8a1c5c; position: bottom-left; theme: dark; locale: de';
const OF_PROJECT = { accent: '#8a1c5c', position: 'bottom-left', theme: 'dark', locale: 'de' } as const;

/** The chat's appearance at one moment. */
interface Seen {
  colour: string;
  side: string;
  scheme: string;
}

declare global {
  interface Window {
    /** Every appearance of the chat in order, without consecutive repeats. */
    looks?: Seen[];
  }
}

/** The browser passes no input of the keyboard on before its first paint. */
function pressSearchKeys(): void {
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }),
  );
}

/** Records the chat's appearance in every frame, from its insertion on. */
async function watchLooks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const looks: NonNullable<Window['looks']> = [];
    window.looks = looks;
    const note = () => {
      const root = document.querySelector('footnote-chat')?.shadowRoot?.querySelector('.root');
      const shown = root?.querySelector('.launcher, .panel');
      if (root && shown) {
        const { left, right } = shown.getBoundingClientRect();
        const seen = {
          colour: getComputedStyle(root).getPropertyValue('--_accent'),
          side: left < innerWidth - right ? 'left' : 'right',
          scheme: getComputedStyle(root).colorScheme,
        };
        if (JSON.stringify(looks.at(-1)) !== JSON.stringify(seen)) looks.push(seen);
      }
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    document.addEventListener('footnote-ready', note, { once: true });
  });
}

describe.skipIf(!browserIsThere)('the launcher before the first opening (needs chromium)', () => {
  let given: Given;
  let api: ScriptedApi;
  let page: Page;
  const { launcher, panel } = withWidget((started) => {
    given = started;
    ({ api, page } = started);
  });
  const looks = () => page.evaluate(() => window.looks);
  const colour = () => launcher().evaluate((button) => getComputedStyle(button).backgroundColor);
  const visit = async (attributes: string, lang = 'en') => {
    given.html = `<!doctype html><html lang="${lang}"><title>A site</title><h1>A site</h1>${tagOf(api, attributes)}`;
    await page.goto(given.site.origin);
    await launcher().waitFor();
  };

  it('has the colour, corner, theme and language of its snippet, and sends no request', async () => {
    await visit(`data-look="${LOOK}"`);
    expect(await colour()).toBe('rgb(138, 28, 92)');
    const box = await launcher().boundingBox();
    expect(box?.x).toBe(20);
    expect(await page.locator('footnote-chat .root').evaluate((root) => getComputedStyle(root).colorScheme)).toBe(
      'dark',
    );
    expect(await launcher().getAttribute('aria-label')).toBe('Frage stellen');
    expect(await page.locator('footnote-chat .root').getAttribute('lang')).toBe('de');
    expect(given.tab.requests).toEqual([`${given.site.origin}/`, `${api.origin}/widget.js`]);
    expect(api.calls).toEqual([]);
  });

  it('has the look that the server names if its snippet has none, from the first moment on', async () => {
    api.look = `${LOOK}; label: Ask; label-de: Fragen`;
    const texts = [{ language: 'de' as const, title: '', greeting: '', launcher_label: 'Fragen', suggestions: [] }];
    api.config.widget = { ...api.config.widget, ...OF_PROJECT, launcher_label: 'Ask', texts };
    await watchLooks(page);
    await visit('');
    expect(await launcher().getAttribute('aria-label')).toBe('Fragen');
    expect(await launcher().textContent()).toBe('Fragen');
    await launcher().click();
    await panel().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Fragen' }).waitFor();
    expect(await looks()).toEqual([{ colour: '#8a1c5c', side: 'left', scheme: 'dark' }]);
  });

  it('appears without an answer of the server, too', async () => {
    await page.route('**/widget/look/*', (route) => route.abort());
    await visit('');
    expect(await colour()).toBe('rgb(47, 91, 234)');
  });

  it('appears on a page that paints nothing of its own', async () => {
    given.html = `<!doctype html><html lang="en"><title>A site</title>${tagOf(api)}`;
    await page.goto(given.site.origin);
    await launcher().waitFor();
  });

  it.each([
    ['the page asks for it', '', () => page.evaluate('Footnote("show")')],
    ['the search is opened by its keys', 'data-search', () => page.evaluate(pressSearchKeys)],
  ])('does not wait for a paint if %s', async (_, attributes, open) => {
    // Nothing is painted before a style sheet of the head has been loaded.
    let send = () => {};
    const held = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route('**/slow.css', async (route) => {
      await held;
      await route.fulfill({ contentType: 'text/css', body: '' });
    });
    const script = tagOf(api, attributes);
    given.html = `<!doctype html><html lang="en"><head><title>A site</title><link rel="stylesheet" href="/slow.css">${script}</head><body><h1>A site</h1>`;
    await page.goto(given.site.origin, { waitUntil: 'commit' });
    // Frames do not come either.
    await page.waitForFunction('window.Footnote && document.body', undefined, { polling: 50 });
    await open();
    await page.getByRole('dialog').waitFor({ state: 'attached' });
    expect(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(0);
    send();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await launcher().waitFor();
    expect(await page.locator('footnote-chat').evaluate((chat) => getComputedStyle(chat).display)).toBe('contents');
  });

  it('appears where the page removes it and runs its script again, and once if the script is there twice', async () => {
    await visit('data-look="accent: #8a1c5c"');
    await launcher().click();
    await page.getByText(api.config.widget.greeting).waitFor();
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      document.querySelector('footnote-chat')?.remove();
      const tag = document.querySelector('script') as HTMLScriptElement;
      for (let time = 0; time < 2; time += 1) {
        const again = document.createElement('script');
        for (const { name, value } of tag.attributes) again.setAttribute(name, value);
        document.body.append(again);
      }
    });
    await launcher().waitFor();
    expect(await launcher().count()).toBe(1);
    expect((await launcher().boundingBox())?.width).toBe(56);
    expect(await colour()).toBe('rgb(47, 91, 234)');
  });

  it("shows the owner's words on the button and in the panel, in the language of the panel", async () => {
    const texts = {
      title: 'Fragen Sie uns',
      greeting: 'Guten Tag!',
      launcher_label: 'Fragen',
      suggestions: ['Was nun?'],
    };
    api.config.widget = { ...api.config.widget, launcher_label: 'Ask', texts: [{ language: 'de', ...texts }] };
    await visit('data-look="label: Ask; label-de: Fragen" data-locale="de"');
    expect(await launcher().textContent()).toBe('Fragen');
    await launcher().click();
    await page.getByText('Guten Tag!').waitFor();
    await page.getByRole('dialog', { name: 'Fragen Sie uns' }).waitFor();
    expect(await page.locator('footnote-chat .suggestion').allTextContents()).toEqual(['Was nun?']);
  });

  it("never changes its appearance: not when it appears, not when it is opened, not when the project's settings arrive", async () => {
    api.config.widget = { ...api.config.widget, ...OF_PROJECT };
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/widget/config', async (route) => {
      await held;
      await route.continue();
    });
    await watchLooks(page);
    await visit(`data-look="${LOOK}"`);
    await launcher().click();
    await panel().waitFor();
    await page.getByRole('button', { name: 'Schließen' }).waitFor();
    answer();
    await page.getByText(api.config.widget.greeting).waitFor();
    await page.keyboard.press('Escape');
    await launcher().waitFor();
    expect(await launcher().getAttribute('aria-label')).toBe('Frage stellen');
    expect(await looks()).toEqual([{ colour: '#8a1c5c', side: 'left', scheme: 'dark' }]);
  });

  it("follows the owner's changes without a new snippet, once opened", async () => {
    api.config.widget = { ...api.config.widget, accent: '#0a7c4a', position: 'bottom-right', locale: 'fr' };
    await visit(`data-look="${LOOK}"`);
    await launcher().click();
    await page.getByText(api.config.widget.greeting).waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${given.site.origin}/other`);
    await launcher().waitFor();
    expect([await colour(), await launcher().getAttribute('aria-label')]).toEqual([
      'rgb(10, 124, 74)',
      'Poser une question',
    ]);
    expect((await launcher().boundingBox())?.x).toBeGreaterThan(900);
  });

  it('prefers the attributes of the page to the look of the project', async () => {
    await visit(`data-look="${LOOK}" data-accent="#123456" data-position="bottom-right" data-locale="es"`);
    expect([await colour(), await launcher().getAttribute('aria-label')]).toEqual([
      'rgb(18, 52, 86)',
      'Hacer una pregunta',
    ]);
    expect((await launcher().boundingBox())?.x).toBeGreaterThan(900);
  });

  it('has the default look if the attribute is invalid', async () => {
    await visit('data-look="accent: url(//evil.example); position; ;; : : theme: __proto__"');
    expect(await colour()).toBe('rgb(47, 91, 234)');
    expect(await launcher().getAttribute('aria-label')).toBe('Ask a question');
    expect(given.tab.complaints).toEqual([]);
  });

  it.each(WIDGET_LANGUAGES)(
    "has the same label in the page's language before and after opening: %s",
    async (language) => {
      const { strings } = (await import(`../../widget/src/locales/${language}.ts`)) as { strings: Strings };
      await visit('', `${language.toUpperCase()}-x-test`);
      expect(await launcher().getAttribute('aria-label')).toBe(strings.open);
      expect(await page.locator('footnote-chat .root').getAttribute('dir')).toBe(WIDGET_LANGUAGE_DIRECTIONS[language]);
    },
  );

  it('behaves the same as an element of the page', async () => {
    await visit('');
    const script = given.tab.requests.find((url) => url.endsWith('/widget.js')) ?? '';
    const module = /\/widget\/[\d.]+\/footnote-chat[^`]+/.exec(await (await fetch(script)).text())?.[0];
    given.html = `<!doctype html><html lang="en"><title>A site</title>
      <footnote-chat project="proj_1" base-url="${api.origin}/v1" look="${LOOK}"></footnote-chat>
      <script type="module" src="${api.origin}${module}"></script>`;
    await page.goto(given.site.origin);
    // The launcher's styles come with the script tag or the package. This module has none, so the launcher is invisible.
    await page.locator('footnote-chat .launcher[aria-label="Frage stellen"]').waitFor({ state: 'attached' });
    const root = page.locator('footnote-chat .root');
    expect([await root.getAttribute('data-position'), await root.getAttribute('data-theme')]).toEqual([
      'bottom-left',
      'dark',
    ]);
    expect(await root.evaluate((element) => element.style.getPropertyValue('--_accent'))).toBe('#8a1c5c');
    expect(api.calls).toEqual([]);
  });
});
