import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type DocPage, makeDocPages } from './doc-pages.ts';
import { type Measurement, round, verdict } from './measurement.ts';
import { treeTime } from './scale/processor-time.ts';
import { type Subject, withDirectory, withSubject } from './subject.ts';

const PAGES = 300;
/** Uploads under way at once, as the console sends them. */
const AT_ONCE = 4;
const CHILD = fileURLToPath(new URL('many-files-child.ts', import.meta.url));

/** Seconds of processor time for the same pages in one process, with its start. */
async function measureFloor(directory: string, pages: DocPage[]): Promise<number> {
  const pagesFile = join(directory, 'pages.json');
  await writeFile(pagesFile, JSON.stringify(pages));
  const before = treeTime(process.pid);
  execFileSync(process.execPath, ['--conditions=footnote-source', CHILD, pagesFile, join(directory, 'raw.db')]);
  return (treeTime(process.pid) - before) / 1000;
}

/** Uploads each page by itself and waits until all are searchable. */
async function uploadSingly({ footnote, projectId }: Subject, pages: DocPage[]): Promise<void> {
  const left = [...pages];
  const uploadAll = async () => {
    for (let page = left.shift(); page; page = left.shift()) {
      const name = page.path.replaceAll('/', '-');
      await footnote.sources.upload({ file: new File([page.text], name, { type: 'text/markdown' }) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, uploadAll));
  for (;;) {
    const { by_status: counts } = await footnote.sources.counts(projectId);
    if (counts.failed > 0) throw new Error(`${counts.failed} pages failed.`);
    if (counts.completed === pages.length) return;
    await sleep(100);
  }
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
  const single = await withDirectory((directory) =>
    withSubject(directory, (subject) => costOf(subject, () => uploadSingly(subject, pages))),
  );
  return [
    {
      what: `processor time of ${PAGES} pages, uploaded one by one / the same in one process`,
      floor: `${round(floor)} s`,
      measured: `${round(single.processor)} s`,
      ratio: single.processor / floor,
      target: '≤ 15 s',
      verdict: verdict(single.processor <= 15),
    },
    {
      what: `${PAGES} pages, uploaded one by one, until the last is searchable`,
      floor: '',
      measured: `${round(single.seconds)} s`,
      target: '≤ 60 s',
      verdict: verdict(single.seconds <= 60),
    },
  ];
}
