import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createParserPool } from '../../server/ingestion/parse/parser-pool.ts';
import { watchChildren } from './child-memory.ts';
import { askSecondOpinions, type Completed } from './fidelity/ask-second-opinions.ts';
import { opinionTable } from './fidelity/opinion-table.ts';
import type { InputFile } from './folder.ts';
import { type Overlap, overlapOf, textOfHtml } from './main-text.ts';
import { type Outcome, readInput, renamed } from './read-file.ts';
import { mainTextTable, outcomeTable } from './report.ts';
import { faultsOf } from './verbatim.ts';

/** Files under way at once. */
const LANES = 2;

/** One reading of one file, and the line of the table that it counts in. */
export interface Task {
  group: string;
  file: InputFile;
  fileName: string | undefined;
}

/** Each file under its own name, and files of unsupported names once more under a supported one. */
export function tasksFor(files: InputFile[]): Task[] {
  return files.flatMap((file) => {
    const other = renamed(file);
    const own = { group: file.folder, file, fileName: undefined };
    return other ? [own, { group: `${file.folder} (renamed)`, file, fileName: other }] : [own];
  });
}

/** The page with only the main content of this one, where the set has it. */
function overlapWithExpected(outcome: Outcome): Overlap | null {
  const expected = join(dirname(outcome.file.path), 'expected.html');
  if (outcome.file.folder !== 'html-readability' || !existsSync(expected)) return null;
  const kept = outcome.end === 'completed' ? outcome.prepared.document.text : '';
  return overlapOf(kept, textOfHtml(readFileSync(expected, 'utf8')));
}

/**
 * `npm run inputs -- FOLDER`: reads every file in processes like those of the server, and prints how each ended, and how its
 * text compares with what other programs show. Returns true where all ended as they should.
 */
export async function readFiles(tasks: readonly Task[], json?: string): Promise<boolean> {
  const waiting = [...tasks];
  const groups = new Map<string, Outcome[]>(waiting.map(({ group }) => [group, []]));
  const pages: { name: string; overlap: Overlap }[] = [];
  const faults: string[] = [];
  const underOwnName: Completed[] = [];
  const underWay = new Set<string>();
  let heaviest: string[] = [];
  const memory = watchChildren(() => {
    heaviest = [...underWay];
  });
  const pool = createParserPool();
  const lane = async (): Promise<void> => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      underWay.add(task.file.name);
      const outcome = await readInput(pool, task.file, task.fileName);
      underWay.delete(task.file.name);
      groups.get(task.group)?.push(outcome);
      if (outcome.end === 'completed' && task.fileName === undefined) underOwnName.push(outcome);
      const overlap = overlapWithExpected(outcome);
      if (overlap) pages.push({ name: dirname(task.file.name), overlap });
      if (outcome.end === 'completed')
        faults.push(...faultsOf(outcome.prepared).map((fault) => `${task.file.name}: ${fault}`));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  pool.close();
  memory.stop();

  const outcomes = [...groups.values()].flat();
  for (const outcome of outcomes) if (outcome.end === 'broken') console.log(`${outcome.file.name}: ${outcome.what}`);
  for (const fault of faults.slice(0, 50)) console.log(fault);
  console.log(outcomeTable(groups));
  console.log(
    `\nhighest memory of a parser process: ${Math.round(memory.peak() / 2 ** 20)} MB, while reading ${heaviest.join(' and ')}`,
  );
  console.log(`chunks that are not verbatim or cut what would fit: ${faults.length}`);
  if (pages.length > 0) console.log(`\n${mainTextTable(pages)}`);
  console.log(`\n${opinionTable(await askSecondOpinions(underOwnName))}`);
  if (json !== undefined) writeFileSync(json, JSON.stringify(outcomes.map(summary), null, 1));
  return faults.length === 0 && outcomes.every(({ end }) => end !== 'broken');
}

/** Details for a closer look: the code or reason, and how much was read. */
function summary(outcome: Outcome): Record<string, unknown> {
  const { file, milliseconds, end } = outcome;
  const about = { name: file.name, milliseconds: Math.round(milliseconds), end };
  if (outcome.end === 'failed') return { ...about, code: outcome.code };
  if (outcome.end === 'refused') return { ...about, reason: outcome.reason };
  if (outcome.end === 'broken') return { ...about, what: outcome.what };
  const { document, chunks } = outcome.prepared;
  return {
    ...about,
    pages: document.pages.length,
    characters: document.text.length,
    chunks: chunks.length,
    title: document.title,
    language: document.language,
    text: document.text,
  };
}
