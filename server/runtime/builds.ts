import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installation } from '../platform/program/installation.ts';

/** Where the files are that the server gives away, each of which a build has written. */
export interface Builds {
  widgetBuild: { directory: string; version: string };
  consoleBuild: { directory: string };
  referenceBuild: { directory: string };
  packagesBuild: { directory: string };
}

/** Finds them in this installation. Throws if the widget's package.json is missing; whatever is not built, is not served. */
export async function findBuilds(): Promise<Builds> {
  const inServer = (folder: string) => ({
    directory: fileURLToPath(new URL(`./dist/${folder}`, import.meta.resolve('@footnote/server/package.json'))),
  });
  const { form } = installation();
  // A clone and the bundle have the widget beside the server; the server's npm package contains it.
  const widget =
    form === 'project' || form === 'global'
      ? inServer('widget').directory
      : fileURLToPath(new URL('.', import.meta.resolve('@footnote/widget/package.json')));
  const { version } = JSON.parse(await readFile(join(widget, 'package.json'), 'utf8')) as { version: string };
  return {
    widgetBuild: { directory: join(widget, 'dist'), version },
    consoleBuild: inServer('console'),
    referenceBuild: inServer('docs'),
    packagesBuild: inServer('packages'),
  };
}
