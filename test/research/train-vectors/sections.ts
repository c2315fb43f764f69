/** A section of a page: the text below a heading, up to the next heading of any level. */
export interface Section {
  /** The level of the heading; 1 for the page's title. */
  level: number;
  heading: string;
  /** The sentences or lines of code, in order. */
  sentences: string[];
}

export interface Page {
  title: string;
  /** The fields of the front matter; empty if there is none. */
  description: string;
  sections: Section[];
}

const MAX_PAGE_LENGTH = 200_000;
/** The number of lines of code that are read. Code has little meaning for training, and reference pages are full of it. */
const CODE_LINES = 12;
const UNDERLINES = '=-~^"*+#`:._';

/** Reads a page of Markdown, MDX, reStructuredText or AsciiDoc. An approximation is enough for a training corpus. */
export function readPage(path: string, source: string): Page {
  const { fields, body } = splitFrontMatter(source.slice(0, MAX_PAGE_LENGTH).replaceAll('\r', ''));
  const lines = /\.rst$|\.txt$/.test(path) ? underlinedHeadings(body.split('\n')) : body.split('\n');
  const sections: Section[] = [{ level: 1, heading: fields.title ?? '', sentences: [] }];
  let fence: string | null = null;
  let codeLines = 0;
  let paragraph: string[] = [];
  const endParagraph = () => {
    sections.at(-1)?.sentences.push(...sentencesOf(plain(paragraph.join(' '))));
    paragraph = [];
  };
  for (const line of lines) {
    const mark = /^\s*(?:[-*] )?(`{3,}|~{3,}|-{4,}$)/.exec(line)?.[1];
    if (mark !== undefined && (fence === null || mark.startsWith(fence))) {
      endParagraph();
      fence = fence === null ? mark.slice(0, 3) : null;
      codeLines = 0;
    } else if (fence !== null) {
      codeLines += 1;
      if (codeLines <= CODE_LINES && line.trim()) sections.at(-1)?.sentences.push(line.trim());
    } else {
      const heading = headingOf(line);
      if (heading) {
        endParagraph();
        sections.push({ ...heading, sentences: [] });
      } else if (isMarkup(line)) endParagraph();
      else {
        if (/^\s*(?:[-*+.] |\d+[.)] |\|)/.test(line)) endParagraph();
        paragraph.push(line);
      }
    }
  }
  endParagraph();
  const title = plain(fields.title ?? sections.find(({ heading }) => heading)?.heading ?? '');
  return { title, description: plain(fields.description ?? ''), sections };
}

function splitFrontMatter(source: string): { fields: Record<string, string>; body: string } {
  const match = /^\uFEFF?(?:---|\+\+\+)\n([\s\S]*?)\n(?:---|\+\+\+)\s*\n/.exec(source);
  const fields: Record<string, string> = {};
  for (const [, key = '', value = ''] of match?.[1]?.matchAll(/^(title|description)\s*[:=]\s*(.+)$/gm) ?? [])
    fields[key] = value.replace(/^["']|["']$/g, '').replace(/^[>|][-+]?$/, '');
  return { fields, body: match ? source.slice(match[0].length) : source };
}

function headingOf(line: string): { level: number; heading: string } | null {
  const match = /^(#{1,6}|={1,6}) +(.*?)(?: +\1)?(?:\s*\{[^}]*\})?\s*$/.exec(line);
  if (!match?.[1] || !match[2]) return null;
  const heading = plain(match[2]);
  return heading ? { level: match[1].length, heading } : null;
}

/** Converts the underlined headings of reStructuredText. The order of the underline characters in the page gives the levels. */
function underlinedHeadings(lines: string[]): string[] {
  const levels: string[] = [];
  const written = [...lines];
  for (let at = 1; at < lines.length; at++) {
    const [text = '', under = ''] = [lines[at - 1], lines[at]];
    const sign = under[0] ?? '';
    if (under.length < 3 || !UNDERLINES.includes(sign) || under !== sign.repeat(under.length)) continue;
    if (!/\S/.test(text) || /^\s/.test(text) || text.length > under.length + 2) continue;
    if (!levels.includes(sign)) levels.push(sign);
    written[at - 1] = `${'#'.repeat(Math.min(6, levels.indexOf(sign) + 1))} ${text}`;
    written[at] = '';
    if (lines[at - 2] === under) written[at - 2] = '';
  }
  return written;
}

/** True for lines without content: imports, tags, directives, attributes, comments, blank lines. */
function isMarkup(line: string): boolean {
  return (
    /^\s*$/.test(line) ||
    /^(?:import|export) .*(?:from|=)/.test(line) ||
    /^\s*(?:<\/?[^>]*>?|:::.*|\.\. .*|:[\w-]+:.*|\{\{.*\}\}|\{%.*%\}|\[\[.*\]\]|\[.*\]|[|:\-\s=+]+)\s*$/.test(line)
  );
}

/** Removes the markup from a line. */
export function plain(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->|\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, ' ')
    .replace(/<\/?[A-Za-z][^>]{0,400}>/g, ' ')
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/(?:https?:\/\/|link:|xref:)[^\s[]+/g, ' ')
    .replace(/:[\w:+-]+:`([^`<]*)(?:<[^>]*>)?`/g, '$1')
    .replace(/[`*|\\]|(?<!\w)_+|_+(?!\w)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function sentencesOf(paragraph: string): string[] {
  return paragraph.split(/(?<=[.!?:;])\s+(?=\S)|(?<=[。！？])/u).filter((sentence) => /[\p{L}]{2}/u.test(sentence));
}
