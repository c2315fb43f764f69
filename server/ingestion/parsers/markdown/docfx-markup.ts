import { DOCFX_INCLUDE } from '../../../platform/text/docfx-include.ts';
import { createFenceReader } from './generators/code-fences.ts';

/** What only DocFX has, which makes Microsoft's documentation. */
const DOCFX = /\[!(?:include|div|video|code)|:::[ \t]?(?:row|column|image|no-loc|zone|moniker)\b/i;
/** How a quotation looks, or a video, alone on a line. */
const NOT_SHOWN = /^([ \t>]*)\[!(?:div|video)\b[^\]\n]*\][ \t]*$/i;
/** Columns and their rows, and what is for one version or kind of reader: marks around what is shown. */
const AROUND = /^[ \t]*:::[ \t]?(?:(?:row|column)\b.*:::|(?:zone|moniker|image)\b.*)$/i;
const PICTURE = /:::[ \t]*image\b([^\n]{0,1000}?):{3,}/gi;
const ALTERNATIVE = /\balt-text="([^"]*)"/i;
const NAME = /:::no-loc[ \t]+text="([^"]*)":::/gi;
/** A part of a program: `[!code-csharp[title](file.cs)]`. */
const CODE = /^[ \t>]*\[!code-?[^\]\n[]*\[[^\]\n]*\]\(([^()\s]{1,300})\)\][ \t]*$/i;
const SAYS_MORE = /[^\s>]/;
const INCLUDES = new RegExp(DOCFX_INCLUDE, 'gi');

/**
 * Rewrites the Markdown of DocFX into plain Markdown, and tells which files it includes that are not here: one alone on its line
 * leaves nothing, one within a sentence its title.
 */
export function readDocFx(markdown: string): { text: string; missing: string[] } {
  if (!DOCFX.test(markdown)) return { text: markdown, missing: [] };
  const missing = new Set<string>();
  const isCode = createFenceReader();
  const shown = markdown.split('\n').map((line) => (isCode(line) ? line : readLine(line, missing)));
  return { text: shown.join('\n'), missing: [...missing] };
}

function readLine(line: string, missing: Set<string>): string {
  const [, quoted] = NOT_SHOWN.exec(line) ?? [];
  if (quoted !== undefined) return quoted.trimEnd();
  const pictures = line.replace(
    PICTURE,
    (_, attributes: string) => `![${ALTERNATIVE.exec(attributes)?.[1] ?? ''}](picture)`,
  );
  if (AROUND.test(pictures.trimEnd())) return '';
  const [, code] = CODE.exec(pictures) ?? [];
  if (code !== undefined) {
    missing.add(code);
    return '';
  }
  const names = pictures.replace(NAME, '$1');
  const words = names.replace(INCLUDES, (_, title: string, target: string) => {
    missing.add(target);
    return title;
  });
  return words !== names && !SAYS_MORE.test(names.replace(INCLUDES, '')) ? '' : words;
}
