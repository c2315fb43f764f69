import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled, outputOf } from './programs.ts';
import type { OpenedFile, SecondOpinion } from './second-opinion.ts';

/** Files that one start of LibreOffice converts. What crashes it takes the rest of these with it, which are tried again alone. */
const AT_ONCE = 25;
const SECONDS = 60;

/** How each format is converted. The numbers of the second: tabs, quotes, UTF-8, from row 1, cells as shown, all sheets. */
const FILTERS: Record<string, string> = {
  docx: 'txt:Text (encoded):UTF8',
  xlsx: 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,false,false,false,-1',
};

export const libreOffice: SecondOpinion = {
  name: 'LibreOffice',
  formats: ['docx', 'xlsx'],
  missing: isInstalled('soffice')
    ? null
    : 'LibreOffice is not installed (apt install libreoffice-writer-nogui libreoffice-calc-nogui)',
  read: async (files) => {
    const texts = new Map<OpenedFile, string>();
    for (const format of ['docx', 'xlsx'] as const) {
      const some = files.filter((file) => file.format === format);
      for (let at = 0; at < some.length; at += AT_ONCE) await convert(some.slice(at, at + AT_ONCE), texts);
      const left = some.filter((file) => !texts.has(file));
      for (const file of left) await convert([file], texts);
    }
    return texts;
  },
};

/** Converts files of one format and adds what came of them. */
async function convert(files: OpenedFile[], texts: Map<OpenedFile, string>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-libreoffice-'));
  try {
    // Numbers for names, as files of different folders may have the same.
    const names = new Map(files.map((file, at) => [file, `${at}.${file.format}`]));
    for (const [file, name] of names) await symlink(file.path, join(folder, name));
    const [first] = files;
    await outputOf(
      'soffice',
      [
        // A profile of its own, or one that is running would be used.
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        '--convert-to',
        FILTERS[first?.format ?? ''] ?? '',
        '--outdir',
        join(folder, 'texts'),
        ...[...names.values()].map((name) => join(folder, name)),
      ],
      SECONDS,
    );
    const written = (await readdir(join(folder, 'texts')).catch(() => [])).sort();
    for (const [at, file] of files.entries()) {
      // A workbook becomes a file for each sheet, with its name: `3-Prices.csv`.
      const own = written.filter((name) => name === `${at}.txt` || name.startsWith(`${at}-`));
      const parts = own.map(async (name) => {
        const sheet = /^\d+-(.+)\.csv$/.exec(name)?.[1] ?? '';
        return `${sheet}\n${await readFile(join(folder, 'texts', name), 'utf8')}`;
      });
      if (own.length > 0) texts.set(file, (await Promise.all(parts)).join('\n'));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
