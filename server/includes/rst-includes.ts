import { posix } from 'node:path';
import type { Expansion } from './expansion.ts';
import { dedented, indented, linesAt, numberedLines } from './select-lines.ts';

const DIRECTIVE = /^(\s*)\.\.\s+(include|literalinclude)::\s+(\S.*)$/;
const OPTION = /^\s+:([\w-]+):\s*(.*)$/s;
/** What begins an indented block that is shown as it is. */
const LITERAL = /^\s*\.\.\s+(?:code|code-block|sourcecode|parsed-literal|highlight|raw|math)::|^(?!\s*\.\.\s).*::\s*$/;

/** The text of a reStructuredText file with what it includes. */
export function expandRst(text: string, path: string, expansion: Expansion): string {
  const lines = text.split(/\r?\n/);
  const out: string[] = [];
  let literal: number | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const depth = line.search(/\S/);
    if (literal !== null && depth !== -1 && depth <= literal) literal = null;
    const match = literal === null ? DIRECTIVE.exec(line) : null;
    if (!match) {
      if (literal === null && LITERAL.test(line)) literal = depth;
      out.push(line);
      continue;
    }
    const [, indent = '', kind = '', target = ''] = match;
    const options: Record<string, string> = {};
    let end = at + 1;
    for (let option = OPTION.exec(lines[end] ?? ''); option; option = OPTION.exec(lines[end] ?? '')) {
      options[option[1] ?? ''] = option[2]?.trim() ?? '';
      end += 1;
    }
    const included = include({ kind, target: target.trim(), options }, path, expansion);
    if (included === null) out.push(...lines.slice(at, end));
    else out.push(...indented(included, indent));
    at = end - 1;
  }
  return out.join('\n');
}

interface Directive {
  kind: string;
  target: string;
  options: Record<string, string>;
}

function include({ kind, target, options }: Directive, path: string, expansion: Expansion): string[] | null {
  // Docutils brings these itself, and another parser reads those.
  if (/^<.*>$/.test(target) || options.parser !== undefined) return null;
  // Sphinx: a slash begins at the folder.
  const from = target.startsWith('/') ? '' : posix.dirname(path);
  const file = expansion.read(posix.join(from, target.replace(/^\/+/, '')), target);
  if (!file) return null;
  const selected = select(file.text.split(/\r?\n/), options);
  if (kind === 'literalinclude' || options.code !== undefined || options.literal !== undefined) {
    const language = options.language ?? options.code ?? '';
    const shown = options.dedent === undefined ? selected : dedented(selected);
    return ['', `.. code-block:: ${language}`.trimEnd(), '', ...indented(shown, '   '), ''];
  }
  if (/\.(?:md|markdown|mdx)$/i.test(file.path)) return null;
  return ['', ...expansion.nested(file, (text) => expandRst(text, file.path, expansion), selected.join('\n')), ''];
}

/** The part of a file that the options name. */
function select(all: string[], options: Record<string, string>): string[] {
  const numbers = options.lines === undefined ? null : numberedLines(options.lines, all.length);
  let lines = numbers ? linesAt(all, numbers) : all;
  const [first, last] = [lineNumber(options['start-line']), lineNumber(options['end-line'])];
  if (first !== undefined || last !== undefined) lines = lines.slice(first, last);
  const at = (name: string, from: number) => {
    const text = options[name];
    const found = text ? lines.findIndex((line, index) => index >= from && line.includes(text)) : -1;
    return found === -1 ? null : found;
  };
  const [after, start] = [at('start-after', 0), at('start-at', 0)];
  const from = after !== null ? after + 1 : (start ?? 0);
  const [before, end] = [at('end-before', from), at('end-at', from)];
  return lines.slice(from, before ?? (end === null ? undefined : end + 1));
}

const lineNumber = (text: string | undefined) =>
  text !== undefined && /^-?\d+$/.test(text) ? Number(text) : undefined;
