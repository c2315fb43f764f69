import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as console from '../../../../server/console/views/sources/file-formats.ts';
import { errors } from '../../../../server/ingestion/errors.ts';
import { FILE_FORMATS, listFileFormats } from '../../../../server/platform/files/file-formats.ts';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const formats = Object.values(FILE_FORMATS);

describe('the list of file formats', () => {
  it('is written for people', () => {
    expect(listFileFormats()).toMatch(/^PDF \(\.pdf\), Word \(\.docx\), .* and JPEG \(\.jpg, \.jpeg\)$/);
  });

  it('is what the errors name', () => {
    for (const { message } of [errors.unsupportedFileType(), errors.fileTypeMismatch('.json')])
      expect(message.endsWith(` Supported are ${listFileFormats()}.`)).toBe(true);
  });

  it('is the one of the console, which cannot import it', () => {
    expect(console.FILE_FORMATS).toEqual(formats.map(({ kind: _, ...shown }) => shown));
    expect(console.formatEndings(console.FILE_FORMATS)).toBe(formats.flatMap(({ extensions }) => extensions).join(','));
    expect(console.UNSUPPORTED).toBe(errors.unsupportedFileType().message);
    expect(console.formatNames(console.FILE_FORMATS)).toMatch(/^PDF, Word, Markdown, HTML, .* or JPEG$/);
    const documents = formats.filter(({ kind }) => kind !== 'picture').map(({ name }) => name);
    expect(console.DOCUMENT_FORMATS.map(({ name }) => name)).toEqual(documents);
  });

  it.each([
    'README.md',
    'examples/docs/owner/sources.md',
    'sdk/src/resources/sources.ts',
    'server/routes/sources/source-ingestion.ts',
  ])('is named whole in %s', (path) => {
    const text = read(path);
    expect(formats.map(({ name }) => name).filter((name) => !text.includes(name))).toEqual([]);
  });

  it('is in the guide with every ending', () => {
    const guide = read('examples/docs/owner/sources.md');
    const endings = formats.flatMap(({ extensions }): string[] => [...extensions]);
    expect(endings.filter((ending) => !guide.includes(`\`${ending}\``))).toEqual([]);
  });
});
