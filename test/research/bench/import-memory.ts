import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../helpers/input/seeded.ts';
import { asInEnglish, createWords, makePdf, paragraph } from './books.ts';
import { fillWithPages, QUESTIONS } from './guide.ts';
import { type Measurement, median, percentile, round, verdict } from './measurement.ts';
import { ownMegabytes } from './processes.ts';
import { ingest, type Subject, withDirectory, withSubject } from './subject.ts';

const PDF_PAGES = 1_000;
const CSV_ROWS = 200_000;
/** As many as one account crawls at the same time. A site is read at two pages a second, whatever reads it. */
const SITES = 4;
const SITE_PAGES = 150;
const SAMPLE_MS = 250;
const SHOWN = 8;
/** A visitor asks at this interval, in a conversation of its own each time. */
const ASK_MS = 500;
const IDLE_QUESTIONS = 60;
/** Megabytes that an import may add to the server's own process. Documents are parsed in others. */
const MOST_MORE = 128;

/** A table of short rows, just within the five million characters that a document may have. */
function makeCsv(): Uint8Array {
  const rows = Array.from({ length: CSV_ROWS }, (_, at) => `item ${at},${(at * 7919) % 1000},EUR`);
  return new TextEncoder().encode(`name,price,in\n${rows.join('\n')}\n`);
}

/** Sites of generated pages, each of which links to the next ones. They are told apart by their address of loopback. */
async function withSites<Result>(work: (urls: string[]) => Promise<Result>): Promise<Result> {
  const random = seeded(11);
  const word = asInEnglish(createWords(random), random);
  const texts = Array.from({ length: SITE_PAGES }, () => [
    paragraph(word, random, 1500),
    paragraph(word, random, 1500),
  ]);
  const site = createServer(({ url = '/', headers }, response) => {
    const at = Number(url.slice(1)) || 0;
    if (!/^\/\d*$/.test(url)) {
      response.writeHead(404).end();
      return;
    }
    const links = Array.from({ length: 10 }, (_, next) => (at * 10 + next + 1) % SITE_PAGES);
    response.setHeader('content-type', 'text/html');
    response.end(
      `<title>Page ${at} of ${headers.host}</title><main><h1>Page ${at}</h1>${(texts[at] ?? []).map((text) => `<p>${text}</p>`).join('')}${links.map((link) => `<a href="/${link}">page ${link}</a> `).join('')}</main>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '0.0.0.0', resolve));
  const { port } = site.address() as AddressInfo;
  try {
    return await work(Array.from({ length: SITES }, (_, at) => `http://127.0.0.${at + 1}:${port}/`));
  } finally {
    site.closeAllConnections();
    site.close();
  }
}

/** Crawls the sites at the same time, until all of their pages are searchable. */
async function crawl({ footnote, projectId }: Subject, urls: string[]): Promise<number> {
  const before = (await footnote.sources.counts(projectId)).by_status.completed;
  for (const url of urls)
    await footnote.sources.addUrl({ project_id: projectId, url, crawl: { max_pages: SITE_PAGES, max_depth: 20 } });
  for (;;) {
    await sleep(500);
    const { by_status: counts } = await footnote.sources.counts(projectId);
    if (counts.failed > 0) throw new Error('A page could not be read.');
    if (counts.pending + counts.processing === 0) return counts.completed - before;
  }
}

/** Asks one question after the other while `goesOn`. Returns their milliseconds. */
async function askWhile({ footnote, projectId }: Subject, goesOn: (asked: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (goesOn(times.length)) {
    const began = performance.now();
    await footnote.chat.create(projectId, { query: QUESTIONS[times.length % QUESTIONS.length] ?? '' });
    times.push(performance.now() - began);
    await sleep(ASK_MS);
  }
  return times;
}

/** While the server imports: the memory of its own process in megabytes, and the milliseconds of questions. */
interface Import {
  what: string;
  before: number;
  samples: number[];
  idle: number[];
  asked: number[];
}

async function sample(subject: Subject, work: () => Promise<string>): Promise<Import> {
  const { pid } = subject.server;
  const idle = await askWhile(subject, (asked) => asked < IDLE_QUESTIONS);
  const before = ownMegabytes(pid);
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(ownMegabytes(pid)), SAMPLE_MS);
  let isImporting = true;
  const asking = askWhile(subject, () => isImporting);
  try {
    const what = await work();
    isImporting = false;
    return { what, before, samples, idle, asked: await asking };
  } finally {
    isImporting = false;
    clearInterval(timer);
  }
}

function reportQuestions({ what, idle, asked }: Import): Measurement {
  const [before, during] = [percentile(idle, 0.95), percentile(asked, 0.95)];
  return {
    what: `${what}: p95 of ${asked.length} questions meanwhile / before`,
    floor: `${round(before)} ms`,
    measured: `${round(during)} ms (p50 ${round(median(asked))} / ${round(median(idle))} ms)`,
    ratio: during / before,
    target: '≤ 2 ×',
    verdict: verdict(during <= 2 * before),
  };
}

function reportMemory({ what, before, samples }: Import): Measurement {
  const most = Math.max(...samples);
  const parts = Array.from({ length: SHOWN }, (_, part) =>
    median(
      samples.slice(Math.floor((part * samples.length) / SHOWN), Math.floor(((part + 1) * samples.length) / SHOWN)),
    ),
  );
  return {
    what: `${what}: memory of the server's process / before`,
    floor: `${round(before)} MB`,
    measured: `most ${round(most)} MB (by eighths of the time ${parts.map((part) => Math.round(part)).join(', ')})`,
    ratio: most / before,
    target: `+ ${MOST_MORE} MB`,
    verdict: Number.isNaN(most) ? 'unknown' : verdict(most - before <= MOST_MORE),
  };
}

/** Measures whether large imports stay out of the memory of the process that answers. */
export async function measureImportMemory(): Promise<Measurement[]> {
  const pdf = await makePdf(PDF_PAGES);
  return withSites((urls) =>
    withDirectory((directory) =>
      withSubject(
        directory,
        async (subject) => {
          await fillWithPages(subject);
          const imports = [
            await sample(
              subject,
              async () => `${PDF_PAGES} pages of PDF, ${await ingest(subject, pdf, 'book.pdf')} passages`,
            ),
            await sample(
              subject,
              async () => `${CSV_ROWS} rows of CSV, ${await ingest(subject, makeCsv(), 'prices.csv')} passages`,
            ),
            await sample(subject, async () => `${SITES} sites at once, ${await crawl(subject, urls)} pages`),
          ];
          return imports.flatMap((one) => [reportMemory(one), reportQuestions(one)]);
        },
        { SCRAPE_ALLOW_CIDRS: '127.0.0.0/8' },
      ),
    ),
  );
}
