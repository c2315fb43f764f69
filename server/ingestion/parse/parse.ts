import { isUtf8 } from 'node:buffer';
import { FILE_FORMATS } from '../../platform/files/file-formats.ts';
import { SourceFailure, sourceFailures } from '../failures.ts';
import type { PageOptions } from '../parsers/html/parse-html.ts';
import type { ScanReader } from '../parsers/pdf/parse-pdf.ts';
import { garbledLines } from '../parsers/text/odd-letters.ts';
import type { DocumentFormat, ParsedDocument } from '../types.ts';
import { withLines } from './source-lines.ts';

/** What a parser is told beside the bytes. */
export interface ParserOptions extends PageOptions {
  /** Of a file, or of the page that was fetched. */
  fileName?: string;
  /** Of a PDF or a picture. */
  scans?: 'find' | ScanReader | undefined;
  /** Of a file whose citations open the file itself. */
  withLines?: boolean | undefined;
}

/** Formats of which a line of the file is one of what is read. Those that include other files have been put together before. */
const WITH_LINES: readonly DocumentFormat[] = ['markdown', 'text'];

/** Parses a file's bytes. Calls `onPage` after each page, for formats that have pages. */
export type Parser = (
  bytes: Uint8Array,
  onPage: (done: number, total: number) => void,
  options: ParserOptions,
) => ParsedDocument | Promise<ParsedDocument>;

/** Loads the parser of one format with all that it needs. */
export async function loadParser(format: DocumentFormat): Promise<Parser> {
  switch (format) {
    case 'pdf': {
      const [{ parsePdf }, { loadPdfium }] = await Promise.all([
        import('../parsers/pdf/parse-pdf.ts'),
        import('../parsers/pdf/pdfium.ts'),
      ]);
      const pdfium = await loadPdfium();
      return (bytes, onPage, { scans }) => parsePdf(bytes, onPage, { pdfium, scans });
    }
    case 'png':
    case 'jpeg': {
      const { parsePicture } = await import('../parsers/picture/parse-picture.ts');
      return (bytes, _, { scans }) => {
        if (typeof scans !== 'object') throw sourceFailures.pictureWithoutOcr();
        scans.onPage(0, 1);
        return parsePicture(bytes, FILE_FORMATS[format].name, scans.recognizer);
      };
    }
    case 'docx':
      return (await import('../parsers/docx/parse-docx.ts')).parseDocx;
    case 'xlsx':
      return (await import('../parsers/xlsx/parse-xlsx.ts')).parseXlsx;
    case 'pptx':
      return (await import('../parsers/pptx/parse-pptx.ts')).parsePptx;
    case 'epub':
      return (await import('../parsers/epub/parse-epub.ts')).parseEpub;
    case 'csv': {
      const { parseCsv } = await import('../parsers/table/parse-csv.ts');
      return (bytes, _, { fileName }) => parseCsv(bytes, fileName);
    }
    case 'html': {
      const { parseHtml } = await import('../parsers/html/parse-html.ts');
      return (bytes, _, options) => parseHtml(bytes, options);
    }
    case 'markdown': {
      const { parseMarkdown } = await import('../parsers/markdown/parse-markdown.ts');
      return (bytes, _, { fileName }) => parseMarkdown(bytes, fileName);
    }
    case 'rst':
      return (await import('../parsers/rst/parse-rst.ts')).parseRst;
    case 'asciidoc':
      return (await import('../parsers/asciidoc/parse-asciidoc.ts')).parseAsciiDoc;
    case 'notebook':
      return (await import('../parsers/notebook/parse-notebook.ts')).parseNotebook;
    case 'openapi':
      return (await import('../parsers/openapi/parse-openapi.ts')).parseOpenApi;
    case 'text':
      return (await import('../parsers/plain-text/parse-text.ts')).parseText;
  }
}

/** Parses a file's bytes. Whatever a parser throws becomes a `SourceFailure` with a text for the owner. */
export async function parse(
  format: DocumentFormat,
  bytes: Uint8Array,
  onPage: (done: number, total: number) => void,
  parser: Parser | Promise<Parser> = loadParser(format),
  options: ParserOptions = {},
): Promise<ParsedDocument> {
  try {
    const parsed = await (await parser)(bytes, onPage, options);
    const document = options.withLines && WITH_LINES.includes(format) ? withLines(parsed, bytes, format) : parsed;
    const garbled = FILE_FORMATS[format].kind === 'text' && !isUtf8(bytes) ? garbledLines(document.text) : '';
    return garbled ? { ...document, garbled } : document;
  } catch (error) {
    if (error instanceof SourceFailure) throw error;
    // Nesting that overflows the stack, or a string longer than V8 allows.
    if (error instanceof RangeError) throw sourceFailures.tooComplex();
    throw sourceFailures.unreadable(FILE_FORMATS[format].name);
  }
}
