/** What a title is underlined with, by its level. */
const UNDERLINES = '=-~^+';
const UNDERLINE = /^(?:={3,}|-{3,}|~{3,}|\^{3,}|\+{3,})$/;
/** What has marks of its own: attributes, the title of a block, an item of a list, a heading, a table. */
const MARKED = /^(?:\[.*\]|[.|].*|[*-] .*|(?:={1,6}|#{1,6})\s.*)$/s;
const WORD = /[\p{L}\p{N}_]/u;
/** Above a title there may be nothing but an empty line, another title, attributes or an anchor, or the end of a block. */
const ABOVE = /^(?:|={1,6}\s.*|\[.*\]|-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|--|`{3,}|[|,:!]={3,}|'{3,}|<{3,})$/s;
/** What blocks begin and end with that hold other blocks: titles are underlined only outside of them. */
const COMPOUND = /^(?:={4,}|\*{4,}|_{4,}|--|[|,:!]={3,})$/;

/**
 * The heading, `== Name`, of a line that is underlined, or null. The underline is as long as the title, or one character shorter
 * or longer. `above`: the line above the title.
 */
export function underlinedHeading(above: string, title: string, line: string): string | null {
  if (!UNDERLINE.test(line) || Math.abs([...title].length - line.length) > 1) return null;
  if (MARKED.test(title) || !WORD.test(title) || /^\s/.test(title) || !ABOVE.test(above)) return null;
  return `${'='.repeat(UNDERLINES.indexOf(line.charAt(0)) + 1)} ${title}`;
}

/** Follows the blocks of a document that hold other blocks. */
export function createCompounds() {
  const open: string[] = [];
  return {
    isOutside: () => open.length === 0,
    /** Takes the next line that is no heading. */
    take(line: string): void {
      if (!COMPOUND.test(line)) return;
      if (open.at(-1) === line) open.pop();
      else open.push(line);
    },
  };
}
