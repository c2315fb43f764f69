import { calloutNamed } from '../../text/callouts.ts';
import { COLON_FENCE } from './block-markup.ts';
import { closesFence } from './code-fences.ts';

/** A directive or role, as in `{note}`, or the name of a place (`(name)=`): a text without one, and without notes of mdBook, is no MyST. */
const MYST = /^[ \t]*(?:`{3,}|~{3,}|:{3,})(?:\{[a-z]|[ \t]?admonish\b)|\{[a-z][\w:+.-]*\}`|^\([\w./:-]+\)=/im;
const DIRECTIVE = /^([ \t]*)(`{3,}|~{3,}|:{3,})\{([a-z][\w:.-]*)\}(.*)$/i;
/** A note of mdBook, which is written as code: “```admonish warning title="Mind"”. */
const ADMONISH = /^([ \t]*)(`{3,}|~{3,})[ \t]?admonish(?:[ \t]+([a-z]+))?(?:[ \t]+(?:title=)?"([^"]{0,200})")?/i;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;
const OPTION = /^[ \t]*:([\w-]+):(.*)$/;
/** Names of places, breaks between cells. */
const NOT_SHOWN = /^(?:\([\w./:-]+\)=|\+\+\+.*)$/;
/** A role, or code that may end in braces, such as `/lamps/{id}`. */
const ROLE_OR_CODE = /\{([a-z][\w:+.-]*)\}`([^`]+)`|`+[^`]*`*/gi;
const CODE = /^(?:code|code-block|code-cell|sourcecode|parsed-literal|ipython3?)$/i;
const PICTURE = /^(?:image|figure)$/i;
/** Lists of pages or sources that are made when a site is built. */
const MADE = /^(?:toctree|tableofcontents|contents|bibliography|footbibliography|index|raw|only)$/i;
const CONTAINER =
  /^(?:admonition|card|dropdown|epigraph|glossary|grid|grid-item|grid-item-card|list-table|margin|seealso|sidebar|tab-item|tab-set|table|topic)$/i;
/** What follows their name is no title. */
const UNTITLED = /^(?:grid|grid-item|glossary|tab-set)$/i;
/** Roles whose text is shown as code. */
const CODE_ROLE =
  /^(?:kbd|code|file|command|samp|program|option|envvar|(?:py:)?(?:func|class|meth|mod|attr|data|exc|obj))$/i;

/** A directive that is open, or code, whose lines are copied or left out. */
interface Open {
  fence: string;
  /** Stands in place of the last line; undefined for code that stays as it is. */
  end: string | undefined;
  content: 'text' | 'code' | 'nothing';
}

/**
 * Rewrites MyST, the Markdown of Jupyter books and of Sphinx, into what the other generators write: directives, and the notes of
 * mdBook, become containers (`:::note Title`), code or pictures, roles their text; options, names of places and lists that are made go.
 */
export function readMyst(source: string): string {
  if (!MYST.test(source)) return source;
  const lines = source.split('\n');
  const output: string[] = [];
  const open: Open[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const inner = open.at(-1);
    if (inner && closesFence(line, inner.fence)) {
      open.pop();
      output.push(inner.end ?? line);
    } else if (inner && inner.content !== 'text') {
      if (inner.content === 'code') output.push(line);
    } else {
      const directive = DIRECTIVE.exec(line);
      const note = ADMONISH.exec(line);
      if (directive) at = openDirective(directive, lines, at, output, open);
      else if (note) openNote(note, output, open);
      else if (!NOT_SHOWN.test(line.trimEnd())) {
        const fence = FENCE.exec(line)?.[1];
        if (fence) open.push({ fence, end: undefined, content: 'code' });
        output.push(fence ? line : line.replace(ROLE_OR_CODE, roleText));
      }
    }
  }
  return output.join('\n');
}

/** Opens a directive, and returns the last line that belongs to its beginning. */
function openDirective(
  [line, indent = '', fence = '', name = '', given = '']: RegExpExecArray,
  lines: string[],
  at: number,
  output: string[],
  open: Open[],
): number {
  const { options, last } = readOptions(lines, at);
  const title = given.trim();
  const ticks = '`'.repeat(Math.max(3, fence.length));
  if (CODE.test(name)) {
    output.push(`${indent}${ticks}${title}`);
    open.push({ fence, end: `${indent}${ticks}`, content: 'code' });
    return last;
  }
  if (MADE.test(name)) {
    open.push({ fence, end: '', content: 'nothing' });
    return last;
  }
  if (PICTURE.test(name)) {
    const words = (options.get('alt') ?? '').replace(/[[\]]/g, ' ');
    output.push('', words ? `${indent}![${words}](${title})` : '', '');
    open.push({ fence, end: '', content: 'text' });
    return last;
  }
  if (calloutNamed(name) || CONTAINER.test(name) || fence.startsWith(':')) {
    output.push(`${indent}${COLON_FENCE}${name}${title && !UNTITLED.test(name) ? ` ${title}` : ''}`);
    open.push({ fence, end: `${indent}${COLON_FENCE}`, content: 'text' });
    return last;
  }
  // A diagram, or what an extension makes of it.
  output.push(line);
  open.push({ fence, end: undefined, content: 'code' });
  return at;
}

function openNote(
  [, indent = '', fence = '', kind = '', title = '']: RegExpExecArray,
  output: string[],
  open: Open[],
): void {
  output.push(`${indent}${COLON_FENCE}${calloutNamed(kind) ? kind : 'note'}${title && ` ${title}`}`);
  open.push({ fence, end: `${indent}${COLON_FENCE}`, content: 'text' });
}

/** The options of a directive, which stand in the lines below its first. */
function readOptions(lines: string[], at: number): { options: Map<string, string>; last: number } {
  const options = new Map<string, string>();
  let last = at;
  for (let next = OPTION.exec(lines[last + 1] ?? ''); next; next = OPTION.exec(lines[last + 1] ?? '')) {
    options.set((next[1] ?? '').toLowerCase(), (next[2] ?? '').trim());
    last += 1;
  }
  return { options, last };
}

function roleText(all: string, role: string | undefined, text = ''): string {
  if (role === undefined) return all;
  // `Title <target>`
  const target = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  const shown = target > 0 ? text.slice(0, target).trim() : text;
  if (/^math$/i.test(role)) return `$${text}$`;
  if (/^cite\b/i.test(role)) return `(${shown})`;
  return CODE_ROLE.test(role) ? `\`${shown.replace(/^[~!]/, '')}\`` : shown;
}
