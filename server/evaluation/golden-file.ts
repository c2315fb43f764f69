import { extname } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';

/** A question with a known right answer. */
export interface GoldenQuestion {
  /** The 1-based line in the file. */
  line: number;
  question: string;
  /** The title, file name, address or id of the source that answers; null for any. */
  source: string | null;
  /** Words of the passage that answers; null for any. */
  text: string | null;
  /** False if the documents do not answer it, so that a refusal is right. */
  answerable: boolean;
}

/** Thrown for an invalid file of questions; the message names the lines. */
export class GoldenFileError extends Error {}

/** The most mistakes that one message names. */
const MAX_MISTAKES = 10;
const MAX_QUESTION_LENGTH = 4000;

const words = z
  .string('must be a text')
  .transform((text) => text.trim())
  .transform((text) => text || null);

/** In CSV every value is text, and an empty cell means no value. */
const truth = z
  .union([
    z.boolean(),
    z.string().transform((text) => ({ '': true, true: true, false: false })[text.trim().toLowerCase()]),
  ])
  .refine((value) => value !== undefined, 'must be true or false');

const QUESTION = z
  .strictObject({
    question: z
      .string('must be a text')
      .transform((text) => text.trim())
      .refine(
        (text) => text !== '' && text.length <= MAX_QUESTION_LENGTH,
        `must be 1–${MAX_QUESTION_LENGTH} characters long`,
      ),
    source: words.nullable().default(null),
    text: words.nullable().default(null),
    answerable: truth.default(true),
  })
  .refine(({ source, text, answerable }) => !answerable || source !== null || text !== null, {
    error: 'needs a "source" or a "text" that a right answer cites, or "answerable": false',
  })
  .refine(({ source, text, answerable }) => answerable || (source === null && text === null), {
    error: 'has a "source" or a "text", although its "answerable" is false',
  });

/**
 * Reads golden questions from JSONL (one object per line) or CSV with a header, depending on the file's name. Throws
 * `GoldenFileError`.
 */
export function readGoldenQuestions(name: string, content: string): GoldenQuestion[] {
  const text = content.replace(/^\uFEFF/, '');
  const records = extname(name).toLowerCase() === '.csv' ? csvRecords(text) : jsonRecords(text);
  const mistakes: string[] = [];
  const questions: GoldenQuestion[] = [];
  for (const { line, value, mistake } of records) {
    const read = mistake === undefined ? QUESTION.safeParse(value) : null;
    if (read?.success) questions.push({ line, ...read.data, answerable: read.data.answerable ?? true });
    else mistakes.push(`line ${line}: ${mistake ?? (read?.error?.issues ?? []).map(describe).join('; ')}`);
  }
  if (mistakes.length > 0) {
    const more = mistakes.length - MAX_MISTAKES;
    const listed = [...mistakes.slice(0, MAX_MISTAKES), ...(more > 0 ? [`and ${more} more`] : [])];
    throw new GoldenFileError(`these lines cannot be read:\n${listed.map((one) => `  ${one}`).join('\n')}`);
  }
  if (questions.length === 0) throw new GoldenFileError('there is no question in it.');
  return questions;
}

function describe({ path, message, code, ...rest }: z.core.$ZodIssue): string {
  if (code === 'unrecognized_keys') return `${(rest as { keys: string[] }).keys.map(quoted).join(', ')} is not known`;
  return path.length === 0 ? `it ${message}` : `${quoted(String(path[0]))} ${message}`;
}

const quoted = (name: string) => `"${name}"`;

interface Line {
  line: number;
  value?: unknown;
  mistake?: string;
}

function jsonRecords(text: string): Line[] {
  return text.split('\n').flatMap((row, at): Line[] => {
    if (row.trim() === '') return [];
    try {
      return [{ line: at + 1, value: JSON.parse(row) }];
    } catch {
      return [
        { line: at + 1, mistake: 'is not JSON; each line must be an object such as {"question": "…", "text": "…"}' },
      ];
    }
  });
}

function csvRecords(text: string): Line[] {
  try {
    const rows = parse(text, { columns: true, info: true, skip_empty_lines: true, trim: true }) as unknown as {
      record: unknown;
      info: { lines: number };
    }[];
    return rows.map(({ record, info }) => ({ line: info.lines, value: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return [{ line: Number(error.lines ?? 1), mistake: 'is not valid CSV with as many cells as the header' }];
  }
}
