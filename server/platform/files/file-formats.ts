/**
 * The formats of documents that can be read, each with its name for people, its media type, the endings of its files, and
 * whether these are text, in some encoding, or pictures, whose text must be recognized (OCR). What names files, recognizes them or refuses them follows this list.
 */
export const FILE_FORMATS = {
  pdf: { name: 'PDF', mediaType: 'application/pdf', extensions: ['.pdf'], kind: 'document' },
  docx: {
    name: 'Word',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['.docx'],
    kind: 'document',
  },
  markdown: { name: 'Markdown', mediaType: 'text/markdown', extensions: ['.md', '.markdown', '.mdx'], kind: 'text' },
  html: { name: 'HTML', mediaType: 'text/html', extensions: ['.html', '.htm'], kind: 'text' },
  rst: { name: 'reStructuredText', mediaType: 'text/x-rst', extensions: ['.rst'], kind: 'text' },
  asciidoc: {
    name: 'AsciiDoc',
    mediaType: 'text/asciidoc',
    extensions: ['.adoc', '.asciidoc'],
    kind: 'text',
  },
  notebook: {
    name: 'Jupyter notebook',
    mediaType: 'application/x-ipynb+json',
    extensions: ['.ipynb'],
    kind: 'text',
  },
  openapi: {
    name: 'OpenAPI',
    mediaType: 'application/vnd.oai.openapi',
    extensions: ['.json', '.yaml', '.yml'],
    kind: 'text',
  },
  text: { name: 'text', mediaType: 'text/plain', extensions: ['.txt'], kind: 'text' },
  xlsx: {
    name: 'Excel',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['.xlsx'],
    kind: 'document',
  },
  pptx: {
    name: 'PowerPoint',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extensions: ['.pptx'],
    kind: 'document',
  },
  epub: { name: 'EPUB', mediaType: 'application/epub+zip', extensions: ['.epub'], kind: 'document' },
  csv: { name: 'CSV', mediaType: 'text/csv', extensions: ['.csv', '.tsv'], kind: 'text' },
  png: { name: 'PNG', mediaType: 'image/png', extensions: ['.png'], kind: 'picture' },
  jpeg: { name: 'JPEG', mediaType: 'image/jpeg', extensions: ['.jpg', '.jpeg'], kind: 'picture' },
} as const satisfies Record<string, FileFormat>;

export type DocumentFormat = keyof typeof FILE_FORMATS;

interface FileFormat {
  name: string;
  mediaType: string;
  extensions: readonly `.${string}`[];
  kind: 'text' | 'document' | 'picture';
}

/** For people: `PDF (.pdf), Word (.docx), … and text (.txt)`. */
export function listFileFormats(): string {
  const entries = Object.values(FILE_FORMATS).map(({ name, extensions }) => `${name} (${extensions.join(', ')})`);
  return `${entries.slice(0, -1).join(', ')} and ${entries.at(-1)}`;
}
