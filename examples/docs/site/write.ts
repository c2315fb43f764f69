/**
 * Writes the example website with the guide as static files, for any web server that has them at the root of its address:
 * `npm run docs -- FOLDER [--server https://chat.example.com --project proj_…]`. With a server and a project, their chat is on
 * every page.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite, fillIn } from './build-site.ts';

const USAGE = 'Usage: npm run docs -- FOLDER [--server https://chat.example.com --project proj_…]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { server: { type: 'string' }, project: { type: 'string' } },
});
const [folder, ...others] = positionals;
const { server, project } = values;
if (!folder || others.length > 0 || Boolean(server) !== Boolean(project)) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const widget = server && project ? { base: new URL(server).origin, project } : null;
  const files = await buildSite();
  for (const [name, content] of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, name.endsWith('.html') ? fillIn(content.toString('utf8'), widget) : content);
  }
  console.log(`${files.size} files in ${resolve(folder)}. The guide is at /docs/.`);
}
