import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A file of tests that holds a claim, with the names of the tests in it. */
export interface HeldBy {
  file: string;
  tests: string[];
}

/** The rows of the tables of a Markdown file in this folder, without those of their headings, as trimmed cells. */
export function tableRows(document: string): string[][] {
  const lines = readFileSync(at(document), 'utf8').split('\n');
  return lines
    .filter((line, at) => line.startsWith('| ') && !lines[at + 1]?.startsWith('|---'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1));
}

/** Reads a cell of tests: links to files, and after each the names of tests in it. */
export function heldBy(cell: string): HeldBy[] {
  if (cell === '') return [];
  return cell.split(/(?=\[)/).map((part) => ({
    file: /^\[([^\]]+)\]\(\1\)/.exec(part)?.[1] ?? '',
    tests: [...part.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
  }));
}

/** Fails unless each file is there and has the tests that are named. */
export function expectTests(files: HeldBy[]): void {
  for (const { file, tests } of files) {
    expect(file).toMatch(/\.test\.ts$/);
    expect(existsSync(at(file)), file).toBe(true);
    expect(tests, file).not.toEqual([]);
    // The code as its strings read.
    const code = readFileSync(at(file), 'utf8').replaceAll("\\'", "'");
    for (const name of tests) expect(code.includes(name), `${file}: ${name}`).toBe(true);
  }
}
