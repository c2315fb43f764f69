import { posix } from 'node:path';
import type { Expansion } from './expansion.ts';
import { markdownBody } from './markdown-body.ts';
import { indented } from './select-lines.ts';

/** A line that imports Markdown. */
export const IMPORT = /^import\s+([A-Z]\w*)\s+from\s+(['"])([^'"\n]+\.mdx?)\2;?\s*$/m;
/** A component without content, alone on its line. */
const SHOWN = /^([ \t]*)<([A-Z]\w*)(?:\s[^<>]*)?\/>\s*$/;
const FENCE = /^\s*(`{3,}|~{3,})/;

/** The text of an MDX file with the files that it imports and shows: `import Note from './_note.mdx'`, and then `<Note />`. */
export function expandMdx(text: string, path: string, expansion: Expansion): string {
  const lines = text.split(/\r?\n/);
  const targets = new Map<string, string>();
  let fence = '';
  return lines
    .flatMap((line) => {
      const mark = FENCE.exec(line)?.[1] ?? '';
      if (mark !== '' && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
      if (fence !== '') return [line];
      const [, name = '', , target = ''] = IMPORT.exec(line) ?? [];
      if (name !== '') targets.set(name, target);
      const [, indent = '', component = ''] = SHOWN.exec(line) ?? [];
      const imported = targets.get(component);
      return (imported !== undefined && show(imported, indent, path, expansion)) || [line];
    })
    .join('\n');
}

function show(target: string, indent: string, path: string, expansion: Expansion): string[] | null {
  // Docusaurus begins at the site with “@site”, Mintlify with a slash.
  const from = /^(?:@site)?\//.test(target) ? '' : posix.dirname(path);
  const file = expansion.read(posix.join(from, target.replace(/^(?:@site)?\/+/, '')), target);
  if (!file) return null;
  const body = markdownBody(file.text);
  return [
    '',
    ...indented(
      expansion.nested(file, (nested) => expandMdx(nested, file.path, expansion), body),
      indent,
    ),
    '',
  ];
}
