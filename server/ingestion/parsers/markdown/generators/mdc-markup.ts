import { COLON_FENCE } from './block-markup.ts';
import { createFenceReader } from './code-fences.ts';

/** Two colons alone close a component: a text without such a line is no MDC. */
const MDC = /^[ \t]*::[ \t]*$/m;
const CLOSING = /^[ \t]*::+[ \t]*$/;
const OPENING = /^([ \t]*)::+([a-z][\w-]*)(?:\[([^\]]{0,200})\])?(\{.{0,1000}\})?[ \t]*$/;
/** The name of a part of a component, whose content follows. */
const SLOT = /^[ \t]*#[a-z][\w-]*[ \t]*$/;
/** A component within a line, or code. */
const INLINE_OR_CODE = /`+[^`]*`*|(?<![\w:]):([a-z][\w-]*)(?:\[([^\]]{0,200})\])?(\{[^{}]{0,400}\})/g;
/** Components that open when their title is pressed. */
const EXPANDS = /^(?:collapsible|accordion-item)$/;
const ATTRIBUTE = /(?<![\w-])([\w-]{1,40})="([^"]*)"/g;
const LABELS = ['title', 'label', 'name'];
/** Of an icon within a line, the name is none. */
const INLINE_LABELS = ['title', 'label', 'value'];
const PROPERTIES = '---';
const MAX_PROPERTIES = 40;

/**
 * Rewrites MDC, the Markdown of Nuxt Content, into what the other generators write: components (`::note` … `::`) become containers
 * (`:::note[Title]`), those within a line their text; their properties and the names of their parts go.
 */
export function readMdc(source: string): string {
  if (!MDC.test(source)) return source;
  const lines = source.split('\n');
  const output: string[] = [];
  const isCode = createFenceReader();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isCode(line)) {
      output.push(line);
      continue;
    }
    const opening = OPENING.exec(line);
    if (opening) {
      const end = endOfProperties(lines, at + 1);
      output.push(openingLine(opening, lines.slice(at + 1, end)));
      at = end - 1;
    } else if (CLOSING.test(line)) output.push(line.replace(/:+/, COLON_FENCE));
    else if (!SLOT.test(line)) output.push(line.replace(INLINE_OR_CODE, inlineText));
  }
  return output.join('\n');
}

/** The line after the properties of a component, which stand between two lines of dashes below its first. */
function endOfProperties(lines: string[], start: number): number {
  if (lines[start]?.trim() !== PROPERTIES) return start;
  const end = lines.slice(start + 1, start + MAX_PROPERTIES).findIndex((line) => line.trim() === PROPERTIES);
  return end === -1 ? start : start + end + 2;
}

function openingLine([, indent = '', name = '', label = '', attributes = '']: RegExpExecArray, properties: string[]) {
  const title = label || attributeOf(attributes, LABELS) || propertyOf(properties, LABELS);
  const description = attributeOf(attributes, ['description']) || propertyOf(properties, ['description']);
  const opening = `${indent}${COLON_FENCE}${EXPANDS.test(name) ? 'details' : name}${title && `[${withoutBrackets(title)}]`}`;
  return description ? `${opening}\n${indent}${description}\n` : opening;
}

function inlineText(all: string, name: string | undefined, label = '', attributes = ''): string {
  return name === undefined ? all : label || attributeOf(attributes, INLINE_LABELS);
}

function attributeOf(attributes: string, names: string[]): string {
  const values = new Map([...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value]));
  return names.map((name) => values.get(name)).find((value) => value) ?? '';
}

function propertyOf(properties: string[], names: string[]): string {
  const lines = names.flatMap((name) => properties.filter((line) => line.trim().startsWith(`${name}:`)));
  const value = (lines[0] ?? '').trim();
  return value
    .slice(value.indexOf(':') + 1)
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2');
}

const withoutBrackets = (title: string) => title.replace(/[[\]]/g, ' ');
