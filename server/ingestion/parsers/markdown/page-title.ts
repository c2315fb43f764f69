import type { Token } from 'marked';
import type { ParsedDocument } from '../../types.ts';
import { pageHeading } from '../text/page-heading.ts';
import { normalizeTitle } from '../text/text-builder.ts';
import type { FrontMatter } from './front-matter.ts';
import { baseName, hasWordsOfName, isReadme, titleOfName } from './title-of-name.ts';

/** The document with the title of its front matter, or else of its heading or its file; `tokens` are those of its text. */
export function titled(
  document: ParsedDocument,
  { title, alias }: Pick<FrontMatter, 'title' | 'alias'>,
  fileName: string,
  tokens: readonly Token[],
): ParsedDocument {
  const named = pageHeading(document, {
    namesPage: (heading) => hasWordsOfName(heading, fileName),
    hasBanner: beginsWithBanner(tokens) && !isReadme(fileName),
  });
  const byName = titleOfName(fileName);
  // A heading of level 1 below others is one of them.
  const isFirst = document.blocks.find(({ kind }) => kind === 'heading')?.level === 1;
  const heading = named?.heading ?? '';
  const isTitle = named?.isBanner === false && (isFirst || hasWordsOfName(heading, fileName));
  const headings = isTitle ? [heading, byName] : [byName, heading];
  const titles = [title, ...headings, alias, baseName(fileName)];
  const { blocks } = named ?? document;
  return { ...document, blocks, title: titles.map(normalizeTitle).find((one) => one !== null) ?? null };
}

/** Does it begin with one heading in HTML, which is written so for its looks? Several are the title and what that says of itself. */
function beginsWithBanner(tokens: readonly Token[]): boolean {
  const end = tokens.findIndex(({ type }) => type !== 'html' && type !== 'space');
  const markup = tokens.slice(0, end < 0 ? tokens.length : end).map(({ raw }) => raw);
  return markup.join('').match(/<h[1-6]\b/gi)?.length === 1;
}
