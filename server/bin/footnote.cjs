#!/usr/bin/env node
/**
 * The command `footnote`, which npm links when it installs a clone or the package. It runs the server's program, in a clone
 * after it has built what has changed. CommonJS without anything new, so that it runs on whatever Node a machine has, far enough to start the one of the clone.
 */
'use strict';
// biome-ignore lint/style/useNodejsImportProtocol: Node before 14.18 does not know it.
const { spawn, spawnSync } = require('child_process');
// biome-ignore lint/style/useNodejsImportProtocol: Node before 14.18 does not know it.
const { existsSync } = require('fs');
// biome-ignore lint/style/useNodejsImportProtocol: Node before 14.18 does not know it.
const { join } = require('path');
// biome-ignore lint/style/useNodejsImportProtocol: Node before 14.18 does not know it.
const { pathToFileURL } = require('url');

const ROOT = join(__dirname, '../..');
const MAIN = join(__dirname, '../dist/main.js');
const BUILD = join(ROOT, '.build/if-missing.ts');
const OWN_NODE = join(ROOT, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
const NEEDED = require('../package.json').engines.node.replace('>=', '');

function isEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  const [neededMajor, neededMinor] = NEEDED.split('.').map(Number);
  return major > neededMajor || (major === neededMajor && minor >= neededMinor);
}

function complain(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const isClone = !/[\\/]node_modules[\\/]/.test(__dirname);

/** What the build says is not the command's output. */
function build(node) {
  if (!existsSync(BUILD)) return;
  const { status } = spawnSync(node, [BUILD], { stdio: ['ignore', 2, 2] });
  if (status !== 0) complain('Footnote could not be built. Run npm install, and try again.');
}

/** In the place of this process, as far as that can be: signals are passed on, and it ends as the other does. */
function runOn(node) {
  const child = spawn(node, [MAIN].concat(process.argv.slice(2)), { stdio: 'inherit' });
  const passOn = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn);
  child.on('error', (error) => complain(`Footnote could not start ${node}: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeListener(signal, passOn);
    process.kill(process.pid, signal);
  });
}

if (isEnough(process.versions.node)) {
  build(process.execPath);
  import(pathToFileURL(MAIN).href);
} else if (isClone && existsSync(OWN_NODE)) {
  build(OWN_NODE);
  runOn(OWN_NODE);
} else {
  const advice = isClone ? `: run npm install in ${ROOT}, which brings one, or install it.` : '. Install a newer one.';
  complain(`Footnote needs Node.js ${NEEDED} or newer, and this is ${process.versions.node}${advice}`);
}
