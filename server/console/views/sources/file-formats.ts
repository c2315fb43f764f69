/** The formats that the server reads (its `platform/file-formats.ts`; a test compares them). */
export const FILE_FORMATS: readonly { name: string; mediaType: string; extensions: readonly string[] }[] = [
  { name: 'PDF', mediaType: 'application/pdf', extensions: ['.pdf'] },
  {
    name: 'Word',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['.docx'],
  },
  { name: 'Markdown', mediaType: 'text/markdown', extensions: ['.md', '.markdown', '.mdx'] },
  { name: 'HTML', mediaType: 'text/html', extensions: ['.html', '.htm'] },
  { name: 'reStructuredText', mediaType: 'text/x-rst', extensions: ['.rst'] },
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
  { name: 'CSV', mediaType: 'text/csv', extensions: ['.csv', '.tsv'] },
  { name: 'PNG', mediaType: 'image/png', extensions: ['.png'] },
  { name: 'JPEG', mediaType: 'image/jpeg', extensions: ['.jpg', '.jpeg'] },
];

/** The accepted formats for people: `PDF, Word, Markdown, HTML, … or JPEG`. */
export const ACCEPTED_FORMATS = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  FILE_FORMATS.map(({ name }) => name),
);

/** For the browser's file dialog. The server checks the content. */
export const ACCEPTED_EXTENSIONS = FILE_FORMATS.flatMap(({ extensions }) => extensions).join(',');

/** The endings of what is taken out of a folder: pictures among pages belong to the pages. */
export const FOLDER_EXTENSIONS: readonly string[] = FILE_FORMATS.filter(
  ({ mediaType }) => !mediaType.startsWith('image/'),
).flatMap(({ extensions }) => extensions);
