import { SourceFailure, sourceFailures } from '../failures.ts';
import type { DocumentFormat, ParsedDocument } from '../types.ts';

const KINDS: Record<DocumentFormat, string> = {
  pdf: 'PDF',
  docx: 'Word',
  html: 'HTML',
  markdown: 'Markdown',
  text: 'text',
};

/** Makes a document of a file's bytes. `onPage` hears of pages done, for formats that have pages. May be used once. */
export type Parser = (
  bytes: Uint8Array,
  onPage: (done: number, total: number) => void,
) => ParsedDocument | Promise<ParsedDocument>;

/** The parser of a format with all that it needs; the others are not loaded. */
export async function loadParser(format: DocumentFormat): Promise<Parser> {
  switch (format) {
    case 'pdf': {
      const [{ parsePdf }, { loadPdfium }] = await Promise.all([
        import('../parsers/pdf/pdf.ts'),
        import('../parsers/pdf/pdfium.ts'),
      ]);
      const pdfium = await loadPdfium();
      return (bytes, onPage) => parsePdf(bytes, onPage, pdfium);
    }
    case 'docx':
      return (await import('../parsers/docx/docx.ts')).parseDocx;
    case 'html':
      return (await import('../parsers/html/html.ts')).parseHtml;
    case 'markdown':
      return (await import('../parsers/markdown/markdown.ts')).parseMarkdown;
    case 'text':
      return (await import('../parsers/text/text.ts')).parseText;
  }
}

/** The document of a file's bytes. Whatever a parser throws becomes a `SourceFailure` in our words. */
export async function parse(
  format: DocumentFormat,
  bytes: Uint8Array,
  onPage: (done: number, total: number) => void,
  parser: Parser | Promise<Parser> = loadParser(format),
): Promise<ParsedDocument> {
  try {
    return await (await parser)(bytes, onPage);
  } catch (error) {
    if (error instanceof SourceFailure) throw error;
    // Nesting that overflows the stack, or a string that grows beyond what can be held.
    if (error instanceof RangeError) throw sourceFailures.tooComplex();
    throw sourceFailures.unreadable(KINDS[format]);
  }
}
