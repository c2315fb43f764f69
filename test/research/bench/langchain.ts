import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { treeTime } from './scale/processor-time.ts';

/** LangChain with a vector store in files that npm has built for most systems. */
const PACKAGES = {
  '@langchain/classic': '1.0.50',
  '@langchain/community': '1.1.29',
  '@langchain/core': '1.4.0',
  '@langchain/textsplitters': '1.0.2',
  '@lancedb/lancedb': '0.19.1',
};
const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/footnote-langchain', import.meta.url));
const CHILD = fileURLToPath(new URL('langchain-child.ts', import.meta.url));

/** Installs LangChain beside the project's own packages, once. */
function install(): void {
  if (existsSync(join(FOLDER, 'installed'))) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: FOLDER, stdio: 'ignore' });
  writeFileSync(join(FOLDER, 'installed'), '');
}

/** Seconds of processor time in which LangChain makes a folder of Markdown files searchable, with the start of its process. */
export function measureLangChain(documents: string, database: string): number {
  install();
  const before = treeTime(process.pid);
  execFileSync(process.execPath, ['--conditions=footnote-source', CHILD, FOLDER, documents, database]);
  return (treeTime(process.pid) - before) / 1000;
}
