import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PYTHON_PACKAGE } from '../../../.build/packages.ts';
import { runNpm } from '../../../server/engines/packages/run-npm.ts';
import { packedTarball } from '../../sdk/packed.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PYTHON_TARBALL = join(ROOT, 'server/dist/packages', PYTHON_PACKAGE);
const SITES = fileURLToPath(new URL('./sites', import.meta.url));
/** What is installed stays here, as long as the site's package.json is the same. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/footnote-sites', import.meta.url));
/** One for all tools in Python: making it takes ten seconds of processor time. */
const PYTHON = join(CACHE, 'venv');
/** Docusaurus takes a minute on a machine with nothing else to do, and four times as long beside other tests. */
const INSTALL_MS = 600_000;
/** Packages of a later day are not taken, so that a release elsewhere breaks no test. */
const BEFORE = '2026-11-28';

const GUIDE = readFileSync(join(ROOT, 'examples/docs/owner/documentation-tools.md'), 'utf8');
/** What the guide gives to users of tools without a plugin. */
const LINE = /^<script src="[^"]+\/site-search\.js".*$/m.exec(GUIDE)?.[0] ?? '';

/** A tool that makes websites of pages. */
export interface Tool {
  name: string;
  /** Who installs it. Of Debian's, only those are used that are on the machine. */
  from: 'npm' | 'pip' | 'debian';
  /** Where the common pages are put, if it reads them, and the name that it wants for the first of them. */
  pages?: string;
  index?: string;
  /** Where the guide's line is pasted. The others have a plugin. */
  paste?: string;
  /** The folder that is sent to the project. Others send their pages themselves. */
  sources?: string;
  output: string;
  build: string[];
  /** The address of a page. */
  address: (page: string) => string;
  /** Where a folder of pages in German is on the site, if the tool does not say what is in which language. */
  german?: { sources: string; at: string };
  /** Builds the site in German, below `/de`, if the tool makes one site for each language. */
  buildGerman?: string[];
  /** Whether its pages have no scripts in them. */
  isStrict?: boolean;
}

/**
 * Installs a tool with Footnote's package, as a new user would. Returns the folder of the site, or null, with the reason on
 * standard error, where that cannot be done.
 */
export async function installTool(tool: Tool): Promise<string | null> {
  const folder = join(CACHE, tool.name);
  try {
    await INSTALL[tool.from](tool, folder);
  } catch (error) {
    process.stderr.write(`Skipped, as ${tool.name} could not be installed: ${(error as Error).message}\n`);
    return null;
  }
  const { name, pages, index = 'index.md' } = tool;
  cpSync(join(SITES, name), folder, { recursive: true });
  if (pages) {
    cpSync(join(SITES, 'pages'), join(folder, pages), { recursive: true });
    renameSync(join(folder, pages, 'index.md'), join(folder, pages, index));
  }
  return folder;
}

const INSTALL: Record<Tool['from'], (tool: Tool, folder: string) => Promise<unknown>> = {
  async npm({ name, paste }, folder) {
    const wanted = listOf(name, 'package.json');
    const own = paste ? [] : [packedTarball('sdk'), packedTarball('widget')];
    const isNew = await once(join(folder, 'installed'), wanted, async () => {
      empty(folder);
      writeFileSync(join(folder, 'package.json'), wanted);
      await npm(folder, 'install', '--no-save', `--before=${BEFORE}`, ...own);
    });
    if (!isNew && own.length > 0) await npm(folder, 'install', '--no-save', '--prefer-offline', ...own);
  },
  async pip({ name, paste }, folder) {
    mkdirSync(folder, { recursive: true });
    await once(join(PYTHON, 'made'), '', async () => {
      empty(PYTHON);
      await run(CACHE, ['python3', '-m', 'venv', PYTHON]);
      // Of any version since it knows the licence of a package as ours states it.
      await pip('setuptools>=77');
    });
    const wanted = listOf(name, 'requirements.txt');
    await once(join(PYTHON, `${name}.txt`), wanted, () => pip(...wanted.trim().split('\n')));
    if (!paste) await pip('--no-deps', '--no-build-isolation', '--force-reinstall', PYTHON_TARBALL);
  },
  async debian({ name }, folder) {
    mkdirSync(folder, { recursive: true });
    await run(folder, [name, '--version']);
  },
};

const listOf = (name: string, list: string) => readFileSync(join(SITES, name, list), 'utf8');

/** Does what a file tells of, unless it was done before. Whether it has done it. */
async function once(file: string, wanted: string, install: () => Promise<unknown>): Promise<boolean> {
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) return false;
  await install();
  writeFileSync(file, wanted);
  return true;
}

function empty(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

const pip = (...packages: string[]) =>
  run(CACHE, [join(PYTHON, 'bin/pip'), 'install', '--quiet', '--no-compile', ...packages]);

const npm = (folder: string, ...words: string[]) =>
  runNpm(folder, words, { environment: process.env, signal: AbortSignal.timeout(INSTALL_MS) });

const run = (cwd: string, [program = '', ...words]: string[], env: NodeJS.ProcessEnv = process.env) =>
  promisify(execFile)(program, words, { cwd, env, timeout: INSTALL_MS });

/** What a build needs to know. */
export interface BuildFor {
  server: string;
  project: string;
  /** The address of the site. */
  site: string;
  /** Of the project; only tools that send their pages get it. */
  key: string;
}

export async function buildSite(tool: Tool, folder: string, { server, project, site, key }: BuildFor): Promise<void> {
  // Without the variables of the test runner, which Astro would take for its own.
  const env = {
    HOME: process.env.HOME,
    PATH: [join(folder, 'node_modules/.bin'), join(PYTHON, 'bin'), process.env.PATH].join(':'),
    SERVER: server,
    PROJECT: project,
    SITE: site,
    FOOTNOTE_API_KEY: tool.sources ? undefined : key,
    ASTRO_TELEMETRY_DISABLED: '1',
    // Writing it for a second build takes a quarter of the time of the only one.
    DOCUSAURUS_NO_PERSISTENT_CACHE: 'true',
  };
  if (tool.paste) {
    mkdirSync(join(folder, dirname(tool.paste)), { recursive: true });
    const line = LINE.replace('https://chat.example.com', server).replace('proj_…', project);
    writeFileSync(join(folder, tool.paste), line);
  }
  rmSync(join(folder, tool.output), { recursive: true, force: true });
  await run(folder, tool.build, env);
  if (tool.buildGerman)
    await run(folder, tool.buildGerman, { ...env, FOOTNOTE_API_KEY: undefined, SITE_LANGUAGE: 'de' });
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Serves a built site, under a policy that allows scripts and requests of the site and of one server alone. */
export async function serveSite(tool: Tool, server: () => string): Promise<{ origin: string; stop(): void }> {
  const folder = join(CACHE, tool.name, tool.output);
  const site = createServer((request, response) => {
    const path = decodeURIComponent(URL.parse(request.url ?? '', 'http://site')?.pathname ?? '/');
    const file = [path, `${path}.html`, join(path, 'index.html')]
      .map((each) => join(folder, each))
      .find((each) => statSync(each, { throwIfNoEntry: false })?.isFile());
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    const own = tool.isStrict ? `'self'` : `'self' 'unsafe-inline' 'wasm-unsafe-eval'`;
    response.setHeader(
      'content-security-policy',
      `script-src ${own} ${server()}; connect-src 'self' data: ${server()}`,
    );
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    stop: () => {
      site.closeAllConnections();
      site.close();
    },
  };
}
