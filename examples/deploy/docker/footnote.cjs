#!/usr/local/bin/node
// The command of the image, which has no shell for the one of the bundle. It runs in the server's own process.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

for (const name of ['models', 'engines']) {
  const folder = join(__dirname, name);
  if (existsSync(folder)) process.env[`${name.toUpperCase()}_DIR`] ??= folder;
}
import(join(__dirname, 'server/dist/main.js'));
