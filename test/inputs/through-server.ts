/** `npm run inputs -- --server`: uploads every file of the inputs to a real server and watches its health meanwhile. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { APIError } from '@footnote/sdk';
import Database from 'better-sqlite3';
import { percentile, round } from '../research/bench/measurement.ts';
import { pingDuring } from '../research/bench/ping-during.ts';
import { type Subject, withDirectory, withSubject } from '../research/bench/subject.ts';
import type { InputFile } from './folder.ts';
import { type Ending, outcomeTable } from './report.ts';

const LANES = 4;
const LONGEST_MS = 120_000;
const PING_EVERY_MS = 20;
const IDLE_MS = 5_000;
const SENTENCE = /^[A-Z“].{15,}\.$/su;

/** Returns true where everything ended as it should. */
export async function uploadAll(
  files: { group: string; file: InputFile; fileName: string | undefined }[],
): Promise<boolean> {
  return withDirectory((directory) =>
    withSubject(directory, async (subject) => {
      const health = `${subject.server.origin}/health`;
      const groups = new Map<string, Ending[]>(files.map(({ group }) => [group, []]));
      const odd: string[] = [];
      const waiting = [...files];
      const lane = async (): Promise<void> => {
        for (let task = waiting.shift(); task; task = waiting.shift()) {
          const ending = await upload(subject, task.file, task.fileName ?? basename(task.file.name));
          groups.get(task.group)?.push(ending);
          if (ending.end === 'broken') odd.push(`${task.file.name}: ${ending.what}`);
        }
      };
      await pingDuring(health, PING_EVERY_MS, () => sleep(1_500));
      const idle = await pingDuring(health, PING_EVERY_MS, () => sleep(IDLE_MS));
      const began = performance.now();
      const busy = await pingDuring(health, PING_EVERY_MS, async () => {
        await Promise.all(Array.from({ length: LANES }, lane));
      });
      odd.push(...(await leftovers(subject, directory)));

      for (const line of odd) console.log(line);
      console.log(outcomeTable(groups));
      console.log(`\n${files.length} uploads in ${round((performance.now() - began) / 1000)} s, ${LANES} at a time`);
      for (const [what, latencies] of [
        ['idle', idle],
        ['while they are read', busy],
      ] as const) {
        const [middle, high] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
        console.log(`/health ${what}: p50 ${round(middle)}, p99 ${round(high)} ms of ${latencies.length}`);
      }
      console.log(`ratio of the p99: ${round(percentile(busy, 0.99) / percentile(idle, 0.99))}`);
      return odd.length === 0;
    }),
  );
}

/** Uploads one file and waits for its end; never throws. */
async function upload({ footnote }: Subject, file: InputFile, name: string): Promise<Ending> {
  const began = performance.now();
  const ended = <Rest extends object>(rest: Rest) => ({ file, milliseconds: performance.now() - began, ...rest });
  try {
    const content = new Uint8Array(await readFile(file.path));
    const { id } = await footnote.sources.upload({ file: new File([content], name) });
    for (;;) {
      await sleep(50);
      const { status, error } = await footnote.sources.retrieve(id);
      if (status === 'completed') return ended({ end: 'completed' as const });
      if (status === 'failed' && error) {
        if (!SENTENCE.test(error.message)) return ended({ end: 'broken' as const, what: `says “${error.message}”` });
        return ended({ end: 'failed' as const, code: error.code });
      }
      if (performance.now() - began > LONGEST_MS) return ended({ end: 'broken' as const, what: `still ${status}` });
    }
  } catch (error) {
    if (error instanceof APIError && error.status === 400 && SENTENCE.test(error.detail)) {
      return ended({ end: 'refused' as const, reason: error.code });
    }
    return ended({ end: 'broken' as const, what: String(error) });
  }
}

/** What must not be left afterwards: a dead server, a damaged database, temporary files. */
async function leftovers({ server, footnote }: Subject, directory: string): Promise<string[]> {
  const found: string[] = [];
  const alive = await footnote.health.retrieve().then(
    ({ status }) => status === 'ok',
    () => false,
  );
  if (!alive || !existsSync(`/proc/${server.pid}`)) found.push('the server did not survive');
  const temporary = readdirSync(join(directory, 'uploads-temporary'));
  if (temporary.length > 0) found.push(`${temporary.length} temporary files are left`);
  const database = new Database(join(directory, 'footnote.db'), { readonly: true });
  const check = database.pragma('quick_check', { simple: true });
  if (check !== 'ok') found.push(`quick_check says ${check}`);
  const count = (sql: string) => database.prepare(sql).pluck().get() as number;
  const [chunks, indexed] = [count('select count(*) from chunks'), count('select count(*) from search_text_content')];
  const vectors = count('select count(*) from search_vectors_1_rowids');
  if (chunks !== indexed || chunks !== vectors) {
    found.push(`${chunks} chunks, ${indexed} in the text index, ${vectors} vectors`);
  }
  database.close();
  return found;
}
