import { createConditions, DEFAULT_ATTRIBUTES } from './asciidoc-conditions.ts';
import { createCompounds, underlinedHeading } from './asciidoc-titles.ts';

/** The lines of a document without what only the processor reads, and the values that it sets. */
interface AsciiDocSource {
  lines: string[];
  /** By their name in lower case. */
  attributes: Map<string, string>;
  /** The lines of text that conditions leave out of the built page. */
  hidden: string[];
  /** The files that it includes, as it names them: they are not there. */
  missing: string[];
}

const ATTRIBUTE = /^:(!?[\w][\w-]*!?):(?:\s+(.*))?$/s;
const INCLUDE = /^include::([^[]+)\[(.*)\]\s*$/;
/** A line that a backslash keeps from being a directive. */
const ESCAPED = /^\\(?=(?:ifdef|ifndef|ifeval|endif|include)::[^[]*\[.*\]\s*$)/;
const COMMENT = /^\/\/(?!\/)/;
/** A delimiter whose content is code: nothing in it is a setting. */
const VERBATIM = /^(?:-{4,}|\.{4,}|\+{4,}|`{3,})/;

/**
 * Takes out comments, settings, inclusions, and what conditions leave out of the built page: it has the attributes that the
 * document sets and those that a page of HTML has. Titles that are underlined become headings of one line.
 */
export function readSource(text: string): AsciiDocSource {
  const lines: string[] = [];
  const hidden: string[] = [];
  const missing: string[] = [];
  const attributes = new Map<string, string>();
  const defined = new Map(DEFAULT_ATTRIBUTES);
  const conditions = createConditions();
  const compounds = createCompounds();
  let verbatim: string | null = null;
  let isComment = false;

  /** Sets or removes an attribute. */
  function set(name: string, value: string): void {
    const plain = name.replace(/!/g, '').toLowerCase();
    if (plain !== name.toLowerCase()) defined.delete(plain);
    else {
      attributes.set(plain, value);
      defined.set(plain, value);
    }
  }

  /** Makes the last line a heading if this one underlines it. */
  function addHeading(line: string): boolean {
    const heading = compounds.isOutside() ? underlinedHeading(lines.at(-2) ?? '', lines.at(-1) ?? '', line) : null;
    if (heading !== null) lines.splice(-1, 1, heading);
    return heading !== null;
  }

  const all = text.split('\n').map((line) => line.trimEnd());
  for (let at = 0; at < all.length; at += 1) {
    let line = all[at] ?? '';
    const isComments = /^\/{4,}$/.test(line) && verbatim === null && !conditions.isOut();
    if (isComments) isComment = !isComment;
    if (isComments || isComment) continue;
    const taken = conditions.take(line, defined);
    if (taken) {
      const [inline] = taken;
      if (inline === undefined) continue;
      line = inline;
    } else if (conditions.isOut()) {
      if (!ATTRIBUTE.test(line) && !INCLUDE.test(line) && !COMMENT.test(line)) hidden.push(line);
      continue;
    }
    const include = INCLUDE.exec(line);
    if (include) {
      if (!/\boptional\b/.test(include[2] ?? '')) missing.push(include[1] ?? '');
    } else if (verbatim !== null) {
      if (line === verbatim || (verbatim === '```' && line === '```')) verbatim = null;
      lines.push(line.replace(ESCAPED, ''));
    } else if (addHeading(line)) continue;
    else if (VERBATIM.test(line)) {
      verbatim = line.startsWith('```') ? '```' : line;
      lines.push(line);
    } else if (COMMENT.test(line)) continue;
    else if (ATTRIBUTE.test(line)) {
      const [, name = '', first = ''] = ATTRIBUTE.exec(line) ?? [];
      let value = first;
      while (value.endsWith(' \\') && at + 1 < all.length) {
        at += 1;
        value = `${value.slice(0, -2)} ${(all[at] ?? '').trim()}`;
      }
      set(name, value);
    } else {
      compounds.take(line);
      lines.push(line.replace(ESCAPED, ''));
    }
  }
  return { lines, attributes, hidden, missing };
}
