import type { Token } from 'marked';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML, also within an attribute's quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** The text of Markdown tokens without any markup; the cells of a table and the items of a list are separated by spaces. */
export function plainText(token: Token | Token[] | undefined): string {
  if (!token) return '';
  if (Array.isArray(token)) return token.map(plainText).join('');
  switch (token.type) {
    case 'table':
      return [token.header, ...token.rows]
        .flat()
        .map((cell: { tokens: Token[] }) => plainText(cell.tokens))
        .join(' ');
    case 'list':
      return token.items.map((item: { tokens: Token[] }) => plainText(item.tokens)).join(' ');
    case 'space':
    case 'br':
      return ' ';
    default:
      if ('tokens' in token && token.tokens) return plainText(token.tokens);
      return 'text' in token ? token.text.replace(/\s+/g, ' ') : '';
  }
}

/** Makes anchors of headings like GitHub's, so that a link to a section works there as well. */
export function slugger(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count ? `${slug}-${count}` : slug;
  };
}
