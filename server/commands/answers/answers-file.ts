import { extname } from 'node:path';
import type { CreateCuratedAnswerRequest, CuratedAnswer } from '@footnote/sdk/contract';

type Fields = CreateCuratedAnswerRequest;

/** Before each answer of a Markdown file, with what is neither its question nor its text. */
const MARK = /^<!-- answer(?: (\{.*\}))? -->$/;
const HEADING = /^# (.+)$/;
const FENCE = /^\s*(```|~~~)/;

/** The answers as a file: Markdown for a name that ends in `.md`, else JSON. */
export function writeAnswers(file: string, answers: CuratedAnswer[]): string {
  const fields = answers.map(
    ({ question, wordings, answer, enabled, expires_at, review_at }): Fields => ({
      question,
      wordings,
      answer,
      enabled,
      expires_at,
      review_at,
    }),
  );
  if (!isMarkdown(file)) return `${JSON.stringify(fields, null, 2)}\n`;
  const parts = fields.map(
    ({ question, answer, ...rest }) => `<!-- answer ${JSON.stringify(rest)} -->\n# ${question}\n\n${answer}\n`,
  );
  return parts.join('\n');
}

/** Throws an error with a sentence for a file that has no answers. The server checks the fields. */
export function readAnswers(file: string, text: string): Fields[] {
  const answers = isMarkdown(file) ? markdownAnswers(text) : jsonAnswers(text);
  if (answers.length === 0) throw new Error(`there are no answers in ${file}.`);
  return answers;
}

const isMarkdown = (file: string) => ['.md', '.markdown'].includes(extname(file).toLowerCase());

function jsonAnswers(text: string): Fields[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('the file is not JSON. A file of Markdown has a name that ends in .md.');
  }
  if (!Array.isArray(value)) throw new Error('the file must hold a list of answers: [{ "question": …, "answer": … }].');
  return value as Fields[];
}

/** Each answer begins with its mark; in a file without marks, with a heading of the first level, its question. */
function markdownAnswers(text: string): Fields[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const hasMarks = lines.some((line) => MARK.test(line));
  const answers: (Fields & { lines: string[] })[] = [];
  let rest: Partial<Fields> | null = null;
  let isCode = false;
  for (const [at, line] of lines.entries()) {
    if (FENCE.test(line)) isCode = !isCode;
    const mark = isCode ? null : MARK.exec(line);
    const heading = isCode ? null : HEADING.exec(line);
    if (mark) rest = fieldsOf(mark[1], at + 1);
    else if (heading && (hasMarks ? rest !== null : true)) {
      answers.push({ ...rest, question: heading[1]?.trim() ?? '', answer: '', lines: [] });
      rest = null;
    } else if (rest !== null && line.trim() !== '')
      throw new Error(`line ${at + 1} must be a heading with the question, such as "# Do you ship to Chile?".`);
    else answers.at(-1)?.lines.push(line);
  }
  return answers.map(({ lines: own, ...fields }) => ({ ...fields, answer: own.join('\n').trim() }));
}

function fieldsOf(json: string | undefined, line: number): Partial<Fields> {
  if (json === undefined) return {};
  try {
    return JSON.parse(json) as Partial<Fields>;
  } catch {
    throw new Error(`what is after "answer" in line ${line} is not JSON.`);
  }
}
