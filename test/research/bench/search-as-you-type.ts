import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Footnote } from '@footnote/sdk';
import MiniSearch from 'minisearch';
import { PAGES } from '../../../examples/docs/contents.ts';
import { createPassageFinder } from '../../../server/answering/retrieval/passage-finder.ts';
import { browserIsThere, launchBrowser } from '../../helpers/browser/browser.ts';
import { startServer } from '../../helpers/processes/server-process.ts';
import { QUESTIONS } from './guide.ts';
import { withLibrary } from './library.ts';
import { type Measurement, percentile, round, verdict } from './measurement.ts';

/** Milliseconds from a letter to its results, at the 95th percentile. */
const TARGET_MS = 100;
const LIMIT = 5;
/** Milliseconds between two letters of a quick typist. */
const LETTER_MS = 120;
const TYPED_QUESTIONS = 6;

/** A question as it stands after each letter, from the second on. */
const typed = (question: string) => Array.from(question, (_, at) => question.slice(0, at + 1)).slice(1);

const latencies = (times: number[]) =>
  `p50 ${round(percentile(times, 0.5))} ms, p95 ${round(percentile(times, 0.95))} ms`;

/** Results while a question is typed, letter by letter: on the server, and from the key to the screen. */
export async function measureSearchAsYouType(): Promise<Measurement[]> {
  const found: Measurement[] = [];
  for (const count of [2_000, 20_000]) found.push(await compare(count));
  if (browserIsThere) found.push(await measureInBrowser());
  return found;
}

/** The floor: an index in memory that pages bring along, with the same texts and the same kind of query. */
async function compare(count: number): Promise<Measurement> {
  const directory = await mkdtemp(join(tmpdir(), 'footnote-typing-'));
  try {
    return await withLibrary(directory, count, async ({ store, embedder, project, questions }) => {
      const queries = questions.slice(0, 12).flatMap(typed);
      const finder = createPassageFinder({ store, embedder: () => embedder, reranker: () => null });
      const { signal } = new AbortController();
      const search = { projectId: project.id, accountId: project.userId, limit: LIMIT, typing: true, signal };
      const own = await timesOf(queries, (text) => finder.find({ ...search, text }));

      const index = new MiniSearch<{ id: string; text: string }>({ fields: ['text'] });
      const [source] = (await store.sources.listByProject(project.id, { limit: 1, offset: 0 })).rows;
      const passages = await store.chunks.ofSource(project.id, source?.id ?? '', { limit: count, offset: 0 });
      index.addAll(passages.rows.map(({ id, text }) => ({ id, text })));
      const isLast = (_: string, at: number, terms: string[]) => at === terms.length - 1;
      const floor = await timesOf(queries, (text) => index.search(text, { prefix: isLast }).slice(0, LIMIT));

      const ratio = percentile(own, 0.95) / percentile(floor, 0.95);
      return {
        what: `a search with each letter in ${count.toLocaleString('en')} passages / MiniSearch in memory`,
        floor: latencies(floor),
        measured: latencies(own),
        ratio,
        target: `p95 ≤ ${TARGET_MS} ms`,
        verdict: verdict(percentile(own, 0.95) <= TARGET_MS),
      };
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function timesOf(queries: string[], search: (text: string) => unknown): Promise<number[]> {
  const times: number[] = [];
  for (const text of queries) {
    const began = performance.now();
    await search(text);
    times.push(performance.now() - began);
  }
  // Without the first question, which fills the caches.
  return times.slice(typed(QUESTIONS[0] ?? '').length);
}

/** The widget on a page, with a real server and its own guide: from each letter to its results on the screen. */
async function measureInBrowser(): Promise<Measurement> {
  const server = await startServer();
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const project = await projectWithGuide(server, origin);
  const html = `<!doctype html><title>A site</title><script src="${server.url}/widget.js" data-project="${project}" data-search async></script>`;
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(origin);
    await page.locator('footnote-chat .launcher').waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox');
    await field.waitFor();
    await page.evaluate(recordTimes);
    for (const question of QUESTIONS.slice(0, TYPED_QUESTIONS)) {
      await field.fill('');
      await field.pressSequentially(question, { delay: LETTER_MS });
      await page.locator('[role=listbox][aria-busy=false]').waitFor();
    }
    const times = (await page.evaluate('window.times')) as number[];
    return {
      what: `from a letter to its results on the screen (${times.length} letters, ${LETTER_MS} ms apart)`,
      floor: '',
      measured: latencies(times),
      target: `p95 ≤ ${TARGET_MS} ms`,
      verdict: verdict(percentile(times, 0.95) <= TARGET_MS),
    };
  } finally {
    await browser.close();
    site.close();
    await server.stop();
  }
}

/** In the page: the milliseconds from each input event until the list is no longer busy and has been drawn. */
function recordTimes(): void {
  const root = document.querySelector('footnote-chat')?.shadowRoot;
  const times: number[] = [];
  Reflect.set(window, 'times', times);
  let began = 0;
  root?.querySelector('input')?.addEventListener('input', () => {
    began = performance.now();
  });
  new MutationObserver(() => {
    if (!began || root?.querySelector('[role=listbox]')?.getAttribute('aria-busy') !== 'false') return;
    const since = began;
    began = 0;
    requestAnimationFrame(() => times.push(performance.now() - since));
  }).observe(root?.querySelector('dialog') as Element, { attributes: true, childList: true, subtree: true });
}

/** A public project with the pages of the guide. Returns its id. */
async function projectWithGuide(server: Awaited<ReturnType<typeof startServer>>, origin: string): Promise<string> {
  const guest = new Footnote({ baseURL: server.baseURL });
  const account = { email: 'bench@example.org', password: 'a long enough password' };
  await guest.auth.register({ ...account, name: 'Bench', setup_token: server.setupToken });
  const owner = guest.withOptions({ accessToken: (await guest.auth.login(account)).access_token });
  const { id } = await owner.projects.create({ name: 'Guide', allowed_origins: [origin] });
  await owner.projects.update(id, { widget_access: 'public' });
  const sources = [];
  for (const { file } of PAGES) {
    const bytes = await readFile(new URL(`../../../examples/docs/${file}`, import.meta.url));
    const name = file.replaceAll(/^[./]+|\//g, '-');
    sources.push(await owner.sources.upload({ file: new File([bytes], name), project_id: id }));
  }
  await owner.sources.waitUntilReady(sources);
  return id;
}
