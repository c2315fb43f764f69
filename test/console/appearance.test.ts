import { readFileSync } from 'node:fs';
import type { WidgetSettings } from '@footnote/sdk';
import { describe, expect, it } from 'vitest';
import { allows } from '../../server/console/parts/allowed-origin.ts';
import { snippetFilter } from '../../server/console/views/appearance/snippet-filter.ts';
import { snippetSettings } from '../../server/console/views/appearance/snippet-settings.ts';
import { parseLook } from '../../widget/src/base/project-settings.ts';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { animated, makePng } from '../helpers/input/picture-files.ts';
import { type ConsoleTab, lookAtViews, withConsole } from './console-page.ts';

const PLAIN: WidgetSettings = {
  title: '',
  greeting: '',
  placeholder: '',
  suggestions: [],
  accent: '#2f5bea',
  theme: 'auto',
  position: 'bottom-right',
  locale: 'auto',
  contact: '',
  launcher_label: '',
  keep_history: false,
  texts: [],
  suggest: true,
};
const PATH = '/projects/:project/widget';

/** The widget in the preview, once it is drawn. */
async function previewOf({ page }: ConsoleTab) {
  const frame = page.frameLocator('iframe');
  await frame.locator('footnote-chat').waitFor({ state: 'attached' });
  return frame;
}

