/** The lines of a document without what only the processor reads, and the values that it sets. */
export interface AsciiDocSource {
  lines: string[];
  /** By their name in lower case. */
  attributes: Map<string, string>;
}

const ATTRIBUTE = /^:(!?[\w][\w-]*!?):(?:\s+(.*))?$/s;
const CONDITION = /^(?:ifdef|ifndef|ifeval|endif)::[^[]*\[(.*)\]\s*$/;
const INCLUDE = /^include::[^[]+\[.*\]\s*$/;
/** A delimiter whose content is code: nothing in it is a setting. */
const VERBATIM = /^(?:-{4,}|\.{4,}|\+{4,}|`{3,})/;

/**
 * Takes out comments, settings, conditions and inclusions. Both branches of a condition stay: which one a site shows is said
 * elsewhere. Files that are included are not there.
 */
export function readSource(text: string): AsciiDocSource {
  const lines: string[] = [];
  const attributes = new Map<string, string>();
  let verbatim: string | null = null;
  let isComment = false;
  const all = text.split('\n').map((line) => line.trimEnd());
  for (let at = 0; at < all.length; at += 1) {
    const line = all[at] ?? '';
    if (/^\/{4,}$/.test(line) && verbatim === null) isComment = !isComment;
    else if (isComment) continue;
    else if (INCLUDE.test(line)) continue;
    else if (CONDITION.test(line)) {
      // `ifdef::name[text]` holds its text itself; that of `ifeval` is the condition.
      const inside = line.startsWith('ifeval') ? '' : (CONDITION.exec(line)?.[1] ?? '');
      if (inside) lines.push(inside);
    } else if (verbatim !== null) {
      if (line === verbatim || (verbatim === '```' && line === '```')) verbatim = null;
      lines.push(line);
    } else if (VERBATIM.test(line)) {
      verbatim = line.startsWith('```') ? '```' : line;
      lines.push(line);
    } else if (/^\/\/(?!\/)/.test(line)) continue;
    else if (ATTRIBUTE.test(line)) {
      const [, name = '', first = ''] = ATTRIBUTE.exec(line) ?? [];
      let value = first;
      while (value.endsWith(' \\') && at + 1 < all.length) {
        at += 1;
        value = `${value.slice(0, -2)} ${(all[at] ?? '').trim()}`;
      }
      if (!name.includes('!')) attributes.set(name.toLowerCase(), value);
    } else lines.push(line);
  }
  return { lines, attributes };
}
