import { type Citation, WIDGET_LANGUAGES } from '@footnote/sdk';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type {} from '../../widget/src/element/footnote-chat.ts';
import { loadLocale } from '../../widget/src/locales/load.ts';
import { RULES, violationsIn } from '../helpers/browser/axe.ts';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { makePng } from '../helpers/input/picture-files.ts';
import { settle } from '../helpers/timing/until.ts';
import { answerOf, CITATIONS, delta, FINISH, type ScriptedApi, START } from './scripted-api.ts';
import { type Given, QUESTION, tagOf, withWidget } from './widget-page.ts';

describe.skipIf(!browserIsThere)('what a reader can do with an answer (needs chromium)', () => {
  let given: Given;
  let api: ScriptedApi;
  let page: Page;
  const visitor = withWidget((started) => {
    given = started;
    ({ api, page } = started);
  });
  const { open, launcher, answers, questions, markers, card } = visitor;

  const ratings = () => api.calls.filter(({ path }) => path.endsWith('/feedback'));
  const rated = () => {
    api.intervene = ({ path, body }) =>
      path.endsWith('/feedback') ? { status: 200, body: { message_id: 'msg_1', comment: null, ...body } } : undefined;
  };

  /** Opens the panel, asks, and waits for the answer. */
  async function ask(question = QUESTION): Promise<void> {
    await open();
    await visitor.ask(question);
    await answers().waitFor();
  }

  it('rates an answer, adds a comment, and keeps both across a reload', async () => {
    rated();
    await ask();
    await page.getByRole('button', { name: 'Not helpful' }).click();
    await page.getByRole('textbox', { name: 'Add a comment (optional)' }).fill('Too short.');
    await page.getByRole('button', { name: 'Send comment' }).click();
    await page.locator('.turn').getByText('Thank you.').waitFor();
    await expect.poll(() => ratings().length).toBe(2);
    expect(ratings().map(({ path, body }) => [path, body])).toEqual([
      ['/v1/projects/proj_1/messages/msg_1/feedback', { rating: 'down' }],
      ['/v1/projects/proj_1/messages/msg_1/feedback', { rating: 'down', comment: 'Too short.' }],
    ]);
    await page.reload();
    expect(await page.getByRole('button', { name: 'Not helpful' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('says what is answered instead of a misspelt question, and asks it as it is spelt on request', async () => {
    const corrected = { query: 'How do I back up?', words: [{ from: 'bakc', to: 'back' }] };
    api.answer = () => ({ ...answerOf('So.'), corrected });
    await ask('How do I bakc up?');
    await page.getByText('Showing results for “How do I back up?”.').waitFor();
    await page.reload();
    await page.getByText('Showing results for “How do I back up?”.').waitFor();
    api.answer = () => answerOf('Otherwise.');
    await page.getByRole('button', { name: 'Search instead for “How do I bakc up?”' }).click();
    await answers().getByText('Otherwise.').waitFor();
    expect(await page.getByText('Showing results for').count()).toBe(0);
    const asked = () => questions().map(({ body }) => body?.correct);
    expect(asked()).toEqual([undefined, false]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => asked()).toEqual([undefined, false, false]);
  });

  it('takes a rating back on a second click, and if the server did not receive it', async () => {
    rated();
    await ask();
    const helpful = page.getByRole('button', { name: 'Helpful', exact: true });
    await helpful.click();
    await helpful.click();
    await expect.poll(() => ratings().at(-1)?.body).toEqual({ rating: null });
    api.intervene = ({ path }) =>
      path.endsWith('/feedback') ? { status: 500, body: { code: 'internal_error', detail: 'x' } } : undefined;
    await helpful.click();
    await page.getByRole('status').filter({ hasText: 'Something went wrong' }).waitFor();
    expect(await helpful.getAttribute('aria-pressed')).toBe('false');
  });

  it('keeps the conversation for the next tab only if the project allows it, and clears it on request', async () => {
    const nextTab = async () => {
      const next = await page.context().newPage();
      await page.close();
      page = next;
      await page.goto(given.site.origin);
      await page.locator('footnote-chat .launcher').click();
      await page.locator('footnote-chat textarea').waitFor();
      await page.getByText(api.config.widget.title).waitFor();
    };
    api.config.widget = { ...api.config.widget, keep_history: true };
    await ask();
    await nextTab();
    await page.locator('footnote-chat .answer').waitFor();
    await page.getByRole('button', { name: 'Clear history' }).click();
    await nextTab();
    await page.locator('footnote-chat .greeting').waitFor();
    await page.locator('footnote-chat textarea').fill(QUESTION);
    await page.locator('footnote-chat textarea').press('Enter');
    await page.locator('footnote-chat .answer').waitFor();
    // Once it is not allowed any more, what was kept goes.
    api.config.widget = { ...api.config.widget, keep_history: false };
    await nextTab();
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  });

  it('keeps the markers of citations on the line of the word before them, whatever the width', async () => {
    const text =
      'The library keeps **every book of the town** [1][2]. Open it with `footnote start` [1], at *any* hour [2].';
    api.answer = () => answerOf(`${text}\n\n図書館は町のすべての本を保管しています。[1]`);
    await ask();
    await markers().nth(4).waitFor();
    const alone = await page.locator('footnote-chat .answer').evaluate((answer: HTMLElement) => {
      const found: string[] = [];
      for (let width = 150; width < 380; width += 9) {
        answer.style.inlineSize = `${width}px`;
        const start = answer.getBoundingClientRect().left;
        for (const marker of answer.querySelectorAll('.marker'))
          if (marker.getBoundingClientRect().left < start + 8) found.push(`${marker.textContent} at ${width}`);
      }
      return found;
    });
    expect(alone).toEqual([]);
  });

  it('lists a place once, however many passages are cited from it, each with its section, page and file', async () => {
    const [first] = CITATIONS as [Citation];
    const other = { ...first, id: 3, source_id: 'src_3', source_name: 'copies.md' };
    const list = [first, { ...first, id: 2, quote: 'It copies the database' }, other];
    api.answer = () => answerOf('It copies [1] the database [2]. Keep it elsewhere [3].', list);
    await ask();
    const rows = page.locator('footnote-chat .source');
    expect(await rows.locator('.number').allTextContents()).toEqual(['1, 2', '3']);
    expect(await rows.nth(1).locator('.place').textContent()).toBe('Every week › Backups · copies.md · page 3');
    // Each marker opens its own passage all the same.
    await markers().nth(1).click();
    expect(await card().locator('mark').textContent()).toBe('It copies the database');
  });

  it('is not on the paper of a printed page, neither open nor closed', async () => {
    await open();
    await page.emulateMedia({ media: 'print' });
    expect(await visitor.panel().isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Close' }).click();
    await launcher().waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await launcher().isVisible()).toBe(false);
  });

  it('keeps the words of a table in their cells, and a long cell within the bubble and not tall', async () => {
    const long = 'uploads a minute for each project, counted together over all of its keys and people, '.repeat(3);
    api.answer = () =>
      answerOf(
        `| Option | Default | Meaning |\n|---|---|---|\n| \`A_LIMIT_${'OF_SOMETHING_'.repeat(4)}\` | 10 | ${long} |`,
      );
    await ask();
    await page.locator('footnote-chat td').first().waitFor();
    const seen = () =>
      page.locator('footnote-chat .table').evaluate((table) => ({
        cells: [...table.querySelectorAll<HTMLElement>('td')].map(
          ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
        ),
        widest: Math.max(...[...table.querySelectorAll('td')].map((cell) => cell.clientWidth)) <= table.clientWidth,
        lines: Math.round((table.querySelector('tr:last-child') as HTMLElement).clientHeight / 22),
      }));
    const { cells, widest, lines } = await seen();
    expect({ cells, widest }).toEqual({ cells: [0, 0, 0], widest: true });
    expect(lines).toBeLessThan(9);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await seen()).toMatchObject({ cells: [0, 0, 0], widest: true });
  });

  it.each([
    ['two columns', 'within the bubble', 2],
    ['three columns', 'by scrolling', 3],
  ])('shows a table of %s on a phone %s', async (_, how, columns) => {
    const line = (cells: string[]) => `| ${cells.slice(0, columns).join(' | ')} |`;
    const row = ['memory of projects with many passages', 'about 40 MB for every thousand', 'documents are kept'];
    api.answer = () => answerOf([line(['What', 'How much', 'Why']), line(['---', '---', '---']), line(row)].join('\n'));
    await page.setViewportSize({ width: 390, height: 844 });
    await ask();
    const table = page.locator('footnote-chat .table');
    await table.waitFor();
    const scrolls = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect(scrolls).toBe(how === 'by scrolling');
  });

  it('shows the passage of a citation in its form, with the quote marked and in sight', async () => {
    const [first] = CITATIONS as [Citation];
    const long = 'Something else first.\n\n'.repeat(40);
    const code = 'npx footnote backup FILE '.repeat(9);
    const markdown = `${long}**${first.quote}**\n\n- one\n- two\n\n\`\`\`sh\n${code}\n\`\`\`\n\n| a | b |\n| --- | --- |\n| 1 | 2 |`;
    api.answer = () => answerOf('It copies it. [1]', [{ ...first, markdown }]);
    await ask();
    await markers().first().click();
    const passage = card().locator('blockquote');
    expect(await passage.locator('mark').allTextContents()).toEqual([first.quote]);
    expect(await passage.locator('li').allTextContents()).toEqual(['one', 'two']);
    expect(await passage.locator('pre').textContent()).toBe(code);
    expect(await passage.locator('td').allTextContents()).toEqual(['1', '2']);
    const inSight = await passage.evaluate((element) => {
      const [view, mark] = [element, element.querySelector('mark') as Element].map((one) =>
        one.getBoundingClientRect(),
      );
      return view && mark && mark.top >= view.top && mark.bottom <= view.bottom;
    });
    expect(inSight).toBe(true);
    expect(await violationsIn(page, 'footnote-chat', RULES)).toEqual([]);
  });

  it('is less sure of an unsure answer than of any other, and says where to look instead', async () => {
    const [first] = CITATIONS as [Citation];
    const nearest = [
      { source_id: 'src_8', title: 'Storage', source_name: 'storage.md', url: '/v1/passages/signed-8#quote' },
      { source_id: 'src_9', title: 'Moving', heading: 'Moving › Hosts', url: 'https://docs.test/moving' },
    ];
    const lead = 'This may not answer your question. The closest passages:';
    const response = `${lead}\n\nA **copy** is kept. [1]\n\n### Backups\n\nEvery week.`;
    api.answer = () => ({ ...answerOf(response, [first]), finish_reason: 'unsure', nearest });
    await ask();
    const links = page.locator('footnote-chat a.source');
    await links.first().waitFor();
    const weights = (selector: string) =>
      page.locator(`footnote-chat .unsure ${selector}`).evaluate((one) => {
        const { fontWeight, fontSize } = getComputedStyle(one);
        return [Number(fontWeight), Number.parseFloat(fontSize)];
      });
    const [sentence = 0, size = 0] = await weights('p >> nth=0');
    for (const other of ['strong', 'h3', 'p >> nth=2']) {
      const [weight = 0, itsSize = 0] = await weights(other);
      expect([other, weight < sentence, itsSize <= size]).toEqual([other, true, true]);
    }
    expect(await links.allTextContents()).toEqual(['Storagestorage.md', 'MovingHosts · docs.test']);
    expect(await links.nth(1).getAttribute('href')).toBe('https://docs.test/moving');
    expect(await violationsIn(page, 'footnote-chat', RULES)).toEqual([]);
    api.answer = () => ({ ...answerOf('I could not find it.', []), finish_reason: 'refused', nearest });
    await visitor.ask();
    await expect.poll(() => links.count()).toBe(4);
    // A screen reader says that there are some, too.
    await expect.poll(() => page.getByRole('status').textContent()).toContain('No sources.Search instead');
  });

  it('has a panel that can be made larger, which the browser remembers', async () => {
    await open();
    const width = async () => (await visitor.panel().boundingBox())?.width ?? 0;
    const before = await width();
    const larger = page.getByRole('button', { name: 'Larger' });
    await larger.click();
    expect(await width()).toBeGreaterThan(before);
    expect(await larger.getAttribute('aria-pressed')).toBe('true');
    await page.evaluate(() => sessionStorage.clear());
    await open();
    expect(await width()).toBeGreaterThan(before);
    await larger.click();
    expect(await width()).toBe(before);
  });

  it('reveals an answer block by block, and at once where less motion is wanted', async () => {
    api.answer = () => answerOf('One. [1]\n\nTwo.\n\nThree.');
    const animation = () =>
      page
        .locator('footnote-chat .answer > p')
        .last()
        .evaluate((block) => getComputedStyle(block).animationName);
    await ask();
    expect(await animation()).toBe('none');
    await visitor.another({ reducedMotion: 'no-preference' });
    await ask();
    expect(await animation()).toBe('rise');
  });

  it('names the section and the file of each source, in the list and on the card', async () => {
    const [first] = CITATIONS as [Citation];
    const cite = (id: number, source_id: string, rest: Partial<Citation>) => ({ ...first, id, source_id, ...rest });
    const list = [
      cite(1, 'src_1', { title: 'Fastify', heading: 'Fastify › Hooks', source_name: 'Reference/Hooks.md' }),
      cite(2, 'src_2', { title: 'Fastify', heading: 'Fastify › Hooks', source_name: 'Guides/Start.md' }),
      cite(3, 'src_3', { title: 'Fastify', heading: 'Fastify › Hooks', source_name: '' }),
      cite(4, 'src_4', { title: 'Another', source_name: 'Another.md' }),
    ].map(({ page: _, ...citation }) => citation);
    api.answer = () => answerOf('One [1], two [2], three [3], four [4].', list);
    await ask();
    const rows = page.locator('footnote-chat .source');
    expect(await rows.locator('.where').allTextContents()).toEqual([
      'FastifyHooks · Reference/Hooks.md',
      'FastifyHooks · Guides/Start.md',
      'FastifyHooks',
      'AnotherEvery week › Backups · Another.md',
    ]);
    await markers().nth(1).click();
    expect(await card().locator('.where').textContent()).toBe('FastifyHooks · Guides/Start.md');
  });

  it('shows title, logo and avatar without moving anything, and no title before that of the project', async () => {
    const image = (name: string, width: number, height: number) => ({
      path: `/widget/images/proj_1/${name}.png`,
      width,
      height,
    });
    api.config.widget_images = { logo: image('logo', 400, 100), avatar: image('avatar', 90, 90) };
    const gates = { config: Promise.withResolvers<void>(), images: Promise.withResolvers<void>() };
    await page.route('**/widget/config', async (route) => {
      await gates.config.promise;
      await route.fallback();
    });
    await page.route('**/widget/images/**', async (route) => {
      await gates.images.promise;
      const [width, height] = route.request().url().endsWith('logo.png') ? [400, 100] : [90, 90];
      await route.fulfill({ body: makePng(new Uint8Array(width * height), width, height), contentType: 'image/png' });
    });
    await open();
    expect(await page.locator('footnote-chat header').textContent()).not.toMatch(/\w/);
    gates.config.resolve();
    await page.locator('footnote-chat .welcome .avatar').waitFor();
    expect(await page.locator('footnote-chat h2').textContent()).toBe('The Footnote guide');
    await visitor.ask();
    await answers().waitFor();
    const seen = () =>
      page.locator('footnote-chat').evaluate(({ shadowRoot }) =>
        [...(shadowRoot?.querySelectorAll('h2, img, .answer') ?? [])].map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return { name: element.className, x, y, width, height };
        }),
      );
    const before = await seen();
    expect(before).toMatchObject([
      { name: 'logo', width: 128, height: 32 },
      {},
      { name: 'avatar', width: 26, height: 26 },
      {},
    ]);
    gates.images.resolve();
    const pictures = page.locator('footnote-chat img');
    await expect
      .poll(() => pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)))
      .toEqual([400, 90]);
    expect(await seen()).toEqual(before);
    expect(await pictures.evaluateAll((all) => all.map((one) => one.getAttribute('alt')))).toEqual(['', '']);
    expect(given.tab.complaints).toEqual([]);
  });

  it('shows a logo that replaces the one which the tab remembers and the server no longer has', async () => {
    const logoAt = (name: string) => ({ path: `/widget/images/proj_1/${name}.png`, width: 90, height: 90 });
    await page.route('**/widget/images/**', (route) =>
      route.request().url().endsWith('now.png')
        ? route.fulfill({ body: makePng(new Uint8Array(90 * 90), 90, 90), contentType: 'image/png' })
        : route.fulfill({ status: 404 }),
    );
    api.config.widget_images = { logo: logoAt('before'), avatar: null };
    await open();
    const logo = page.locator('footnote-chat .logo');
    await logo.waitFor({ state: 'hidden' });
    await expect.poll(() => logo.count()).toBe(1);
    api.config.widget_images = { logo: logoAt('now'), avatar: null };
    // The settings arrive when the browser has given up the one before.
    await page.route('**/widget/config', async (route) => {
      await page.locator('footnote-chat .logo[hidden]').waitFor({ state: 'attached' });
      await route.continue();
    });
    await page.reload();
    await expect.poll(() => logo.getAttribute('src')).toContain('now.png');
    await logo.waitFor();
  });

  it('edits the last question and asks it again', async () => {
    await ask('How do I bak up?');
    await page.getByRole('button', { name: 'Edit question' }).click();
    expect(await page.getByRole('textbox').inputValue()).toBe('How do I bak up?');
    expect(await page.getByRole('textbox').evaluate((field) => field.matches(':focus'))).toBe(true);
    await page.getByRole('button', { name: 'Cancel editing' }).click();
    expect(await page.getByRole('textbox').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Edit question' }).click();
    await page.getByRole('textbox').fill('How do I back up?');
    await page.keyboard.press('Enter');
    await expect.poll(() => questions().length).toBe(2);
    expect(await page.locator('.question').allTextContents()).toEqual(['You asked: How do I back up?']);
  });

  it('asks a complete answer again: the new answer replaces it, and nothing of the old one stays', async () => {
    rated();
    await ask();
    await page.getByRole('button', { name: 'Helpful', exact: true }).click();
    await markers().first().click();
    await card().waitFor();
    await page.getByRole('textbox', { name: 'Your question' }).fill('And then');
    api.answer = () => answerOf('Once more, with other words.', []);
    await page.getByRole('button', { name: 'Try again' }).focus();
    await page.keyboard.press('Enter');
    await answers().filter({ hasText: 'Once more' }).waitFor();
    expect(questions().map(({ body }) => [body.query, body.conversation_id])).toEqual([
      [QUESTION, null],
      [QUESTION, 'conv_1'],
    ]);
    expect(await page.locator('.question').allTextContents()).toEqual([`You asked: ${QUESTION}`]);
    expect(await answers().allTextContents()).toEqual(['Once more, with other words.']);
    const left = ['.source', '.card', '.comment', '[aria-pressed="true"]'].map((part) => page.locator(part).count());
    expect(await Promise.all(left)).toEqual([0, 0, 0, 0]);
    // What was being written is still there, and the keyboard is still in the conversation.
    expect(await page.getByRole('textbox', { name: 'Your question' }).inputValue()).toBe('And then');
    expect(await page.getByRole('log').evaluate((log) => log.matches(':focus'))).toBe(true);
    await page.getByRole('status').filter({ hasText: 'Looking through the documents…' }).waitFor();
    // After a reload, too.
    await page.reload();
    await answers().waitFor();
    expect(await answers().allTextContents()).toEqual(['Once more, with other words.']);
  });

  it.each(['fails', 'is stopped'])('shows the answer that was there if another try %s', async (how) => {
    rated();
    await ask();
    const helpful = page.getByRole('button', { name: 'Helpful', exact: true });
    await helpful.click();
    await expect.poll(() => ratings().length).toBe(1);
    const again = page.getByRole('button', { name: 'Try again' });
    if (how === 'fails') api.intervene = () => ({ status: 500, body: { code: 'internal_error', detail: 'x' } });
    else api.answer = () => new Promise(() => {});
    await again.click();
    if (how === 'fails') await page.locator('.failure').waitFor();
    else await page.getByRole('button', { name: 'Stop' }).click();
    await answers().waitFor();
    expect(await markers().count()).toBe(2);
    expect(await helpful.getAttribute('aria-pressed')).toBe('true');
    api.intervene = () => undefined;
    api.answer = () => answerOf('Here it is.', []);
    await again.click();
    await answers().filter({ hasText: 'Here it is.' }).waitFor();
    expect(await page.locator('.failure').count()).toBe(0);
  });

  it('offers to ask again only the last answer, and lets the page keep it', async () => {
    await ask();
    await visitor.ask('And then?');
    await expect.poll(() => answers().count()).toBe(2);
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1);
    await page.evaluate(() =>
      document.addEventListener('footnote-message', (event) => {
        document.title = (event as CustomEvent<{ question: string }>).detail.question;
        event.preventDefault();
      }),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(await page.title()).toBe('And then?');
    expect(questions()).toHaveLength(2);
    expect(await answers().count()).toBe(2);
  });

  it.each(WIDGET_LANGUAGES)(
    'names the button that asks again, and breaks no word of its row on a small screen: %s',
    async (language) => {
      given.html = given.html.replace('lang="en"', `lang="${language}"`);
      await page.setViewportSize({ width: 320, height: 640 });
      await given.tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await ask();
      const { retry } = await loadLocale(language);
      await page.getByRole('button', { name: retry, exact: true }).waitFor();
      const row = page.locator('footnote-chat .actions');
      const broken = (box: Element) => [...box.children].filter(({ clientHeight }) => clientHeight > 30).length;
      expect(await row.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      expect(await row.evaluate(broken)).toBe(0);
    },
  );

  it('asks a follow-up on a click, and offers only those of the last answer', async () => {
    await ask();
    await page.getByRole('group', { name: 'Ask next' }).getByRole('button').click();
    await expect.poll(() => questions()[1]?.body.query).toBe('How do I restore a backup?');
    await expect.poll(() => answers().count()).toBe(2);
    expect(await page.getByRole('group', { name: 'Ask next' }).count()).toBe(1);
  });

  it('shows when an answer arrived, and when its source was read', async () => {
    await ask();
    expect(await page.locator('.actions time').textContent()).toMatch(/^\d{1,2}:\d{2}/);
    await markers().first().click();
    await page.getByText('As of Jan 31, 2026').waitFor();
  });

  it('uses the language of the page, from right to left if necessary', async () => {
    given.html = given.html.replace('lang="en"', 'lang="ar"');
    api.config.widget = { ...api.config.widget, title: '', greeting: '', placeholder: '' };
    api.answer = () => answerOf('نعم. [1]');
    await page.goto(given.site.origin);
    await launcher().click();
    await page.getByText('ماذا تود أن تعرف؟').waitFor();
    const root = page.locator('footnote-chat .root');
    expect([await root.getAttribute('lang'), await root.getAttribute('dir')]).toEqual(['ar', 'rtl']);
    await page.getByRole('textbox').fill('هل؟');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'نسخ الإجابة' }).waitFor({ state: 'visible' });
  });

  it.each([
    ['de-CH', 'Was möchten Sie wissen?'],
    ['es', '¿Qué te gustaría saber?'],
    ['fr', 'Que souhaitez-vous savoir ?'],
    ['xx', 'What would you like to know?'],
  ])('uses the language of the project: %s', async (locale, greeting) => {
    api.config.widget = { ...api.config.widget, greeting: '', locale };
    await page.goto(given.site.origin);
    await launcher().click();
    await page.getByText(greeting).waitFor();
    await visitor.ask();
    await answers().waitFor();
    const loaded = given.tab.requests.flatMap((url) => /footnote-([a-z]{2})-/.exec(url)?.[1] ?? []);
    expect(loaded).toEqual([locale === 'xx' ? 'en' : locale.slice(0, 2)]);
  });

  it('names its send and stop buttons in French', async () => {
    given.html = given.html.replace('async', 'data-locale="fr" async');
    api.stream = async function* () {
      yield START;
      await new Promise(() => {});
    };
    await open();
    await page.getByRole('textbox').fill('Comment sauvegarder ?');
    await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
    await page.getByRole('button', { name: 'Arrêter', exact: true }).click();
    await page.getByText('Arrêté avant qu’une réponse n’arrive.').first().waitFor();
  });

  it('is a part of the page in inline mode, and takes no focus', async () => {
    given.html = given.html.replace('data-project', 'data-mode="inline" data-project');
    await page.goto(given.site.origin);
    await page.getByRole('region', { name: 'The Footnote guide' }).waitFor();
    expect(await page.locator('.panel').evaluate((panel) => getComputedStyle(panel).position)).toBe('relative');
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
    await page.getByRole('textbox').fill('How do I back up?');
    await page.keyboard.press('Enter');
    await answers().waitFor();
    expect(await page.getByRole('button', { name: 'Close' }).count()).toBe(0);
  });

  it('is printed whole and in dark letters with an inline conversation, without what can be pressed', async () => {
    given.html = given.html.replace('data-project', 'data-mode="inline" data-theme="dark" data-project');
    const long = Array.from({ length: 40 }, (_, at) => `Paragraph ${at} of the answer. [1]`).join('\n\n');
    api.answer = () => answerOf(`\`\`\`\nfootnote ${'--option '.repeat(40)}\n\`\`\`\n\n${long} [2]`);
    await page.goto(given.site.origin);
    await visitor.ask();
    await answers().filter({ hasText: 'Paragraph 39' }).waitFor();
    const log = page.getByRole('log');
    const hidden = () => log.evaluate((box) => box.scrollHeight - box.clientHeight);
    expect(await hidden()).toBeGreaterThan(400);
    await page.emulateMedia({ media: 'print' });
    expect(await hidden()).toBe(0);
    expect(await answers().evaluate((answer) => getComputedStyle(answer).color)).toBe('rgb(20, 23, 31)');
    expect(await page.locator('footnote-chat pre').evaluate((code) => code.scrollWidth - code.clientWidth)).toBe(0);
    expect(await page.getByRole('textbox').count()).toBe(0);
    const pressed = await page.getByRole('button').evaluateAll((all) => all.map(({ className }) => className));
    expect(new Set(pressed)).toEqual(new Set(['marker', 'source']));
  });

  it('is centred on the page in modal mode', async () => {
    given.html = given.html.replace('data-project', 'data-mode="modal" data-project');
    await ask();
    expect(await page.getByRole('dialog').getAttribute('aria-modal')).toBe('true');
    const beside = async () => {
      const box = await page.getByRole('dialog').boundingBox();
      return Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 550);
    };
    await expect.poll(beside).toBeLessThan(10);
  });

  it("follows the page's calls, before and after it has loaded", async () => {
    given.html = `<!doctype html><script>
      window.Footnote = function () { (Footnote.q = Footnote.q || []).push(arguments); };
      Footnote('on', 'answer', ({ detail }) => { document.title = detail.message_id; });
      Footnote('ask', 'How do I back up?');</script>${tagOf(api)}`;
    await page.goto(given.site.origin);
    await answers().waitFor();
    await expect.poll(() => page.title()).toBe('msg_1');
    await page.evaluate(() => Reflect.get(window, 'Footnote')('hide'));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('previews a citation on hover, and stays open under the mouse', async () => {
    await ask();
    await markers().first().hover();
    await card().waitFor();
    expect(
      await page.getByRole('textbox', { name: 'Your question' }).evaluate((field) => field.matches(':focus')),
    ).toBe(true);
    await card().hover();
    await settle(500);
    expect(await card().count()).toBe(1);
    await page.locator('.question').hover();
    await card().waitFor({ state: 'detached' });
    await markers().first().hover();
    await card().waitFor();
    await page.keyboard.press('Escape');
    await card().waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count()).toBe(1);
  });

  it('opens a citation from the list of sources, and closes it on a click outside', async () => {
    await ask();
    await page.getByRole('list', { name: 'Sources' }).getByRole('button').nth(1).click();
    expect(await card().getByText('Getting started').count()).toBe(1);
    await page.locator('.question').click();
    await card().waitFor({ state: 'detached' });
  });

  it('shows citations on a small screen in a sheet as wide as the screen, with a close button', async () => {
    await visitor.another({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
    given.html = given.html.replace('<title>', '<meta name="viewport" content="width=device-width"><title>');
    await ask();
    await markers().first().tap();
    await card().waitFor();
    const place = async () => {
      const box = await card().boundingBox();
      return [box?.x, box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))];
    };
    await expect.poll(place).toEqual([0, 320, 640]);
    await card().getByRole('button', { name: 'Close' }).tap();
    await card().waitFor({ state: 'detached' });
  });

  it('highlights code in languages that it knows, and copies it unchanged', async () => {
    await given.tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const code = 'export NAME="<b>demo</b>"\n  # two spaces';
    await ask();
    const loaded = () => given.tab.requests.filter((url) => url.includes('/footnote-highlight-')).length;
    expect(loaded()).toBe(0);
    api.answer = () => answerOf(`Run:\n\n\`\`\`sh\n${code}\n\`\`\`\n\n\`\`\`klingon\nif\n\`\`\``, []);
    await visitor.ask();
    const pieces = page.locator('.code span');
    await pieces.first().waitFor();
    expect(await pieces.evaluateAll((all) => all.map((one) => [one.className, one.textContent]))).toEqual([
      ['code-keyword', 'export'],
      ['code-literal', 'NAME'],
      ['code-string', '"<b>demo</b>"'],
      ['code-comment', '# two spaces'],
    ]);
    expect(await page.locator('.code code').allTextContents()).toEqual([code, 'if']);
    expect(loaded()).toBe(1);
    const colours = () => pieces.evaluateAll((all) => new Set(all.map((one) => getComputedStyle(one).color)).size);
    expect(await colours()).toBe(4);
    expect(await pieces.evaluateAll((all) => all.every((one) => getComputedStyle(one).display === 'inline'))).toBe(
      true,
    );
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await colours()).toBe(1);
    await page.getByRole('button', { name: 'Copy code' }).first().click();
    await page.locator('.code').getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  });

  it('leaves code plain until it is complete, and where what highlights it cannot be loaded', async () => {
    const code = '```sh\nif true';
    let complete = () => {};
    const rest = new Promise<void>((resolve) => {
      complete = resolve;
    });
    api.stream = async function* () {
      yield START;
      yield { type: 'text-start', id: 't1' };
      yield delta(`${code}\n`);
      await rest;
      yield delta('```\n\nThat is all.');
      yield { type: 'text-end', id: 't1' };
      yield FINISH;
    };
    await page.route('**/footnote-highlight-*', (route) => route.abort());
    await ask();
    await page.locator('.code').getByText('if true').waitFor();
    expect(given.tab.requests.join()).not.toContain('footnote-highlight');
    complete();
    await answers().getByText('That is all.').waitFor();
    await expect.poll(() => given.tab.requests.join()).toContain('footnote-highlight');
    expect(await page.locator('.code code').innerHTML()).not.toContain('<span');
    expect(await page.locator('.failure').count()).toBe(0);
  });

  it('announces each action to its page beforehand, and drops it if the page prevents it', async () => {
    given.html = given.html.replace(
      '<script',
      `<script>
      window.prevented = []; window.heard = [];
      for (const name of ['ready', 'open', 'close', 'message', 'answer', 'citation-click', 'feedback', 'error', 'token-expired'])
        document.addEventListener('footnote-' + name, (event) => {
          heard.push(name);
          if (prevented.includes(name)) event.preventDefault();
        });</script><script`,
    );
    const prevent = (...names: string[]) =>
      page.evaluate((list) => Object.assign(window, { prevented: list, heard: [] }), names);
    const heard = () => page.evaluate(() => Reflect.get(window, 'heard'));
    await page.goto(given.site.origin);
    await launcher().waitFor();
    expect(await heard()).toEqual(['ready']);
    await prevent('open');
    await launcher().click();
    await expect.poll(heard).toEqual(['open']);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await prevent('message', 'close');
    await launcher().click();
    await visitor.ask();
    await page.keyboard.press('Escape');
    await expect.poll(heard).toEqual(['open', 'message', 'close']);
    expect(questions()).toEqual([]);
    await prevent('citation-click', 'feedback');
    await visitor.ask();
    await answers().waitFor();
    await markers().first().click();
    await page.getByRole('button', { name: 'Helpful', exact: true }).click();
    await expect.poll(heard).toEqual(['message', 'answer', 'citation-click', 'feedback']);
    expect([await card().count(), ratings().length]).toEqual([0, 0]);
    await prevent('answer');
    await visitor.ask('Another');
    await expect.poll(heard).toEqual(['message', 'answer']);
    await expect.poll(() => answers().count()).toBe(1);
    await prevent('error', 'token-expired');
    api.intervene = ({ path }) =>
      path.endsWith('/chat') ? { status: 401, body: { code: 'token_revoked', detail: 'x' } } : undefined;
    await visitor.ask('A third');
    await page.locator('.failure').waitFor();
    await expect.poll(heard).toEqual(['message', 'token-expired', 'error']);
    expect(new Set(questions().map(({ authorization }) => authorization)).size).toBe(1);
    expect(await page.getByRole('status').textContent()).not.toContain('session');
  });

  it('stays hidden if the page prevents its ready event', async () => {
    given.html = given.html.replace(
      '<script',
      `<script>document.addEventListener('footnote-ready', (event) => event.preventDefault());</script><script`,
    );
    await page.goto(given.site.origin);
    await page.locator('footnote-chat[hidden]').waitFor({ state: 'attached' });
    expect(await launcher().isVisible()).toBe(false);
  });

  it('keeps two projects on one page separate', async () => {
    given.html += `<script src="${api.origin}/widget.js" data-project="proj_2" data-position="bottom-left" async></script>`;
    await page.goto(given.site.origin);
    await page.locator('footnote-chat[project="proj_2"] .launcher').click();
    await page.getByRole('dialog').getByRole('textbox').fill('Two?');
    await page.keyboard.press('Enter');
    await answers().waitFor();
    expect(questions().map(({ path }) => path)).toEqual(['/v1/projects/proj_2/chat']);
    await page.reload();
    await answers().waitFor();
    expect(await page.locator('footnote-chat[project="proj_1"] .panel').count()).toBe(0);
  });
});
