import type { Outcome } from '../read-file.ts';
import { compareWords, type Words } from './score.ts';
import { SECOND_OPINIONS } from './second-opinion/second-opinions.ts';

/** A file that was read. */
export type Completed = Extract<Outcome, { end: 'completed' }>;

/** How the text of one file compares with what another program shows of it. */
export interface Compared extends Words {
  outcome: Completed;
  opinion: string;
}

/** Has other programs open what was read. */
export async function askSecondOpinions(outcomes: readonly Completed[]): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const { name, formats, missing, read } of SECOND_OPINIONS) {
    if (missing !== null) {
      console.log(`${name} gives no second opinion: ${missing}.`);
      continue;
    }
    const files = new Map(
      outcomes
        .filter(({ format }) => formats.includes(format))
        .sort((a, b) => (a.file.name < b.file.name ? -1 : 1))
        .map((outcome) => [{ path: outcome.file.path, format: outcome.format }, outcome]),
    );
    for (const [file, text] of await read([...files.keys()])) {
      const outcome = files.get(file);
      if (outcome) compared.push({ outcome, opinion: name, ...compareWords(outcome.prepared.document.text, text) });
    }
  }
  return compared;
}
