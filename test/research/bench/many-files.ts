import { execFile, execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type DocPage, makeDocPages } from './doc-pages.ts';
import { measureLangChain } from './langchain.ts';
import { type Measurement, round, verdict } from './measurement.ts';
import { treeTime } from './scale/processor-time.ts';
import { type Subject, withDirectory, withSubject } from './subject.ts';

const PAGES = 300;
const CHILD = fileURLToPath(new URL('many-files-child.ts', import.meta.url));

/** Seconds of processor time for the same pages in one process, with its start. */
async function measureFloor(directory: string, pages: DocPage[]): Promise<number> {
  const pagesFile = join(directory, 'pages.json');
  await writeFile(pagesFile, JSON.stringify(pages));
  const before = treeTime(process.pid);
  execFileSync(process.execPath, ['--conditions=footnote-source', CHILD, pagesFile, join(directory, 'raw.db')]);
  return (treeTime(process.pid) - before) / 1000;
}

/** Writes the pages as a folder of documentation. */
async function writeFolder(directory: string, pages: DocPage[]): Promise<string> {
  const folder = join(directory, 'docs');
  for (const { path, text } of pages) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** Runs the command `sync` on the folder, as an owner would, until all that it sent is searchable. */
async function runSync({ server, projectId, apiKey }: Subject, folder: string): Promise<void> {
  const environment = { FOOTNOTE_URL: server.origin, FOOTNOTE_PROJECT: projectId, FOOTNOTE_API_KEY: apiKey };
  const words = ['server/dist/main.js', 'sync', folder, '--base-url', 'https://docs.example.com'];
  await promisify(execFile)(process.execPath, words, { env: { PATH: process.env.PATH, ...environment } });
}

interface Cost {
  seconds: number;
  processor: number;
}

async function costOf({ server }: Subject, work: () => Promise<unknown>): Promise<Cost> {
  const [began, used] = [performance.now(), treeTime(server.pid)];
  await work();
  return { seconds: (performance.now() - began) / 1000, processor: (treeTime(server.pid) - used) / 1000 };
}

/** Measures three hundred pages of documentation. */
export async function measureManyFiles(): Promise<Measurement[]> {
  const pages = makeDocPages(PAGES);
  const floor = await withDirectory((directory) => measureFloor(directory, pages));
  const syncs = await withDirectory(async (directory) => {
    const folder = await writeFolder(directory, pages);
    return withSubject(
      join(directory, 'data'),
      async (subject) => {
        const first = await costOf(subject, () => runSync(subject, folder));
        const { by_status: counts } = await subject.footnote.sources.counts(subject.projectId);
        if (counts.completed !== PAGES) throw new Error(`Only ${counts.completed} pages were read.`);
        const langChain = measureLangChain(folder, join(directory, 'langchain'));
        return { first, second: await costOf(subject, () => runSync(subject, folder)), langChain };
      },
      // As an owner has it, but without the reader: it reads the passages later, at what rate the machine allows.
      { RATE_LIMIT_GENERAL: '60', RATE_LIMIT_INGESTION: '10', READER: 'off' },
    );
  });
  const seconds = (what: string, measured: number, most: number): Measurement => ({
    what,
    floor: '',
    measured: `${round(measured)} s`,
    target: `≤ ${most} s`,
    verdict: verdict(measured <= most),
  });
  const perPage = (processor: number) => `${round((processor * 1000) / PAGES)} ms`;
  const besideLangChain = syncs.first.processor / syncs.langChain;
  return [
    {
      what: 'processor time of the server for a page / LangChain.js with the same embedder',
      floor: perPage(syncs.langChain),
      measured: perPage(syncs.first.processor),
      ratio: besideLangChain,
      target: '≤ 2 ×',
      verdict: verdict(besideLangChain <= 2),
    },
    {
      ...seconds(
        `processor time of the server for ${PAGES} pages / the same in one process`,
        syncs.first.processor,
        15,
      ),
      floor: `${round(floor)} s`,
      ratio: syncs.first.processor / floor,
    },
    seconds(`first sync of ${PAGES} pages, until the last is searchable`, syncs.first.seconds, 60),
    seconds('second sync, with nothing changed', syncs.second.seconds, 2),
  ];
}
