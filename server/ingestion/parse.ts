import { SourceFailure, sourceFailures } from './failures.ts';
import type { DocumentFormat, ParsedDocument } from './types.ts';

const KINDS: Record<DocumentFormat, string> = {
  pdf: 'PDF',
  docx: 'Word',
  html: 'HTML',
  markdown: 'Markdown',
  text: 'text',
};

/**
 * The document of a file's bytes. Loads only the parser that it needs; whatever a parser throws becomes a `SourceFailure`
 * in our words. `onPage` hears of pages done, for formats that have pages.
 */
export async function parse(
  format: DocumentFormat,
  bytes: Uint8Array,
  onPage: (done: number, total: number) => void,
): Promise<ParsedDocument> {
  try {
    switch (format) {
      case 'pdf':
        return await (await import('./parsers/pdf.ts')).parsePdf(bytes, onPage);
      case 'docx':
        return await (await import('./parsers/docx.ts')).parseDocx(bytes);
      case 'html':
        return (await import('./parsers/html.ts')).parseHtml(bytes);
      case 'markdown':
        return (await import('./parsers/markdown.ts')).parseMarkdown(bytes);
      case 'text':
        return (await import('./parsers/text.ts')).parseText(bytes);
    }
  } catch (error) {
    if (error instanceof SourceFailure) throw error;
    // Nesting that overflows the stack, or a string that grows beyond what can be held.
    if (error instanceof RangeError) throw sourceFailures.tooComplex();
    throw sourceFailures.unreadable(KINDS[format]);
  }
}