describe.skipIf(!browserIsThere)('the widget’s page of the console (needs chromium)', () => {
  const world = withConsole();

  lookAtViews(world, { widget: { path: PATH, heading: 'Widget' } });

  it('shows what is typed on the real widget, and stores it when the field is left', async () => {
    const tab = await world.open(PATH);
    const { page } = tab;
    const preview = await previewOf(tab);
    await preview.getByText('What would you like to know?').waitFor();
    await page.getByLabel('Greeting').fill('Good day! What about our machines?');
    await preview.getByText('Good day! What about our machines?').waitFor();
    // It is saved when the field is left.
    expect((await world.client.projects.retrieve(world.project.id)).widget.greeting).toBe('');
    await page.getByLabel('Suggested questions').fill('When is the oil changed?\nWhen do you open?');
    await page.getByLabel('Colour', { exact: true }).fill('#0a7c4a');
    await page.getByLabel('Theme').selectOption('dark');
    await page.getByLabel('Corner').selectOption('bottom-left');
    await preview.getByRole('button', { name: 'When is the oil changed?' }).waitFor();
    const look = () =>
      preview.locator('footnote-chat').evaluate(({ shadowRoot }) => {
        const root = shadowRoot?.querySelector<HTMLElement>('.root');
        return {
          ...root?.dataset,
          accent: root?.style.getPropertyValue('--_accent'),
          scheme: root && getComputedStyle(root).colorScheme,
        };
      });
    await expect
      .poll(look)
      .toMatchObject({ theme: 'dark', scheme: 'dark', position: 'bottom-left', accent: '#0a7c4a' });
    // The form keeps the keyboard while the widget is drawn anew.
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('IFRAME');
    await tab.screenshot('widget-changed');
    expect([tab.complaints, tab.foreignRequests(), await tab.overflow(), await tab.faults()]).toEqual([[], [], 0, []]);
    await page.getByText('Copy the snippet again so that the button shows it, too').first().waitFor();
    const snippet = page.getByRole('region', { name: 'The snippet', exact: true });
    await expect
      .poll(() => snippet.textContent())
      .toContain(`data-project="${world.project.id}" data-look="accent: #0a7c4a; position: bottom-left; theme: dark"`);
    const { widget } = await world.client.projects.retrieve(world.project.id);
    expect(widget).toMatchObject({
      theme: 'dark',
      accent: '#0a7c4a',
      suggestions: ['When is the oil changed?', 'When do you open?'],
    });
    await tab.context.close();
  });

  it('makes any picture fit, shows it in the preview at once, and says what is no picture', async () => {
    const tab = await world.open(PATH, 'phone-dark');
    const { page } = tab;
    const images = async () => (await world.client.projects.retrieve(world.project.id)).widget_images;
    const choose = async (button: string, mimeType: string, buffer: Buffer) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: button }).click(),
      ]);
      await chooser.setFiles({ name: 'picture', mimeType, buffer });
    };
    await choose('Choose a picture: Logo', 'image/png', makePng(new Uint8Array(3000 * 300), 3000, 300));
    await expect.poll(images).toMatchObject({ logo: { width: 512, height: 51 }, avatar: null });

    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><script>top.x = 1</script><path d="M0 0h9v9"/></svg>';
    const avatar = page.locator('widget-picture[kind="avatar"] .picture');
    const drag = (events: string[]) =>
      avatar.evaluate(
        (element, [text, names]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([text], 'mark.svg', { type: 'image/svg+xml' }));
          for (const name of names)
            element.dispatchEvent(new DragEvent(name, { dataTransfer: transfer, bubbles: true, cancelable: true }));
        },
        [svg, events] as const,
      );
    await drag(['dragenter', 'dragover']);
    await page.getByText('Drop it here.').waitFor();
    await drag(['drop']);
    await expect.poll(images).toMatchObject({ logo: { width: 512 }, avatar: { width: 512, height: 512 } });
    expect((await images()).avatar?.path).toMatch(/\.png$/);
    const preview = await previewOf(tab);
    await page.locator('iframe').scrollIntoViewIfNeeded();
    const launcher = preview.locator('footnote-chat .launcher');
    const shown = preview.locator('footnote-chat :is(header .logo, .welcome .avatar)');
    await expect
      .poll(async () => {
        // The new picture redraws the preview, which closes a chat that was opened just before.
        if (await launcher.isVisible()) await launcher.click();
        return shown.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
      })
      .toEqual([512, 512]);
    await tab.screenshot('widget-pictures');
    expect([tab.complaints, tab.foreignRequests(), await tab.overflow(), await tab.faults()]).toEqual([[], [], 0, []]);

    await choose('Replace: Logo', 'image/png', Buffer.from('<svg/>'));
    await page.getByText('Your browser cannot show this file as a picture.').waitFor();
    await choose('Replace: Logo', 'image/png', animated(makePng(new Uint8Array(12), 4, 3)));
    await page.getByText('This picture is animated. Choose one that is not.').waitFor();
    expect(await tab.faults()).toEqual([]);
    expect(await images()).toMatchObject({ logo: { width: 512 } });
    await page.getByRole('button', { name: 'Remove: Logo' }).click();
    await page.getByRole('button', { name: 'Choose a picture: Logo' }).waitFor();
    expect(await page.getByText('This picture is animated').count()).toBe(0);
    expect(await images()).toMatchObject({ logo: null, avatar: { width: 512 } });
    await tab.context.close();
  });

  it("shows the server's errors at the fields", async () => {
    const tab = await world.open(PATH);
    await tab.page.getByLabel('Colour', { exact: true }).fill('#12');
    await tab.page.getByLabel('Colour', { exact: true }).press('Tab');
    await tab.page.getByText('must be a colour written as #rrggbb').waitFor();
    expect(await tab.faults()).toEqual([]);
    await tab.context.close();
  });

  it('gives the snippet, plain, with the hash of the file, and for npm', async () => {
    const tab = await world.open(PATH);
    const { page } = tab;
    const code = (label: string) => page.getByRole('region', { name: label, exact: true });
    await code('The snippet').waitFor();
    expect(await code('The snippet').textContent()).toContain(
      `<script src="${world.server.url}/widget.js" data-project="${world.project.id}"`,
    );
    await page.locator('.segments label', { hasText: 'With a hash' }).click();
    const hashes = JSON.parse(readFileSync(new URL('../../widget/dist/integrity.json', import.meta.url), 'utf8'));
    expect(await code('The snippet with a hash').textContent()).toContain(
      `integrity="${hashes['widget.js']}" crossorigin="anonymous"`,
    );
    await page.locator('.segments label', { hasText: 'npm' }).click();
    expect(await code('Using the module').textContent()).toContain("import '@footnote/widget/define';");
    await tab.context.close();
  });

  it('takes words for the button and texts in single languages, which the snippet and the preview show', async () => {
    const tab = await world.open(PATH);
    const { page } = tab;
    await previewOf(tab);
    await page.getByLabel('Words on the button').fill('Ask');
    await page.getByLabel('Texts in another language').selectOption('de');
    expect(await page.getByLabel('Texts in another language').inputValue()).toBe('auto');
    const german = page.getByRole('group', { name: 'German' });
    await german.getByLabel('Words on the button').fill('Fragen');
    await german.getByLabel('Suggested questions').fill('Was nun?\n\nUnd dann?');
    await page.keyboard.press('Tab');
    expect([await tab.overflow(), await tab.faults()]).toEqual([0, []]);
    await expect
      .poll(() => page.getByRole('region', { name: 'The snippet', exact: true }).textContent())
      .toContain('label: Ask; label-de: Fragen');
    await german.getByRole('button', { name: 'Remove German' }).click();
    await page.getByLabel('Words on the button').fill('');
    await page.keyboard.press('Tab');
    await expect
      .poll(() => page.getByRole('region', { name: 'The snippet', exact: true }).textContent())
      .not.toContain('label');
    await tab.context.close();
  });

  it('gives the snippet a search and a filter, and says what is no filter', async () => {
    const tab = await world.open(PATH);
    const { page } = tab;
    const code = (label: string) => page.getByRole('region', { name: label, exact: true });
    await code('The snippet').waitFor();
    expect(await code('The snippet').textContent()).not.toMatch(/data-search|data-filter/);
    await page.getByText('More for this page').click();
    await page.getByLabel('Search box').check();
    await page.getByLabel('Only some sources').fill("version=2\nproduct=Joe's <mill>\nlanguage=en\nlanguage=de");
    const filter = `{"language":["en","de"],"metadata":{"version":"2","product":"Joe&#39;s &lt;mill>"}}`;
    await expect
      .poll(() => code('The snippet').textContent())
      .toMatch(new RegExp(` data-search data-filter='${filter.replace(/[{}[\]]/g, '\\$&')}'`));
    expect([await tab.overflow(), await tab.faults()]).toEqual([0, []]);
    await tab.screenshot('widget-filter');
    // What is copied is what the widget reads.
    const tag = (await code('The snippet').locator('code').textContent()) ?? '';
    const blank = await tab.context.newPage();
    const read = await blank.evaluate(
      (html) =>
        new DOMParser().parseFromString(html, 'text/html').querySelector<HTMLElement>('script[data-project]')?.dataset
          .filter,
      tag,
    );
    expect(JSON.parse(read ?? '')).toEqual({
      language: ['en', 'de'],
      metadata: { version: '2', product: "Joe's <mill>" },
    });
    await page.locator('.segments label', { hasText: 'npm' }).click();
    expect(await code('Using the module').textContent()).toMatch(/chat\.hasSearch = true;\s*chat\.filter = JSON/);
    await page.getByLabel('Only some sources').fill('version 2');
    await page.getByText('“version 2” is not of the form name=value').waitFor();
    expect(await code('Using the module').textContent()).not.toContain('chat.filter');
    await tab.context.close();
  });

  it('asks where and who, gives a snippet that works as it stands, and says where the widget was seen', async () => {
    const tab = await world.open(PATH);
    const { page } = tab;
    await page.getByText('Not seen yet. Add your site under 2.').waitFor();
    const snippet = page.getByRole('region', { name: 'The snippet', exact: true });
    // One line, as the guide has it, for every visitor.
    expect((await snippet.locator('code').textContent())?.trim()).toMatch(
      /^<script src="[^"]+\/widget.js" data-project=[^\n]+<\/script>$/,
    );
    await page.getByLabel('Only people who are signed in to your site').check();
    // Behind a login, the page gets its tokens from the owner's server; nothing is left to be filled in.
    await page.getByRole('region', { name: 'The token on your server' }).waitFor();
    expect(await snippet.textContent()).toContain("target.getToken = () => fetch('/footnote-token')");
    expect(await page.getByRole('region', { name: 'The token on your server' }).textContent()).toContain(
      `fetch('${world.server.url}/v1/tokens/widget'`,
    );
    await page.getByLabel('Add a site').fill('www.acme.example/contact?from=here');
    await page.getByText('Every page of www.acme.example').waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Not seen yet on https://www.acme.example').waitFor();
    await page.getByLabel('Every visitor of your sites').check();
    await expect.poll(() => snippet.textContent()).not.toContain('footnote-token');
    const project = await world.client.projects.retrieve(world.project.id);
    expect(project).toMatchObject({ allowed_origins: ['https://www.acme.example'], widget_access: 'public' });

    const visit = await fetch(`${world.server.baseURL}/tokens/widget`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://www.acme.example' },
      body: JSON.stringify({ project_id: world.project.id }),
    });
    expect(visit.status).toBe(200);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('Seen on https://www.acme.example just now').waitFor();
    await tab.screenshot('widget-ready');
    expect([tab.complaints, await tab.faults()]).toEqual([[], []]);
    await tab.context.close();
  });
});

