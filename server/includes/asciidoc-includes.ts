import { posix } from 'node:path';
import type { Expansion } from './expansion.ts';
import { dedented, indented, linesAt, numberedLines } from './select-lines.ts';

const DIRECTIVE = /^include::([^\s[][^[]*)\[(.*)\]\s*$/;
const ATTRIBUTE = /^:([\w][\w-]*):\s+(.*)$/s;
/** Of an Antora module: `[module:]family$path`. */
const RESOURCE = /^(?:([\w-]+):)?(partial|page|example|attachment|image)\$(.+)$/;
const TAG = /\b(tag|end)::([\w-]+)\[\]/;
const HEADING = /^(={1,6})(\s+\S.*)$/;
/** A delimiter whose content is code. */
const VERBATIM = /^(?:-{4,}|\.{4,}|\+{4,}|`{3,})/;
/** Only these are AsciiDoc themselves. */
const NESTS = /\.(?:adoc|asciidoc|asc|ad|txt)$/i;

/** The text of an AsciiDoc file with what it includes. `attributes`: those set so far, also by what is included. */
export function expandAsciiDoc(
  text: string,
  path: string,
  expansion: Expansion,
  attributes = new Map<string, string>(),
): string {
  return text
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, name, value] = ATTRIBUTE.exec(line) ?? [];
      if (name !== undefined && value !== undefined) attributes.set(name, value.trim());
      const match = DIRECTIVE.exec(line);
      if (!match) return [line];
      const [, target = '', options = ''] = match;
      const named = filledIn(target, attributes);
      return include(named, optionsOf(options), path, expansion, attributes) ?? [line];
    })
    .join('\n');
}

const filledIn = (target: string, attributes: Map<string, string>) =>
  target.replace(/\{([\w-]+)\}/g, (whole, name: string) => attributes.get(name) ?? (name === 'docdir' ? '.' : whole));

/** `lines="1..3;5", leveloffset=+1`. */
function optionsOf(text: string): Record<string, string> {
  const options: Record<string, string> = {};
  for (const [, name = '', quoted, plain] of text.matchAll(/(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|([^,\s]*))/g))
    options[name] = quoted ?? plain ?? '';
  return options;
}

function include(
  target: string,
  options: Record<string, string>,
  path: string,
  expansion: Expansion,
  attributes: Map<string, string>,
): string[] | null {
  if (/^[a-z]+:\/\//i.test(target)) return null;
  const isOptional = options.opts === 'optional';
  const file = expansion.read(pathOf(target, path), isOptional ? null : target);
  if (!file) return null;
  const selected = select(file.text.split(/\r?\n/), options);
  const whole = NESTS.test(file.path)
    ? expansion.nested(file, (text) => expandAsciiDoc(text, file.path, expansion, attributes), selected.join('\n'))
    : selected;
  const levelled = shifted(whole, Number(options.leveloffset ?? 0) || 0);
  return options.indent === undefined
    ? levelled
    : indented(dedented(levelled), ' '.repeat(Number(options.indent) || 0));
}

/** Where a target is in the folder: beside the page, or in a module of an Antora component. */
function pathOf(target: string, path: string): string {
  const [, module, family, rest = ''] = RESOURCE.exec(target) ?? [];
  const own = /^(.*?)(?:modules)\/([^/]+)\//.exec(path);
  if (family !== undefined && own) return `${own[1]}modules/${module ?? own[2]}/${family}s/${rest}`;
  return posix.join(posix.dirname(path), target);
}

/** The part of a file that the options name, without the comments that mark parts. */
function select(all: string[], { lines, tag, tags }: Record<string, string>): string[] {
  const numbers = lines === undefined ? null : numberedLines(lines, all.length);
  if (numbers) return linesAt(all, numbers);
  const wanted = (tags ?? tag ?? '')
    .split(/[;,]/)
    .map((name) => name.trim())
    .filter((name) => /^[\w-]+$/.test(name));
  const open: string[] = [];
  return all.filter((line) => {
    const [, what, name = ''] = TAG.exec(line) ?? [];
    if (what === 'tag') open.push(name);
    else if (what === 'end' && open.includes(name)) open.splice(open.lastIndexOf(name), 1);
    return what === undefined && (wanted.length === 0 || open.some((one) => wanted.includes(one)));
  });
}

/** Headings, outside of code, some levels deeper. */
function shifted(lines: string[], levels: number): string[] {
  if (levels === 0) return lines;
  let verbatim: string | null = null;
  return lines.map((line) => {
    if (verbatim === null ? VERBATIM.test(line) : line === verbatim) verbatim = verbatim === null ? line : null;
    const [, signs, rest] = (verbatim === null && HEADING.exec(line)) || [];
    return signs === undefined ? line : '='.repeat(Math.min(6, Math.max(1, signs.length + levels))) + rest;
  });
}
