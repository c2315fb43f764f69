/** A file that Snippets of PyMdown puts in place of its line, also within code. */
const SNIPPET = /^[ \t]*-+8<-+[ \t]+(?:"([^"]+)"|'([^']+)')[ \t]*$/;
/** The same of plugins for code: `{* ../src/app.py hl[3] *}`, `{!> ../src/app.py!}`. */
const CODE_FILE = /^[ \t]*\{(?:\*|!>?)[ \t]*([^\s{}*!]{1,300}\.\w{1,10})(?:[ \t][^{}]{0,100})?[*!]\}[ \t]*$/;
const SIGN = /8<-|\{[*!]/;
/** The lines around names of files, one a line. */
const BOUNDARY = /^[ \t]*-+8<-+[ \t]*$/;
/** Shown without the semicolon, and no snippet. */
const ESCAPED = /^([ \t]*);(?=-+8<-)/;

/** Markdown without the lines of snippets, whose files are not here, and the names of these. */
export function readSnippets(markdown: string): { text: string; missing: string[] } {
  if (!SIGN.test(markdown)) return { text: markdown, missing: [] };
  const missing: string[] = [];
  const lines = markdown.split('\n');
  const last = lines.findLastIndex((line) => BOUNDARY.test(line));
  let isWithin = false;
  const shown = lines.map((line, at) => {
    if (BOUNDARY.test(line) && (isWithin || at < last)) {
      isWithin = !isWithin;
      return '';
    }
    const [, double, single] = SNIPPET.exec(line) ?? [];
    const name = isWithin ? line.trim() : (double ?? single ?? CODE_FILE.exec(line)?.[1]);
    if (name === undefined) return line.replace(ESCAPED, '$1');
    if (name !== '') missing.push(name);
    return '';
  });
  return { text: shown.join('\n'), missing: [...new Set(missing)] };
}