describe('the look in the snippet', () => {
  it('is read by the widget as it was written', () => {
    const look = { accent: '#0a7c4a', position: 'bottom-left', theme: 'dark', locale: 'pt-BR' } as const;
    expect(parseLook(snippetSettings({ ...PLAIN, ...look }))).toEqual(look);
    expect(snippetSettings({ ...PLAIN, locale: 'de' })).toBe('accent: #2f5bea; locale: de');
    expect(snippetSettings(PLAIN)).toBe('accent: #2f5bea');
  });
});

describe('the filter in the snippet', () => {
  it.each([
    ['', { filter: null }],
    ['\n  \n', { filter: null }],
    ['version = 2', { filter: { metadata: { version: '2' } } }],
    ['type=file\ntype=text', { filter: { type: ['file', 'text'] } }],
    ['title=a=b', { filter: { title: 'a=b' } }],
    ['type=book', { problem: 'type is one of file, url, text' }],
    ['=2', { problem: '“=2” is not of the form name=value' }],
    ['2=2', { problem: '“2” cannot be a name' }],
  ])('is read from %j', (text, parsed) => {
    expect(snippetFilter(text)).toEqual(parsed);
  });
});

describe('which pages a list of sites lets in', () => {
  it.each([
    ['https://www.example.com', 'https://www.example.com', true],
    ['https://www.example.com', 'http://www.example.com', false],
    ['https://www.example.com', 'https://example.com', false],
    ['https://*.example.com', 'https://a.b.example.com', true],
    ['https://*.example.com', 'https://example.com', false],
    ['https://*.example.com', 'https://evilexample.com', false],
    ['https://*.example.com', 'https://a.example.com:8443', false],
    ['http://localhost:*', 'http://localhost:3000', true],
    ['http://localhost:*', 'https://localhost:3000', false],
    ['null', 'null', true],
    ['https://a.com', 'null', false],
  ])('%s and a page of %s: %s', (entry, origin, allowed) => {
    expect(allows([entry], origin)).toBe(allowed);
  });
});
