import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface SourceFile {
  /** Relative to the root, with forward slashes. */
  path: string;
  code: string;
  imports: string[];
}

function filesUnder(folder: string): string[] {
  const at = join(ROOT, folder);
  if (!existsSync(at)) return [];
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path));
}

/** The code without comments, strings kept: good enough to find imports and calls in code that Biome has formatted. */
function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

function importsOf(code: string): string[] {
  const found: string[] = [];
  const pattern =
    /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*'([^']+)'|\bimport\s*\(\s*'([^']+)'\s*\)|(?:^|\n)\s*import\s+'([^']+)'/g;
  for (const match of code.matchAll(pattern)) found.push(match[1] ?? match[2] ?? match[3] ?? '');
  return found;
}

/** A relative import as a path from the root; a package import as it is. */
function target(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return relative(ROOT, resolve(ROOT, dirname(file), specifier))
    .split(sep)
    .join('/');
}

const files: SourceFile[] = ['server', 'sdk/src', 'widget/src'].flatMap(filesUnder).map((path) => {
  const code = withoutComments(readFileSync(join(ROOT, path), 'utf8'));
  return {
    path,
    code,
    imports: importsOf(code).map((specifier) => target(path, specifier)),
  };
});

const CONTRACT = '@footnote/sdk/contract';

/**
 * The import table. A file belongs to the first row whose `folder` it is in; of this project it may import its own row's
 * folder and what `may` lists (a folder ends in `/`). Packages are free unless a named door below holds them.
 */
const TABLE: { folder: string; may: string[] }[] = [
  { folder: 'sdk/src/contract/', may: [] },
  { folder: 'sdk/src/', may: [] },
  { folder: 'widget/src/', may: ['@footnote/sdk', CONTRACT] },
  { folder: 'server/console/', may: ['@footnote/sdk', CONTRACT] },
  { folder: 'server/language/', may: [] },
  {
    folder: 'server/store/',
    may: ['server/errors.ts', 'server/ids.ts', 'server/log.ts', 'server/in-portions.ts', CONTRACT],
  },
  {
    folder: 'server/engines/',
    may: ['server/errors.ts', 'server/log.ts', 'server/language/', CONTRACT],
  },
  {
    folder: 'server/ingestion/',
    may: [
      'server/store/types.ts',
      'server/engines/types.ts',
      'server/errors.ts',
      'server/log.ts',
      'server/language/',
      CONTRACT,
    ],
  },
  {
    folder: 'server/answering/',
    may: [
      'server/store/page-at.ts',
      'server/store/types.ts',
      'server/engines/types.ts',
      'server/errors.ts',
      'server/log.ts',
      'server/language/',
      CONTRACT,
    ],
  },
  {
    folder: 'server/services/',
    may: [
      'server/store/page-at.ts',
      'server/store/types.ts',
      'server/answering/types.ts',
      'server/errors.ts',
      'server/ids.ts',
      'server/log.ts',
      CONTRACT,
    ],
  },
  {
    folder: 'server/presenters/',
    may: ['server/store/types.ts', 'server/answering/types.ts', CONTRACT],
  },
  {
    folder: 'server/routes/',
    may: [
      'server/services/',
      'server/presenters/',
      'server/errors.ts',
      'server/http/guard.ts',
      'server/http/sse.ts',
      'server/http/context.ts',
      'server/answering/to-stream-parts.ts',
      'server/answering/to-answer.ts',
      'server/answering/to-completion-chunks.ts',
      'server/answering/types.ts',
      CONTRACT,
    ],
  },
  {
    folder: 'server/http/',
    may: ['server/errors.ts', 'server/ids.ts', 'server/log.ts', 'server/in-portions.ts', 'server/services/', CONTRACT],
  },
  { folder: 'server/archive/', may: [] },
  {
    folder: 'server/diagnosis/',
    may: ['server/amount-of.ts', 'server/engines/', 'server/choose-models.ts', 'server/env.ts'],
  },
  {
    folder: 'server/commands/',
    may: [
      'server/amount-of.ts',
      'server/diagnosis/',
      'server/archive/',
      'server/engines/',
      'server/evaluation/',
      'server/ingestion/',
      'server/services/',
      'server/store/',
      'server/choose-models.ts',
      'server/chosen-models.ts',
      'server/env.ts',
      'server/errors.ts',
      'server/ids.ts',
      'server/last-backup.ts',
      'server/log.ts',
      'server/open-store.ts',
      'server/version.ts',
      CONTRACT,
    ],
  },
  { folder: 'server/app.ts', may: ['server/', CONTRACT] },
  {
    folder: 'server/main.ts',
    may: [
      'server/app.ts',
      'server/commands/',
      'server/env.ts',
      'server/log.ts',
      'server/errors.ts',
      'server/young-heap.ts',
    ],
  },
  { folder: 'server/', may: [CONTRACT] },
];

