/**
 * Packs the server, its packages for this platform, chosen models and engines into one archive that runs on a machine with
 * nothing but Node: `npm run bundle [-- --models NAME,… --engines NAME,… --output FILE]`.
 */
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { readEnv } from '../server/config/env.ts';
import { MODEL_CATALOGUE } from '../server/engines/catalogue/model-catalogue.ts';
import { type Archive, writeArchive } from './bundle/archive.ts';
import { engineEntries } from './bundle/engines.ts';
import { bytesOf, type Entry, type FileEntry, filesBelow } from './bundle/entries.ts';
import { type ModelsAtHand, modelEntries } from './bundle/models.ts';
import { packagesOf, TARGET, workspaceEntries } from './bundle/packages.ts';
import { buildIfMissing } from './if-missing.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PARTS = fileURLToPath(new URL('./bundle/', import.meta.url));

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** The options of a bundle. */
export interface Wanted extends ModelsAtHand {
  /** The names of the models to include. */
  models: string[];
  /** The names of the engines to include. */
  engines: string[];
  /** Where engines of this machine are; missing ones are installed elsewhere. */
  enginesDir: string;
  /** Null for a file in `.build/dist` that is named after the version and the platform. */
  output: string | null;
  /** Called with the size of each part. */
  say(line: string): void;
}

/** Writes the archive. On failure, throws an error for the user and leaves no file. */
export async function bundle({ models, engines, enginesDir, output, say, ...atHand }: Wanted): Promise<void> {
  const modelFiles = new Map<string, FileEntry[]>();
  for (const model of models) modelFiles.set(model, await modelEntries(model, atHand));
  const engineFiles = new Map<string, FileEntry[]>();
  for (const engine of engines) engineFiles.set(engine, await engineEntries(engine, enginesDir));
  await buildIfMissing('server');
  await buildIfMissing('widget');
  await buildIfMissing('console');
  await buildIfMissing('reference');
  const { version, engines: needs } = JSON.parse(await readFile(join(ROOT, 'server/package.json'), 'utf8'));
  const name = `footnote-${version}-${TARGET}`;
  const file = resolve(output ?? join(ROOT, '.build/dist', `${name}.tar.gz`));

  const packages = await packagesOf(ROOT);
  const own = [...(await workspaceEntries(ROOT, 'server')), ...(await workspaceEntries(ROOT, 'widget'))];
  say(`Server and widget  ${megabytes(bytesOf(own))}`);
  say(`Packages           ${megabytes(bytesOf(packages.entries))} in ${packages.count} packages`);
  say(`                   (${megabytes(packages.leftOut)} left out: types, and what other platforms need)`);
  for (const [model, files] of modelFiles) say(`Model              ${megabytes(bytesOf(files))} ${model}`);
  for (const [engine, files] of engineFiles) say(`Engine             ${megabytes(bytesOf(files))} ${engine}`);

  // Examples for running it as a service and behind a proxy.
  const deploy = await filesBelow(join(ROOT, 'examples/deploy'), 'deploy');
  const facts = { version, target: TARGET, node: needs.node.replace('>=', '') };
  const written = [
    { path: 'footnote', text: await filled('footnote.sh', facts), executable: true },
    { path: 'README.md', text: await filled('README.md', facts), executable: false },
    { path: 'LICENSE', text: await readFile(join(ROOT, 'LICENSE'), 'utf8'), executable: false },
  ];
  const chosen = [...modelFiles.values(), ...engineFiles.values()].flat();
  const entries: Entry[] = [...own, ...packages.entries, ...chosen, ...deploy, ...written];
  const { size, sha256 } = await writeWithBar(file, name, entries);
  say(`\n${relative(process.cwd(), file)}`);
  say(`  ${megabytes(size)}, ${megabytes(bytesOf(entries))} unpacked; SHA-256 ${sha256}`);
  say(`On a machine of ${TARGET} with Node.js ${facts.node} or newer: tar -xzf it, then ./${name}/footnote start`);
}

async function writeWithBar(file: string, folder: string, entries: Entry[]): Promise<Archive> {
  const bar = new SingleBar({ format: 'Packing            {bar} {percentage} %', barsize: 24, hideCursor: true });
  if (process.stdout.isTTY) bar.start(bytesOf(entries), 0);
  try {
    return await writeArchive(file, { folder, entries, onCopied: (bytes) => bar.increment(bytes) });
  } finally {
    bar.stop();
  }
}

/** A file for the bundle with values in the place of `%NAME%`. */
async function filled(file: string, facts: Record<string, string>): Promise<string> {
  const text = await readFile(join(PARTS, file), 'utf8');
  return text.replace(/%(\w+)%/g, (whole, key: string) => facts[key.toLowerCase()] ?? whole);
}

/** The names in a list with commas, each once. */
const namesIn = (list = ''): string[] => [...new Set(list.split(',').flatMap((name) => name.trim() || []))];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { models: { type: 'string' }, engines: { type: 'string' }, output: { type: 'string' } },
  });
  const { modelsDir, enginesDir } = readEnv();
  const say = (line: string) => process.stdout.write(`${line}\n`);
  await bundle({
    ...{ models: namesIn(values.models), engines: namesIn(values.engines), output: values.output ?? null },
    ...{ modelsDir, enginesDir, catalogue: MODEL_CATALOGUE, say },
  });
}

if (import.meta.main) {
  await main().catch((error: Error) => {
    process.stderr.write(`The bundle was not made: ${error.message}\n`);
    process.exitCode = 1;
  });
}
