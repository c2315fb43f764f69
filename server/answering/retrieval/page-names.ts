import type { Passage } from '../types.ts';

type Page = Pick<Passage, 'address' | 'sourceName' | 'title'>;

/** Where a passage's page is: the path of its file, or its title where it has none, and of its address. */
export const pathsOfPage = ({ address, sourceName, title }: Page): string[] => [
  sourceName ?? title,
  address !== null && URL.canParse(address) ? new URL(address).pathname : '',
];

/** The names of the folders that its page is in, and of the page. */
export const namesOfPage = (page: Page): string[] =>
  pathsOfPage(page).flatMap((path) => path.split(/\/|__/).map(withoutSeparators));

/** A name in lower case, without its ending and what separates its words: `Release-Notes.md` is `releasenotes`. */
export const withoutSeparators = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.[a-z]+$/, '')
    .replace(/[^\p{L}\p{M}]/gu, '');
