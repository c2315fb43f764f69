import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HistoryMessage } from '../../../../server/answering/types.ts';
import { readJsonLines } from '../../json-lines.ts';
import { dataFolder, type SetDocument } from '../sets.ts';

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

/** Documentations that can be evaluated. */
export interface Documentations {
  names: string[];
  /** What is said of those that are not here, a line each. */
  missing: string[];
  load(name: string): Documentation;
}

/** The four that people may look at while they change the search (`docs-qa`). */
export function docsQa(): Documentations {
  const folder = join(dataFolder() ?? '', 'docs-qa');
  const names = dataFolder() === null ? [] : documentationNames(folder);
  const missing = names.length > 0 ? [] : ['The documentations are not here (../shared/data/docs-qa).'];
  return { names, missing, load: (name) => loadDocumentation(folder, name) };
}

/** The names of the documentations in a folder; none where there is no such folder. */
export function documentationNames(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'questions.jsonl')));
}

/** Reads one documentation: the pages under `files`, and `questions.jsonl`. */
export function loadDocumentation(parent: string, name: string): Documentation {
  const folder = join(parent, name);
  const documents = readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'files/').length))
    .sort()
    .map((path) => ({ ...toDocument(path), path: join('files', path) }));
  return { name, folder, documents, questions: readQuestions(folder) };
}

/**
 * A page as a document of its set. An upload has no folders and many pages are named `index.md`, so the path is in the name of
 * the file, as an owner would write it there.
 */
export const toDocument = (path: string): SetDocument => ({
  doc_id: path,
  title: path,
  lang: 'en',
  format: path.split('.').at(-1) ?? '',
  filename: path.replaceAll('/', '__'),
});

/** Reads `questions.jsonl` of a folder. */
export const readQuestions = (folder: string): DocsQuestion[] => readJsonLines(join(folder, 'questions.jsonl'));
