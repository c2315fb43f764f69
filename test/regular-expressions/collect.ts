import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What is shipped. What builds it, and the examples, read nothing of strangers. */
const SOURCES = ['server/**/*.{ts,js,cjs}', 'sdk/src/**/*.ts', 'widget/src/**/*.ts'];
const NO_SOURCES = /(?:^|\/)(?:dist|node_modules)\/|\.d\.ts$|(?:^|\/)vite\.config\.ts$/;

export interface Expression {
  /** From the root, with forward slashes. */
  file: string;
  line: number;
  source: string;
  flags: string;
}

/** A place that builds an expression of parts: `new RegExp(…)`. */
export interface BuildingSite {
  file: string;
  line: number;
}

export interface Collected {
  written: Expression[];
  sites: BuildingSite[];
}

interface Node {
  type: string;
  start: number;
  callee?: { name?: string };
  regex?: { pattern: string; flags: string };
}

/** All regular expressions in the code that is shipped: those written out, and the places that build one. */
export function collectExpressions(): Collected {
  const files = globSync(SOURCES, { cwd: ROOT }).filter((file) => !NO_SOURCES.test(file));
  const all = files.toSorted().map((file) => expressionsIn(file, readFileSync(`${ROOT}/${file}`, 'utf8')));
  return { written: all.flatMap(({ written }) => written), sites: all.flatMap(({ sites }) => sites) };
}

/** Those in the code of one file. */
export function expressionsIn(file: string, code: string): Collected {
  const written: Expression[] = [];
  const sites: BuildingSite[] = [];
  const lineOf = ({ start }: Node) => code.slice(0, start).split('\n').length;
  visit(parseAst(code, { lang: file.endsWith('.ts') ? 'ts' : 'js' }), (node) => {
    if (node.regex) written.push({ file, line: lineOf(node), source: node.regex.pattern, flags: node.regex.flags });
    if (/^(?:New|Call)Expression$/.test(node.type) && node.callee?.name === 'RegExp')
      sites.push({ file, line: lineOf(node) });
  });
  return { written, sites };
}

function visit(value: unknown, found: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && typeof value.type === 'string') found(value as Node);
  for (const child of Object.values(value)) visit(child, found);
}

/** The expressions that files build while they are loaded. */
export function expressionsBuiltBy(files: string[]): Expression[] {
  const program = fileURLToPath(new URL('./record-built.ts', import.meta.url));
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  return JSON.parse(execFileSync(process.execPath, ['--conditions=footnote-source', program, ...files], options));
}
