import { writeFileSync } from 'node:fs';
import { readJsonLines } from '../../json-lines.ts';
import type { Asked } from './ask.ts';
import { verdict } from './report.ts';

/** A line of the file that `--out` writes and `--compare` reads. */
export interface VerdictLine {
  documentation: string;
  id: string;
  type: string;
  question: string;
  verdict: string;
  finish: string;
  /** Of the first right passage; 0: it is not in the list. */
  rank: number;
  response: string;
  citations: { page: string; heading: string; quote: string }[];
}

/** Writes one line of JSON a question. */
export function writeVerdicts(path: string, all: Asked[]): void {
  writeFileSync(path, all.map((asked) => `${JSON.stringify(toLine(asked))}\n`).join(''));
}

function toLine({ documentation, question, answer, citedPages, judgement, rank }: Asked): VerdictLine {
  return {
    documentation,
    id: question.id,
    type: question.type,
    question: question.question,
    verdict: verdict({ question, judgement }),
    finish: answer.finishReason,
    rank,
    response: answer.text,
    citations: answer.citations.map(({ heading = '', quote }, at) => ({ page: citedPages[at] ?? '', heading, quote })),
  };
}

export const readVerdicts = (path: string): VerdictLine[] => readJsonLines(path);

/** The questions whose verdict is another than before, a line each, and how often each change happened. */
export function compareVerdicts(before: VerdictLine[], all: Asked[]): string {
  const was = new Map(before.map(({ id, verdict }) => [id, verdict]));
  const changed = all.flatMap((asked) => {
    const [old, now] = [was.get(asked.question.id), verdict(asked)];
    return old === undefined || old === now ? [] : [{ change: `${old} → ${now}`, asked }];
  });
  const known = all.filter(({ question }) => was.has(question.id)).length;
  return [
    `${changed.length} of ${known} verdicts changed`,
    ...[...Map.groupBy(changed, ({ change }) => change)]
      .sort(([, a], [, b]) => b.length - a.length)
      .flatMap(([change, some]) => [
        '',
        `${change}: ${some.length}`,
        ...some.map(({ asked: { question } }) => `  ${question.id} (${question.type}) ${question.question}`),
      ]),
  ].join('\n');
}