const own = (specifier: string) =>
  /^(server|sdk|widget|test|examples)\//.test(specifier) || specifier.startsWith('@footnote/');
const within = (specifier: string, entry: string) =>
  entry.endsWith('/') ? specifier.startsWith(entry) : specifier === entry;

function violations(): string[] {
  const found: string[] = [];
  for (const file of files) {
    const row = TABLE.find(({ folder }) => within(file.path, folder) || file.path === folder);
    if (!row) continue;
    for (const specifier of file.imports.filter(own)) {
      if (within(specifier, row.folder) || row.may.some((entry) => within(specifier, entry))) continue;
      found.push(`${file.path} imports ${specifier}`);
    }
  }
  return found;
}

function cycles(): string[] {
  const graph = new Map(files.map((file) => [file.path, file.imports.filter((path) => own(path))]));
  const state = new Map<string, 'open' | 'done'>();
  const found: string[] = [];
  const visit = (path: string, trail: string[]) => {
    if (state.get(path) === 'done' || !graph.has(path)) return;
    if (state.get(path) === 'open') {
      found.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      return;
    }
    state.set(path, 'open');
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}

/** Dangerous things have one named door each. */
const DOORS: { what: string; in: string; pattern: RegExp; doors: string[] }[] = [
  {
    what: 'process.env',
    in: 'server/',
    pattern: /process\.env\b/,
    doors: ['server/env.ts'],
  },
  {
    what: 'outbound HTTP',
    in: 'server/',
    pattern: /(?<![\w.])fetch\(|(?:from |import\()'undici'|\bhttps?\.(?:request|get)\(/,
    doors: [
      'server/ingestion/fetch.ts',
      'server/engines/endpoint.ts',
      'server/engines/model-hub.ts',
      'server/diagnosis/ask.ts',
      // In a browser, and bound to its own origin by the page's policy: one answers the widget in the preview itself, the
      // other only shows what an owner may write.
      'server/console/preview.ts',
      'server/console/views/appearance/snippet.ts',
    ],
  },
  {
    what: 'jsonwebtoken',
    in: 'server/',
    pattern: /from 'jsonwebtoken'/,
    doors: ['server/services/tokens.ts'],
  },
  {
    what: 'child processes',
    in: 'server/',
    pattern: /from 'node:child_process'/,
    doors: ['server/ingestion/parse-host.ts', 'server/engines/host.ts'],
  },
  {
    what: 'HTML sinks',
    in: 'widget/',
    pattern: /unsafeHTML|unsafeSVG|innerHTML|outerHTML|insertAdjacentHTML/,
    doors: [],
  },
];

describe('the architecture', () => {
  it('finds the source files it speaks of', () => {
    expect(files.length).toBeGreaterThan(15);
    expect(files.some((file) => file.imports.length > 0)).toBe(true);
  });

  it('keeps to the import table', () => {
    expect(violations()).toEqual([]);
  });

  it('has no import cycles', () => {
    expect(cycles()).toEqual([]);
  });

  it('has nobody but main.ts import app.ts', () => {
    const importers = files.filter((file) => file.imports.includes('server/app.ts')).map((file) => file.path);
    expect(importers.filter((path) => path !== 'server/main.ts')).toEqual([]);
  });

  it.each(DOORS)('keeps $what behind its named doors', ({ in: folder, pattern, doors }) => {
    const outside = files.filter(
      (file) => file.path.startsWith(folder) && pattern.test(file.code) && !doors.includes(file.path),
    );
    expect(outside.map((file) => file.path)).toEqual([]);
  });

  it('keeps the top level as it is', () => {
    const allowed = [
      'LICENSE',
      'README.md',
      'examples',
      'package-lock.json',
      'package.json',
      'sdk',
      'server',
      'test',
      'tsconfig.json',
      'widget',
    ];
    const there = readdirSync(ROOT).filter(
      (name) => !name.startsWith('.') && !['node_modules', 'data', 'coverage'].includes(name),
    );
    expect(there.filter((name) => !allowed.includes(name))).toEqual([]);
  });

  it('has no drawer folders in the server', () => {
    const drawers = filesUnder('server').filter((path) => /\/(utils|helpers|common|lib)\//.test(path));
    expect(drawers).toEqual([]);
  });
});
