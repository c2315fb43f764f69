/** Packs the npm packages: `npm run pack [-- FOLDER]` writes all three into FOLDER, by default `.build/dist`. */
import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAllMissing } from './if-missing.ts';
import { PACKAGES, packWorkspace } from './packages.ts';

/** Builds what is missing and packs everything. Returns the files in the order of `PACKAGES`. */
export async function packAll(folder: string): Promise<string[]> {
  await buildAllMissing();
  const files: string[] = [];
  for (const name of PACKAGES) files.push(await packWorkspace(name, folder));
  return files;
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('./dist', import.meta.url)));
  const files = await packAll(folder);
  for (const file of files)
    process.stdout.write(`${relative(process.cwd(), file)}  ${(statSync(file).size / 1e6).toFixed(2)} MB\n`);
  process.stdout.write(`To install the server: npm install --global ${relative(process.cwd(), files.at(-1) ?? '')}\n`);
}
