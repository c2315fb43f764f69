import { join } from 'node:path';
import type { HistoryMessage } from '../../../../server/answering/types.ts';
import { loadDocumentation } from '../docs-qa/documentation.ts';
import { loadGroups, type SetDocument } from '../sets.ts';

/** A question as a set has it. */
export interface CorpusQuestion {
  id: string;
  question: string;
  history?: HistoryMessage[];
}

/** The documents of a set and its questions by id. */
export interface Corpus {
  name: string;
  folder: string;
  documents: SetDocument[];
  questions: Map<string, CorpusQuestion>;
}

const DOCS_QA = 'docs-qa/';

/** Loads a set: `docs-qa/traefik`, `squad2`, or one language of a set, `xquad de`. */
export async function loadCorpus(data: string, name: string): Promise<Corpus> {
  const found = name.startsWith(DOCS_QA)
    ? loadDocumentation(join(data, DOCS_QA), name.slice(DOCS_QA.length))
    : (await loadGroups(data, name.split(' ')[0] ?? '')).find((group) => group.name === name);
  if (!found) throw new Error(`There is no set ${name}.`);
  const { folder, documents, questions } = found;
  return { name, folder, documents, questions: new Map(questions.map((one) => [one.id, one])) };
}
