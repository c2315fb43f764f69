import { describe, expect, it } from 'vitest';
import { safeFileName } from '../../../../server/ingestion/file-type/safe-file-name.ts';
import { fc } from '../../../helpers/input/fast-check.ts';

describe('safeFileName', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\report.pdf', 'report.pdf'],
    ['evil\u202egnp.exe.pdf', 'evilgnp.exe.pdf'],
    ['a\0b\nc.txt', 'abc.txt'],
    ['  two   words.md ', 'two words.md'],
    ['..', 'file'],
    ['', 'file'],
    ['-', 'file'],
    ['folder/', 'file'],
    ['ملف.pdf', 'ملف.pdf'],
    ['کتاب\u200cها.md', 'کتاب\u200cها.md'],
    ['PDF\u200cها.md', 'PDF\u200cها.md'],
    ['क्\u200dष.md', 'क्\u200dष.md'],
    ['👩\u200d🔧.md', '👩\u200d🔧.md'],
    ['re\u200dport\u200c.md', 'report.md'],
    ['کتاب\u200c\u200c\u200dها.md', 'کتاب\u200cها.md'],
    ['\u200d\u200c', 'file'],
  ])('makes %j to %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });

  it('keeps the extension of a name that is too long', () => {
    const safe = safeFileName(`${'n'.repeat(5000)}.docx`);
    expect(safe).toHaveLength(255);
    expect(safe.endsWith('.docx')).toBe(true);
  });

  it('returns a short visible name without a path for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
        const safe = safeFileName(name);
        expect(safe.length).toBeGreaterThan(0);
        expect(safe.length).toBeLessThanOrEqual(255);
        expect(safe).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(safe.isWellFormed()).toBe(true);
      }),
    );
  });
});
