import { isInstalled, outputOf } from './programs.ts';
import type { OpenedFile, SecondOpinion } from './second-opinion.ts';

/** Lines as they stand on the page. It does not know columns, so that only its words count. */
export const poppler: SecondOpinion = {
  name: 'pdftotext -layout',
  formats: ['pdf'],
  missing: isInstalled('pdftotext') ? null : 'pdftotext is not installed (apt install poppler-utils)',
  read: async (files) => {
    const texts = new Map<OpenedFile, string>();
    for (const file of files) {
      const text = await outputOf('pdftotext', ['-layout', '-enc', 'UTF-8', file.path, '-'], 20);
      if (text !== null) texts.set(file, withoutHyphens(text));
    }
    return texts;
  },
};

/** Joins words that are cut at the end of a line, as a reader does. */
const withoutHyphens = (text: string) => text.replace(/(?<=\p{Ll})-\n[^\S\n]*(?=\p{Ll})/gu, '');
