import { readFile } from 'node:fs/promises';

/** Of a package that is installed. */
export async function versionOf(packageName: string): Promise<string> {
  const file = new URL(import.meta.resolve(`${packageName}/package.json`));
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
  return version;
}
