/**
 * Tools and packages that few need, and rarely, are not part of the installation: they are installed at their first use, as
 * `.build/tools/package-lock.json` pins them. `node .build/tools.ts NAME …` runs one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentForPrograms } from '../server/config/env.ts';
import { runNpm } from '../server/engines/packages/run-npm.ts';
import { whileNobodyBuilds } from './build-lock.ts';

const PINNED = fileURLToPath(new URL('./tools/', import.meta.url));
const PLACE = fileURLToPath(new URL('../node_modules/.cache/footnote-tools', import.meta.url));
const LOCK = `${PLACE}.lock`;

/** The path of a tool's program, which Node can run. Installs the tools if they are missing or pinned in other versions. */
export const toolProgram = async (name: string): Promise<string> => join(await toolPackages(), '.bin', name);

/** The folder of the tools' packages, installed likewise. */
export async function toolPackages(): Promise<string> {
  await whileNobodyBuilds(async () => {
    if (!(await isInstalled())) await install();
  }, LOCK);
  return join(PLACE, 'node_modules');
}

async function isInstalled(): Promise<boolean> {
  const [here, pinned] = await Promise.all(
    [PLACE, PINNED].map((folder) => readFile(join(folder, 'package-lock.json'), 'utf8').catch(() => null)),
  );
  return here === pinned && existsSync(join(PLACE, 'node_modules'));
}

/** Beside its place, and moved there when it is complete. */
async function install(): Promise<void> {
  await mkdir(dirname(PLACE), { recursive: true });
  const folder = await mkdtemp(`${PLACE}-`);
  try {
    await cp(PINNED, folder, { recursive: true });
    const { signal } = new AbortController();
    await runNpm(folder, ['ci'], { environment: environmentForPrograms(), signal });
    await rm(PLACE, { recursive: true, force: true });
    await rename(folder, PLACE);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [name = '', ...words] = process.argv.slice(2);
  const child = spawn(process.execPath, [await toolProgram(name), ...words], { stdio: 'inherit' });
  const [code] = await once(child, 'close');
  process.exitCode = code ?? 1;
}
