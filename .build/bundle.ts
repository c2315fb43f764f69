/**
 * Packs the server, Node.js, the packages for a platform, and chosen models and engines into one archive that needs nothing else:
 * `npm run bundle [-- --target linux-x64|linux-arm64|darwin-arm64 --models NAME,… --engines NAME,… --without-node --output FILE]`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { readEnv } from '../server/config/env.ts';
import { MODEL_CATALOGUE } from '../server/engines/catalogue/model-catalogue.ts';
import { type Archive, writeArchive } from './bundle/archive.ts';
import { checksumsOf, noteChecksum } from './bundle/checksums.ts';
import { engineEntries } from './bundle/engines.ts';
import { bytesOf, type Entry, type FileEntry, filesBelow } from './bundle/entries.ts';
import { installFor } from './bundle/install-for.ts';
import { type ModelsAtHand, modelEntries } from './bundle/models.ts';
import { type BundledNode, nodeFor } from './bundle/node.ts';
import { packagesOf, workspaceEntries } from './bundle/packages.ts';
import { sbomOf } from './bundle/sbom.ts';
import { HERE, type Target, targetOf } from './bundle/targets.ts';
import { buildAllMissing } from './if-missing.ts';
import { compiledIn } from './locked-packages.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PARTS = fileURLToPath(new URL('./bundle/', import.meta.url));

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** The options of a bundle. */
export interface Wanted extends ModelsAtHand {
  /** The platform. Default: that of this machine. */
  target?: string;
  /** Default: true. */
  withNode?: boolean;
  /** The names of the models to include. */
  models: string[];
  /** The names of the engines to include. */
  engines: string[];
  /** Where engines of this machine are; missing ones are installed elsewhere. */
  enginesDir: string;
  /** Null for a file in `.build/dist` that is named after the version and the platform. */
  output: string | null;
  /** Of gzip, from 1 to 9. Default: 6. */
  level?: number;
  /** Called with the size of each part. */
  say(line: string): void;
}

/**
 * Writes the archive, and beside it the list of its packages (CycloneDX) and its line in SHA256SUMS. On failure, throws an error
 * for the user and leaves no archive.
 */
export async function bundle(options: Wanted): Promise<void> {
  const { target: wanted = HERE, withNode = true, output, level = 6, ...given } = options;
  const target = targetOf(wanted);
  const models = new Map<string, FileEntry[]>();
  for (const model of given.models) models.set(model, await modelEntries(model, given));
  const engines = new Map<string, FileEntry[]>();
  for (const engine of given.engines) engines.set(engine, await engineEntries(engine, given.enginesDir, target.name));
  await buildAllMissing();
  const installation = await installFor(ROOT, target);
  try {
    const node = withNode ? await nodeFor(ROOT, target) : null;
    try {
      await pack({ target, models, engines, node, output, level, say: given.say, root: installation.root });
    } finally {
      await node?.remove();
    }
  } finally {
    await installation.remove();
  }
}

interface Parts {
  target: Target;
  models: Map<string, FileEntry[]>;
  engines: Map<string, FileEntry[]>;
  node: BundledNode | null;
  output: string | null;
  level: number;
  /** Where the packages are. */
  root: string;
  say(line: string): void;
}

async function pack({ target, models, engines, node, output, level, root, say }: Parts): Promise<void> {
  const { version, engines: needs } = JSON.parse(await readFile(join(ROOT, 'server/package.json'), 'utf8'));
  const name = `footnote-${version}-${target.name}`;
  const file = resolve(output ?? join(ROOT, '.build/dist', `${name}.tar.gz`));

  const packages = await packagesOf(root, target);
  const own = [...(await workspaceEntries(ROOT, 'server')), ...(await workspaceEntries(ROOT, 'widget'))];
  say(`Server and widget  ${megabytes(bytesOf(own))}`);
  say(`Packages           ${megabytes(bytesOf(packages.entries))} in ${packages.count} packages`);
  say(`                   (${megabytes(packages.leftOut)} left out: types, and what other platforms need)`);
  if (node) say(`Node.js            ${megabytes(bytesOf(node.entries))} ${node.version}`);
  for (const [model, files] of models) say(`Model              ${megabytes(bytesOf(files))} ${model}`);
  for (const [engine, files] of engines) say(`Engine             ${megabytes(bytesOf(files))} ${engine}`);

  const others = [...packages.packages, ...compiledIn(), ...(node ? [{ place: 'node', ...node }] : [])];
  const sbom = sbomOf(version, others);
  const needed: string = needs.node.replace('>=', '');
  const files = [
    ...own,
    ...packages.entries,
    ...(node?.entries ?? []),
    ...[...models.values(), ...engines.values()].flat(),
    // Examples for running it as a service and behind a proxy.
    ...(await filesBelow(join(ROOT, 'examples/deploy'), 'deploy')),
    ...(await ownFiles({ version, target: target.name, node: needed })),
    { path: 'sbom.cdx.json', text: sbom, executable: false },
  ];
  const entries = [...files, { path: 'SHA256SUMS', text: await checksumsOf(files), executable: false }];
  const { size, sha256 } = await writeWithBar(file, name, entries, level);
  await writeFile(`${file.replace(/\.tar\.gz$/, '')}.cdx.json`, sbom);
  await noteChecksum(join(dirname(file), 'SHA256SUMS'), basename(file), sha256);
  say(`\n${relative(process.cwd(), file)}`);
  say(`  ${megabytes(size)}, ${megabytes(bytesOf(entries))} unpacked; SHA-256 ${sha256}`);
  const machine = node ? target.name : `${target.name} with Node.js ${needed} or newer`;
  say(`On a machine of ${machine}: tar -xzf it, then ./${name}/footnote start, or sudo ./${name}/install.sh`);
}

/** What is written for the bundle, with values in the place of `%NAME%`. */
async function ownFiles(facts: { version: string; target: string; node: string }): Promise<Entry[]> {
  return [
    { path: 'footnote', text: await filled('footnote.sh', facts), executable: true },
    { path: 'install.sh', text: await filled('install.sh', facts), executable: true },
    { path: 'README.md', text: await filled('README.md', facts), executable: false },
    { path: 'LICENSE', text: await readFile(join(ROOT, 'LICENSE'), 'utf8'), executable: false },
  ];
}

async function writeWithBar(file: string, folder: string, entries: Entry[], level: number): Promise<Archive> {
  const bar = new SingleBar({ format: 'Packing            {bar} {percentage} %', barsize: 24, hideCursor: true });
  if (process.stdout.isTTY) bar.start(bytesOf(entries), 0);
  try {
    return await writeArchive(file, { folder, entries, level, onCopied: (bytes) => bar.increment(bytes) });
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
    options: {
      target: { type: 'string', default: HERE },
      models: { type: 'string' },
      engines: { type: 'string' },
      'without-node': { type: 'boolean', default: false },
      output: { type: 'string' },
    },
  });
  const { target, output = null, 'without-node': withoutNode } = values;
  const { modelsDir, enginesDir } = readEnv();
  const say = (line: string) => process.stdout.write(`${line}\n`);
  await bundle({
    target,
    withNode: !withoutNode,
    models: namesIn(values.models),
    engines: namesIn(values.engines),
    output,
    modelsDir,
    enginesDir,
    catalogue: MODEL_CATALOGUE,
    say,
  });
}

if (import.meta.main) {
  await main().catch((error: Error) => {
    process.stderr.write(`The bundle was not made: ${error.message}\n`);
    process.exitCode = 1;
  });
}
