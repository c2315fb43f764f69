import { posix } from 'node:path';
import { DOCFX_INCLUDE } from '../platform/text/docfx-include.ts';
import type { Expansion } from './expansion.ts';
import { markdownBody } from './markdown-body.ts';
import { indented } from './select-lines.ts';

const ALL = new RegExp(DOCFX_INCLUDE, 'gi');
/** One alone on its line, which may stand in a quotation. */
const ALONE = new RegExp(`^([ \\t>]*)${DOCFX_INCLUDE.source}[ \\t]*$`, 'i');

/** The text of a Markdown file with the files that it includes: one alone on its line as lines, others as words of their line. */
export function expandDocFx(text: string, path: string, expansion: Expansion): string {
  const linesOf = (target: string): string[] | null => {
    const from = target.startsWith('~/') ? '' : posix.dirname(path);
    const file = expansion.read(posix.join(from, target.replace(/^~\//, '')), target);
    if (!file) return null;
    const body = markdownBody(file.text).trim();
    return expansion.nested(file, (nested) => expandDocFx(nested, file.path, expansion), body);
  };
  return text
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, before = '', , target] = ALONE.exec(line) ?? [];
      if (target !== undefined) {
        const lines = linesOf(target);
        return lines ? indented(lines, before) : [line];
      }
      return [line.replace(ALL, (mark, _title: string, one: string) => linesOf(one)?.join(' ') ?? mark)];
    })
    .join('\n');
}
