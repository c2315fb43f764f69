export interface FileFormat {
  name: string;
  mediaType: string;
  extensions: readonly string[];
}

/** The formats that the server reads (its `platform/files/file-formats.ts`; a test compares them). */
export const FILE_FORMATS: readonly FileFormat[] = [
  { name: 'PDF', mediaType: 'application/pdf', extensions: ['.pdf'] },
  {
    name: 'Word',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['.docx'],
  },
  { name: 'Markdown', mediaType: 'text/markdown', extensions: ['.md', '.markdown', '.mdx'] },
  { name: 'HTML', mediaType: 'text/html', extensions: ['.html', '.htm'] },
  { name: 'reStructuredText', mediaType: 'text/x-rst', extensions: ['.rst'] },
  { name: 'AsciiDoc', mediaType: 'text/asciidoc', extensions: ['.adoc', '.asciidoc'] },
  { name: 'Jupyter notebook', mediaType: 'application/x-ipynb+json', extensions: ['.ipynb'] },
  { name: 'OpenAPI', mediaType: 'application/vnd.oai.openapi', extensions: ['.json', '.yaml', '.yml'] },
  { name: 'text', mediaType: 'text/plain', extensions: ['.txt'] },
  {
    name: 'Excel',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['.xlsx'],
  },
  {
    name: 'PowerPoint',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extensions: ['.pptx'],
  },
  { name: 'EPUB', mediaType: 'application/epub+zip', extensions: ['.epub'] },
  { name: 'CSV', mediaType: 'text/csv', extensions: ['.csv', '.tsv'] },
  { name: 'PNG', mediaType: 'image/png', extensions: ['.png'] },
  { name: 'JPEG', mediaType: 'image/jpeg', extensions: ['.jpg', '.jpeg'] },
];

/** Without pictures, which are read only where there is text recognition; among the pages of a folder they belong to the pages. */
export const DOCUMENT_FORMATS = FILE_FORMATS.filter(({ mediaType }) => !mediaType.startsWith('image/'));

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** For people: `PDF, Word, Markdown, HTML, … or CSV`. */
export const formatNames = (formats: readonly FileFormat[]): string => OR.format(formats.map(({ name }) => name));

/** For the browser's file dialog. The server checks the content. */
export const formatEndings = (formats: readonly FileFormat[]): string =>
  formats.flatMap(({ extensions }) => extensions).join(',');

/** The endings of what is taken out of a folder. */
export const FOLDER_EXTENSIONS: readonly string[] = DOCUMENT_FORMATS.flatMap(({ extensions }) => extensions);

const NAMED = FILE_FORMATS.map(({ name, extensions }) => `${name} (${extensions.join(', ')})`);
/** The words of the server's refusal. */
export const UNSUPPORTED = `This file type is not supported. Supported are ${NAMED.slice(0, -1).join(', ')} and ${NAMED.at(-1)}.`;

const ENDING = /\.[a-z0-9]+$/;

/**
 * Whether the server would refuse a file for what it is called, so that it need not be sent. Without an ending, or of a type that
 * the browser knows as one of the formats, its content decides.
 */
export function isUnsupported({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  const ending = ENDING.exec(name.toLowerCase())?.[0];
  if (ending === undefined || FILE_FORMATS.some(({ extensions }) => extensions.includes(ending))) return false;
  return !FILE_FORMATS.some(({ mediaType }) => mediaType === type);
}
