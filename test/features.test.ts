import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The rows of the table, each with its tests: a link to a file, and after it the names of tests in it. */
const rows = readFileSync(at('features.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Feature'))
  .map((line) => {
    const [, feature = '', mark = '', heldBy = '', missing = '', ...more] = line.split('|').map((cell) => cell.trim());
    const files = heldBy.split(/(?=\[)/).map((part) => ({
      file: /^\[([^\]]+)\]\(\1\)/.exec(part)?.[1] ?? '',
      tests: [...part.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
    }));
    return { feature, mark, missing, more, files: heldBy === '' ? [] : files };
  });

/** The code as its strings read. */
const textOf = (file: string) => readFileSync(at(file), 'utf8').replaceAll("\\'", "'");

describe('the table of features', () => {
  it('has rows of four columns, each feature once', () => {
    expect(rows.length).toBeGreaterThan(40);
    for (const { feature, more } of rows) expect(more, feature).toEqual(['']);
    expect(new Set(rows.map(({ feature }) => feature)).size).toBe(rows.length);
  });

  it.each(rows)('has a mark and what is behind it: $feature', ({ mark, missing, files }) => {
    expect(mark).toMatch(/^[HPN]$/);
    if (mark === 'H') expect(files).not.toEqual([]);
    else expect(missing).not.toBe('');
    for (const { file, tests } of files) {
      expect(file).toMatch(/\.test\.ts$/);
      expect(existsSync(at(file)), file).toBe(true);
      expect(tests, file).not.toEqual([]);
      for (const name of tests) expect(textOf(file).includes(name), `${file}: ${name}`).toBe(true);
    }
  });
});
