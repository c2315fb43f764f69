import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from '../../../server/ingestion/parse/parse.ts';
import { CASES } from './all-cases.ts';
import { type FidelityCase, nameOf } from './fidelity-case.ts';
import { compareCase, isPerfect, type Score, scoreOf, type Words } from './score.ts';
import { scoreTable } from './score-table.ts';
import type { OpenedFile } from './second-opinion/second-opinion.ts';
import { SECOND_OPINIONS } from './second-opinion/second-opinions.ts';
import { writeCases } from './write-cases.ts';

/** How one case was read, by what it says and beside what another program shows; null without one. */
export interface ScoredCase {
  one: FidelityCase;
  score: Score;
  opinion: Words | null;
}

/** `npm run inputs`: prints the scores of the cases. Returns true where all are read as they should be. */
export async function scoreOwnCases(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'fidelity-'));
  try {
    const written = await writeCases(CASES, folder);
    const texts = new Map<OpenedFile, string>();
    for (const opinion of SECOND_OPINIONS) {
      if (opinion.missing !== null) console.log(`${opinion.name} gives no second opinion: ${opinion.missing}.`);
      else {
        const files = [...written.keys()].filter(({ format }) => opinion.formats.includes(format));
        for (const [file, text] of await opinion.read(files)) texts.set(file, text);
      }
    }
    const scored: ScoredCase[] = [];
    for (const [file, one] of written) scored.push(await scoreCase(one, texts.get(file)));
    for (const { one, score } of scored) if (!isPerfect(score)) console.log(`Not read as it should be: ${nameOf(one)}`);
    console.log(scoreTable(scored));
    return scored.every(({ score }) => isPerfect(score));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function scoreCase(one: FidelityCase, opinion: string | undefined): Promise<ScoredCase> {
  const document = await parse(one.format, await one.make(), () => undefined, undefined, one.options);
  return {
    one,
    score: scoreOf(document, one),
    opinion: opinion === undefined ? null : compareCase(one, document.text, opinion),
  };
}
