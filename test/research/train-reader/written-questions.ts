import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { seeded } from '../../helpers/input/seeded.ts';
import { toDocument } from '../eval/docs-qa/documentation.ts';
import type { SetDocument } from '../eval/sets.ts';
import { readJsonLines } from '../json-lines.ts';
import { type Repository, readFiles } from '../train-vectors/repository.ts';

const MANIFEST = fileURLToPath(new URL('./manifest.json', import.meta.url));
export const QUESTIONS = fileURLToPath(new URL('./questions.jsonl', import.meta.url));

/** A question as a visitor would put it before reading, and the beginnings of the passages of its page that hold the answer. */
export interface WrittenQuestion {
  product: string;
  page: string;
  passages: string[];
  question: string;
}

/** A documentation that questions are written about. `heldOut`: the reader is not trained on them. */
export type WrittenAbout = Repository & { heldOut?: true };

export const readRepositories = (): WrittenAbout[] => JSON.parse(readFileSync(MANIFEST, 'utf8')) as WrittenAbout[];

/** The questions by the repository that they are about. */
export const readWrittenQuestions = (): Map<string, WrittenQuestion[]> =>
  Map.groupBy(readJsonLines<WrittenQuestion>(QUESTIONS), ({ product }) => product);

/** The English pages of a documentation: those that questions are about, and others by chance up to this number. */
export function choosePages(
  folder: string,
  repository: Repository,
  questions: WrittenQuestion[],
  maxPages: number,
): (SetDocument & { text: string })[] {
  const needed = new Set(questions.map(({ page }) => page));
  const random = seeded(1);
  const order = readFiles(folder, repository)
    .filter(({ groups }) => (groups.lang ?? 'en').startsWith('en'))
    .map(({ path, text, groups }) => ({ page: groups.page ?? path, path, text, place: random() }))
    .sort((one, other) => Number(needed.has(other.page)) - Number(needed.has(one.page)) || one.place - other.place);
  return order.slice(0, maxPages).map(({ page, path, text }) => ({ ...toDocument(path), doc_id: page, text }));
}

/** Does a passage of the page of a question begin as one that holds its answer? */
export const isAnswer = ({ passages }: WrittenQuestion, text: string): boolean =>
  passages.some((beginning) => text.trim().startsWith(beginning));
