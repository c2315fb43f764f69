import { readFile } from 'node:fs/promises';

/** The version of an installed package. */
export async function packageVersion(packageName: string): Promise<string> {
  const file = new URL(import.meta.resolve(`${packageName}/package.json`));
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
  return version;
}
