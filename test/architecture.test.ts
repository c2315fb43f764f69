import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What a rule says of a path: expressions that it fits, and that it must not fit. */
interface Side {
  path?: string;
  pathNot?: string | string[];
}
const { ruleSet } = await extractDepcruiseOptions(join(ROOT, '.dependency-cruiser.js'));
const rules = (ruleSet?.forbidden ?? []) as { name: string; from: Side; to: Side }[];

interface SourceFile {
  /** Relative to the root, with forward slashes. */
  path: string;
  code: string;
}

function filesUnder(folder: string): string[] {
  const at = join(ROOT, folder);
  if (!existsSync(at)) return [];
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path));
}

/** The code without comments, strings kept: good enough to find calls in code that Biome has formatted. */
function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

const files: SourceFile[] = ['server', 'sdk/src', 'widget/src'].flatMap(filesUnder).map((path) => {
  return { path, code: withoutComments(readFileSync(join(ROOT, path), 'utf8')) };
});

/** The folder of a path, with a slash at its end. */
const folderOf = (path: string) => `${dirname(path)}/`;

/** The names of the rules (.dependency-cruiser.js) that refuse an import. */
function refusedBy(file: string, imported: string): string[] {
  const fits = ({ path, pathNot = [] }: Side, text: string) =>
    (!path || new RegExp(path).test(text)) && ![pathNot].flat().some((one) => new RegExp(one).test(text));
  return rules
    .filter(({ from, to }) => fits(from, file) && fits(to, imported) && !('circular' in to))
    .map(({ name }) => name);
}

/** Dangerous things have one named door each. */
const DOORS: { what: string; in: string; pattern: RegExp; doors: string[] }[] = [
  {
    what: 'process.env',
    in: 'server/',
    pattern: /process\.env\b/,
    // The others only show what a reader may write.
    doors: [
      'server/config/env.ts',
      'server/http/openapi/code-samples.ts',
      'server/console/views/appearance/snippet.ts',
    ],
  },
  {
    what: 'outbound HTTP',
    in: 'server/',
    pattern: /(?<![\w.])fetch\(|(?:from |import\()'undici'|\bhttps?\.(?:request|get)\(|\bfrom 'node:https'/,
    doors: [
      'server/ingestion/web/guarded-client.ts',
      // Its method has the name.
      'server/ingestion/web/fetcher.ts',
      'server/engines/openai/open-request.ts',
      'server/engines/catalogue/web-hub.ts',
      'server/diagnosis/ask.ts',
      'server/commands/project-api.ts',
      'server/mcp/remote.ts',
      'server/platform/network/oidc-provider.ts',
      'server/backup/bucket-client.ts',
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
    doors: ['server/services/access/tokens.ts'],
  },
  {
    what: 'child processes',
    in: 'server/',
    pattern: /from 'node:child_process'/,
    doors: [
      'server/ingestion/parse/start-parser-process.ts',
      'server/engines/host/process-host.ts',
      'server/engines/packages/run-npm.ts',
    ],
  },
  {
    what: 'HTML sinks',
    in: 'widget/',
    pattern: /unsafeHTML|unsafeSVG|innerHTML|outerHTML|insertAdjacentHTML/,
    // It gets what Lit would set itself: the widget's own templates, without their values.
    doors: ['widget/src/html-templates.ts'],
  },
];

describe('the architecture', () => {
  it('finds the source files it speaks of', () => {
    expect(files.length).toBeGreaterThan(15);
  });

  it('keeps at the root of the server what starts it and what wires it', () => {
    const loose = files.filter(({ path }) => folderOf(path) === 'server/').map(({ path }) => path);
    expect(loose.sort()).toEqual(['server/app.ts', 'server/main.ts']);
  });

  it('notices an import that goes against the grain', () => {
    expect(refusedBy('server/evaluation/ask.ts', 'server/http/guard.ts')).toEqual(['server/evaluation/']);
    expect(refusedBy('server/http/openapi/introduction.ts', 'server/routes/answers/chat.ts')).toEqual([
      'server/http/openapi/',
    ]);
    expect(refusedBy('server/answering/retrieval/search.ts', 'server/ingestion/types.ts')).toHaveLength(1);
    expect(refusedBy('server/console/app.ts', 'server/http/guard.ts')).toEqual(['server/console/**']);
    expect(refusedBy('server/a-new-folder/file.ts', 'server/platform/log.ts')).toEqual(['a folder without a row']);
    expect(refusedBy('server/runtime/metrics.ts', 'server/app.ts')).toContain('the application');
    expect(refusedBy('server/services/access/minters.ts', 'server/services/projects.ts')).toEqual(['a service below']);
    expect(refusedBy('server/routes/answers/chat.ts', 'server/services/answers/chat.ts')).toEqual([]);
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

  it('writes fields and items where they belong: it spreads no literal', () => {
    const spread = /\.\.\.(?:\{|\[[^[\]]*\](?!\s*[.[]))/;
    // The parameters of a function are taken apart, not spread.
    const odd = files.filter(({ code }) => spread.test(code.replace(/\(\.\.\.\[[^\]]*\]:/g, '(')));
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it('has one doc comment for a declaration, besides that of the file', () => {
    const stacked = files.filter(({ path }) =>
      /[\s\S]\/\*\*(?:[^*]|\*(?!\/))*\*\/\n\s*\/\*\*/.test(readFileSync(join(ROOT, path), 'utf8')),
    );
    expect(stacked.map(({ path }) => path)).toEqual([]);
  });

  it('says in plain words what a newcomer would have to read twice', () => {
    const odd =
      /\b(?:whoever|anew|nobody)\b|\bwhat stands (?:above|after|around|before|behind|below|beside|between|in|on)\b|\bgoes on\b/i;
    // The list of English negations has one of them.
    const apart = /^server\/(?:dist|language\/lexicon)\//;
    const found = files.filter(({ path }) => !apart.test(path) && odd.test(readFileSync(join(ROOT, path), 'utf8')));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('has no drawer folders in the server', () => {
    const drawers = filesUnder('server').filter((path) => /\/(utils|helpers|common|lib)\//.test(path));
    expect(drawers).toEqual([]);
  });
});
