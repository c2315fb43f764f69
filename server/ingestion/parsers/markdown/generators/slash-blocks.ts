import { COLON_FENCE } from './block-markup.ts';
import { createFenceReader } from './code-fences.ts';

const OPENING = /^([ \t]*)\/{3,}[ \t]?([a-z][\w-]{0,60})(?:[ \t]{0,9}\|(.{0,500}))?$/i;
const CLOSING = /^([ \t]*)\/{3,}[ \t]*$/;
/** Below the first line, indented: `    type: warning`. */
const OPTION = /^(?: {4}|\t)[ \t]*([\w-]{1,40}):[ \t]*(.{0,200})$/;

/**
 * Rewrites the blocks of PyMdown (`/// note | Title` … `///`) into containers (`:::note Title`); their options go, but for the kind
 * of an admonition.
 */
export function readSlashBlocks(source: string): string {
  if (!source.includes('///')) return source;
  const lines = source.split('\n');
  const output: string[] = [];
  const isCode = createFenceReader();
  let open = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isCode(line)) {
      output.push(line);
      continue;
    }
    const [, indent = '', name, title = ''] = OPENING.exec(line.trimEnd()) ?? [];
    if (name !== undefined) {
      const { options, last } = optionsBelow(lines, at);
      const kind = name === 'admonition' ? (options.get('type') ?? 'note') : name;
      output.push(`${indent}${COLON_FENCE}${kind} ${title.trim()}`.trimEnd());
      at = last;
      open += 1;
    } else if (open > 0 && CLOSING.test(line)) {
      output.push(line.replace(/\/+/, COLON_FENCE));
      open -= 1;
    } else output.push(line);
  }
  return output.join('\n');
}

/** The options of a block, and the last line that belongs to its beginning. */
function optionsBelow(lines: string[], at: number): { options: Map<string, string>; last: number } {
  const options = new Map<string, string>();
  let last = at;
  for (let option = OPTION.exec(lines[last + 1] ?? ''); option; option = OPTION.exec(lines[last + 1] ?? '')) {
    options.set(option[1] ?? '', (option[2] ?? '').trim());
    last += 1;
  }
  return { options, last };
}
