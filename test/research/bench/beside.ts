/**
 * `npm run bench -- --beside DIST [PASSAGES]`: the server of another build, whose `main.js` is in the folder DIST, and the one
 * built here, in rounds by turns, each time a process of its own on its copy of one database. The other build has filled
 * that over HTTP; this one migrates its copy.
 */
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { median, round } from './measurement.ts';
import { cpuMicroseconds, ownMegabytes, residentMegabytes } from './processes.ts';
import { pagesOf, readCorpora } from './profile/corpora.ts';
import { ingest, PROGRAM, type Subject, startSubject, withDirectory, withSubject } from './subject.ts';

/** 20,000 passages take minutes to write, so databases are kept here. Remove the folder to write them once more. */
const FILLED = new URL('../../../node_modules/.cache/footnote-beside/', import.meta.url).pathname;
const SETTINGS = { READER: 'off' };
const UPLOADS = 4;
const ROUNDS = 2;
const VISITORS = 50;
const SAMPLE_EVERY_MS = 100;

/** What is measured in a round, in the order of the table. Memory is the most with fifty visitors. */
const ROWS = [
  'p50 by the clock, one visitor, ms',
  'processor time an answer, one visitor, ms',
  'answers a second, fifty visitors',
  'processor time an answer, fifty visitors, ms',
  'resident memory, fifty visitors, MB',
  'its own memory, fifty visitors, MB',
] as const;

interface Round {
  rows: Record<(typeof ROWS)[number], number>;
  /** The text and the citations of each answer. */
  answers: string[];
}

interface Filled {
  dataDir: string;
  apiKey: string;
  passages: number;
}

export async function printBeside(dist: string, passages: number): Promise<void> {
  const programs = { before: join(resolve(dist), 'main.js'), now: PROGRAM };
  const { dataDir, apiKey, passages: count } = await filledBy(programs.before, passages);
  const rounds: Record<keyof typeof programs, Round[]> = { before: [], now: [] };
  await withDirectory(async (directory) => {
    const builds = Object.keys(rounds) as (keyof typeof programs)[];
    for (const build of builds) await cp(dataDir, join(directory, build), { recursive: true });
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      for (const build of builds) {
        const measured = await measure(programs[build], join(directory, build), apiKey);
        rounds[build].push(measured);
        console.log(build, ROWS.map((row) => round(measured.rows[row])).join(' '));
      }
    }
  });
  const mean = (of: Round[], row: (typeof ROWS)[number]) =>
    of.reduce((sum, { rows }) => sum + rows[row], 0) / of.length;
  console.log(`\n| ${count} passages | before | now | now / before |\n| --- | --- | --- | --- |`);
  for (const row of ROWS) {
    const [before, now] = [mean(rounds.before, row), mean(rounds.now, row)];
    console.log(`| ${row} | ${round(before)} | ${round(now)} | ${round(now / before)} × |`);
  }
  const [before, now] = [rounds.before[0]?.answers ?? [], rounds.now[0]?.answers ?? []];
  console.log(`\n${now.filter((answer, at) => answer === before[at]).length} of ${now.length} answers are the same.`);
}

/** The database that a build has filled with at least so many passages. */
async function filledBy(program: string, passages: number): Promise<Filled> {
  const name = String(passages);
  const folder = join(FILLED, name);
  await mkdir(FILLED, { recursive: true });
  if (!(await readdir(FILLED)).includes(name)) {
    const begun = `${folder}.begun`;
    await rm(begun, { recursive: true, force: true });
    await mkdir(begun);
    const filled = await withSubject(join(begun, 'data'), (subject) => fill(subject, passages), SETTINGS, program);
    await writeFile(join(begun, 'filled.json'), JSON.stringify(filled));
    await rename(begun, folder);
  }
  const filled: Omit<Filled, 'dataDir'> = JSON.parse(await readFile(join(folder, 'filled.json'), 'utf8'));
  return { ...filled, dataDir: join(folder, 'data') };
}

/** Uploads the pages of the corpora, and versions of them, as Markdown. */
async function fill(subject: Subject, wanted: number): Promise<Omit<Filled, 'dataDir'>> {
  const pages = pagesOf((await readCorpora()).pages);
  let passages = 0;
  const upload = async () => {
    while (passages < wanted) {
      const { title, filename, chunks } = pages.next().value;
      const sections = chunks.map(({ headings, text }) => `## ${headings.at(-1) ?? title}\n\n${text}`);
      const added = await ingest(subject, Buffer.from([`# ${title}`, ...sections].join('\n\n')), filename);
      passages += added;
    }
  };
  await Promise.all(Array.from({ length: UPLOADS }, upload));
  return { apiKey: subject.apiKey, passages };
}

/** Half of the questions warm a new process; one visitor asks the others, then fifty ask all of them. */
async function measure(program: string, dataDir: string, apiKey: string): Promise<Round> {
  const { questions } = await readCorpora();
  const server = await startSubject(dataDir, SETTINGS, program);
  const ask = async (query: string) => {
    const response = await fetch(`${server.origin}/v1/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ query }),
    });
    if (!response.ok) throw new Error(`A question was answered with status ${response.status}.`);
    return toText(await response.json());
  };
  /** Milliseconds an answer, by the clock and of the processor. */
  const timed = async (count: number, work: () => Promise<void>) => {
    const [began, before] = [performance.now(), cpuMicroseconds(server.pid)];
    await work();
    const spent = (cpuMicroseconds(server.pid) - before) / 1000;
    return { clock: (performance.now() - began) / count, processor: spent / count };
  };
  try {
    const asked = questions.filter((_, at) => at % 2 === 0);
    const others = questions.filter((_, at) => at % 2 === 1);
    for (const question of others) await ask(question);
    const answers: string[] = [];
    const times: number[] = [];
    const one = await timed(asked.length, async () => {
      for (const question of asked) {
        const began = performance.now();
        answers.push(await ask(question));
        times.push(performance.now() - began);
      }
    });
    const left = [...questions];
    const most = { resident: 0, own: 0 };
    const timer = setInterval(() => {
      most.resident = Math.max(most.resident, residentMegabytes(server.pid));
      most.own = Math.max(most.own, ownMegabytes(server.pid));
    }, SAMPLE_EVERY_MS);
    const visitor = async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) await ask(next);
    };
    const fifty = await timed(left.length, async () => {
      await Promise.all(Array.from({ length: VISITORS }, visitor));
    }).finally(() => clearInterval(timer));
    const rows = [median(times), one.processor, 1000 / fifty.clock, fifty.processor, most.resident, most.own];
    return { rows: Object.fromEntries(ROWS.map((row, at) => [row, rows[at]])) as Round['rows'], answers };
  } finally {
    await server.stop();
  }
}

/** What a visitor reads of an answer. */
const toText = ({ response, citations }: { response: string; citations: { source_id: string; quote: string }[] }) =>
  JSON.stringify([response, citations.map(({ source_id, quote }) => [source_id, quote])]);
