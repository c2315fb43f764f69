import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inputsFolder } from '../../inputs/folder.ts';
import { makePdf } from './books.ts';
import { type Measurement, median, round, verdict } from './measurement.ts';
import { withDirectory } from './subject.ts';

const CHILD = fileURLToPath(new URL('pdf-child.ts', import.meta.url));
const ROUNDS = 3;
const PAGES = 300;
/** Real files in two columns and in one, if the folder of real files exists. */
const REAL = ['pdfjs/tracemonkey.pdf', 'pdfjs/TAMReview.pdf'];

interface Read {
  pages: number;
  first: number;
  warm: number;
}

/** The milliseconds of `pdftotext`; null if it is not installed. */
function pdftotext(path: string): number | null {
  const began = performance.now();
  return spawnSync('pdftotext', [path, '/dev/null']).status === 0 ? performance.now() - began : null;
}

const ours = (path: string): Read => JSON.parse(execFileSync(process.execPath, [CHILD, path], { encoding: 'utf8' }));

function compare(path: string): Measurement[] {
  const rounds = Array.from({ length: ROUNDS }, () => ({ floor: pdftotext(path), read: ours(path) }));
  const pages = rounds[0]?.read.pages ?? 0;
  const floors = rounds.flatMap(({ floor }) => (floor === null ? [] : [floor]));
  const perSecond = (milliseconds: number) => `${round((pages / milliseconds) * 1000)} pages/s`;
  const line = (how: string, target: number, timeOf: (read: Read) => number): Measurement => {
    const measured = median(rounds.map(({ read }) => timeOf(read)));
    const what = `${basename(path)}, ${pages} pages, ${how}`;
    const aim = `≥ ${target} ×`;
    if (floors.length === 0)
      return { what, floor: '–', measured: perSecond(measured), target: aim, verdict: 'unknown' };
    const ratio = median(floors) / measured;
    const floor = perSecond(median(floors));
    return {
      what: `${what} / pdftotext`,
      floor,
      measured: perSecond(measured),
      ratio,
      target: aim,
      verdict: verdict(ratio >= target),
    };
  };
  return [
    line('the only document of a process that was ready for it', 0.4, ({ first }) => first),
    line('once the code is warm', 0.4, ({ warm }) => warm),
  ];
}

/** Compares the parsing of PDFs with Poppler's `pdftotext` (Debian's poppler-utils), which does not order columns. */
export async function measurePdf(): Promise<Measurement[]> {
  const inputs = inputsFolder();
  if (!inputs) console.log('  (the folder of real files is missing: only a generated file is parsed)');
  return withDirectory(async (directory) => {
    const book = join(directory, 'book.pdf');
    writeFileSync(book, await makePdf(PAGES));
    const real = REAL.map((name) => join(inputs ?? directory, name)).filter((path) => existsSync(path));
    return [book, ...real].flatMap(compare);
  });
}
