/**
 * The last step of npm install, in plain JavaScript so that any Node can run it. If the machine's Node is older than the
 * packages require, npm itself would warn about each package, which .npmrc turns off. Only the Node that runs npm scripts,
 * which is this one, must be new enough.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const manifest = JSON.parse(readFileSync(new URL('../server/package.json', import.meta.url), 'utf8'));
const needed = manifest.engines.node.replace('>=', '');
const own = process.versions.node;
// The Node that npm itself runs on. For scripts, node_modules/.bin comes before it on the path.
const [, machines = own] = /\bnode\/v([\d.]+)/.exec(process.env.npm_config_user_agent || '') || [];

/** Whether the version is new enough for Footnote. */
function isEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  const [neededMajor, neededMinor] = needed.split('.').map(Number);
  return major > neededMajor || (major === neededMajor && minor >= neededMinor);
}

/** The package "node" links its program from another package, which also brings 70 MB of headers, npm and manual pages. */
function removeHeaders() {
  const folder = fileURLToPath(new URL('../node_modules/node/node_modules', import.meta.url));
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    for (const unused of ['include', 'lib', 'share'])
      rmSync(join(folder, name, unused), { recursive: true, force: true });
  }
}

/** Optional packages for this platform that are missing: npm leaves out those that ask for a newer Node than its own. */
function leftOut() {
  const root = new URL('../', import.meta.url);
  const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'));
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  const isFor = (wanted, found) => !wanted || wanted.includes(found);
  return Object.entries(packages).filter(
    ([folder, { optional, os, cpu, libc: libraries }]) =>
      optional &&
      (os || cpu) &&
      isFor(os, process.platform) &&
      isFor(cpu, process.arch) &&
      (process.platform !== 'linux' || isFor(libraries, libc)) &&
      !existsSync(new URL(folder, root)),
  );
}

/** Runs the same npm again on the Node that Footnote runs on. */
function installAgain() {
  const words = [process.env.npm_execpath, 'install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund'];
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  return spawnSync(process.execPath, words, { cwd, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

removeHeaders();
if (!isEnough(own)) {
  process.stderr.write(
    `Footnote needs Node.js ${needed} or newer, and this is ${own}: the package "node", which npm install brings, is not whole. ` +
      'Remove node_modules and run npm install again, without --omit=dev and --ignore-scripts.\n',
  );
  process.exitCode = 1;
} else if (!isEnough(machines) && leftOut().length > 0 && !installAgain()) {
  process.stderr.write(
    `npm has left out packages that ask for a newer Node.js than the ${machines} of this machine. Install a newer one, and run npm install again.\n`,
  );
  process.exitCode = 1;
} else if (!isEnough(machines)) {
  process.stdout.write(
    `Footnote runs on its own Node.js ${own}, which npm install has brought; Node.js ${machines} of this machine runs npm alone.\n`,
  );
}
