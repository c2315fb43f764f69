import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../helpers/input/seeded.ts';
import { asInEnglish, createWords, makePdf, paragraph } from './books.ts';
import { type Measurement, median, round, verdict } from './measurement.ts';
import { ownMegabytes } from './processes.ts';
import { ingest, type Subject, withDirectory, withSubject } from './subject.ts';

const PDF_PAGES = 1_000;
const CSV_ROWS = 200_000;
/** As many as one account crawls at the same time. A site is read at two pages a second, whatever reads it. */
const SITES = 4;
const SITE_PAGES = 150;
const SAMPLE_MS = 250;
const SHOWN = 8;
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

/** The memory of the server's own process while it imports, in megabytes. */
interface Import {
  what: string;
  before: number;
  samples: number[];
}

async function sample(pid: number, work: () => Promise<string>): Promise<Import> {
  const before = ownMegabytes(pid);
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(ownMegabytes(pid)), SAMPLE_MS);
  try {
    return { what: await work(), before, samples };
  } finally {
    clearInterval(timer);
  }
}

function report({ what, before, samples }: Import): Measurement {
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
          const { pid } = subject.server;
          await ingest(subject, new TextEncoder().encode('# Warm\n\nA first document.\n'), 'warm.md');
          const imports = [
            await sample(
              pid,
              async () => `${PDF_PAGES} pages of PDF, ${await ingest(subject, pdf, 'book.pdf')} passages`,
            ),
            await sample(
              pid,
              async () => `${CSV_ROWS} rows of CSV, ${await ingest(subject, makeCsv(), 'prices.csv')} passages`,
            ),
            await sample(pid, async () => `${SITES} sites at once, ${await crawl(subject, urls)} pages`),
          ];
          return imports.map(report);
        },
        { SCRAPE_ALLOW_CIDRS: '127.0.0.0/8' },
      ),
    ),
  );
}
