/** What the front matter of a page says of its address. */
export interface FrontMatter {
  /** Takes the place of the last part of the address, or of all of it if it begins with a slash. */
  slug?: string;
  /** Hugo: the address on the site. */
  url?: string;
  /** Jekyll: the address on the site. */
  permalink?: string;
  /** Docusaurus: takes the place of the file's name. */
  id?: string;
  draft: boolean;
}

const YAML = /^---\r?\n([\s\S]*?)\r?\n---\s*(?:\r?\n|$)/;
const TOML = /^\+\+\+\r?\n([\s\S]*?)\r?\n\+\+\+\s*(?:\r?\n|$)/;

/** Whether a page has nothing but front matter, such as the index of a section: there is nothing to read in it. */
export const isOnlyFrontMatter = (text: string): boolean =>
  [YAML, TOML].some((block) => block.test(text) && text.replace(block, '').trim() === '');

/** Reads the few keys that matter, at the outermost level; these are single lines in every generator's documentation. */
export function readFrontMatter(text: string): FrontMatter {
  const block = YAML.exec(text)?.[1] ?? TOML.exec(text)?.[1] ?? '';
  const found: Record<string, string> = {};
  for (const [, key = '', value = ''] of block.matchAll(/^(slug|url|permalink|id|draft)[ \t]*[:=][ \t]*(.*)$/gm))
    found[key] = scalar(value);
  const { slug, url, permalink, id, draft } = found;
  return {
    ...(slug && { slug }),
    ...(url && { url }),
    ...(permalink && { permalink }),
    ...(id && { id }),
    draft: draft === 'true',
  };
}

/** Without quotes, or without a comment after it. */
function scalar(value: string): string {
  const quoted = /^(["'])(.*?)\1/.exec(value.trim());
  return quoted ? (quoted[2] ?? '') : (value.split(/\s#/, 1)[0] ?? '').trim();
}
