import { type Repository, readFiles } from './repository.ts';
import { type Page, readPage } from './sections.ts';

export interface CorpusPage extends Page {
  product: string;
  language: string;
  /** The page's name, the same in all languages. */
  name: string;
}

/** Reads the pages of a repository that is in `folder` as `owner+name`, with or without a work tree. */
export function readRepository(folder: string, from: Repository): CorpusPage[] {
  return readFiles(folder, from).map(({ path, text, groups }) => ({
    ...readPage(path, text),
    product: from.product ?? from.repository,
    language: (groups.lang ?? from.language ?? 'en').replace(/-.*/, ''),
    name: groups.page ?? path,
  }));
}
