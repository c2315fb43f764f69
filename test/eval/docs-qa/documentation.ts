import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HistoryMessage } from '../../../server/answering/types.ts';
import type { SetDocument } from '../sets.ts';

/** A question about a documentation in the words of a user, as `questions.jsonl` has it. */
export interface DocsQuestion {
  id: string;
  /** how-to, factoid, option, …; `unanswerable` where the pages come near and do not answer. */
  type: string;
  lang: string;
  question: string;
  answerable: boolean;
  history?: HistoryMessage[];
  /** What an answer has to hold: one alternative of every group. */
  keys: string[][];
  /** Where the answer stands: the page's path under `files`, and its words there. */
  gold: { doc_id: string; quote: string }[];
  /** What a good answer says. */
  note: string;
}

/** One published documentation with its questions. */
export interface Documentation {
  name: string;
  folder: string;
  documents: SetDocument[];
  questions: DocsQuestion[];
}

/** The names of the documentations in a folder; none where there is no such folder. */
export function documentationNames(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'questions.jsonl')));
}

/**
 * Reads one documentation: the pages under `files`, and `questions.jsonl`. An upload has no folders and many pages are named
 * `index.md`, so the path is in the name of the file, as an owner would write it there.
 */
export function loadDocumentation(parent: string, name: string): Documentation {
  const folder = join(parent, name);
  const documents = readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'files/').length))
    .sort()
    .map((path) => ({
      doc_id: path,
      title: path,
      lang: 'en',
      format: path.split('.').at(-1) ?? '',
      path: join('files', path),
      filename: path.replaceAll('/', '__'),
    }));
  const questions = readFileSync(join(folder, 'questions.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as DocsQuestion);
  return { name, folder, documents, questions };
}
