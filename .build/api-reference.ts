/**
 * Copies Redoc, which shows the API reference at `/docs`, into the build of the server. Only one file of the package is used,
 * and it needs no other package, so package.json replaces Redoc's dependencies with an empty package.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { precompress } from './precompress.ts';

// The test runner, which builds missing parts before the tests, does not support import.meta.resolve.
const REDOC = dirname(createRequire(import.meta.url).resolve('redoc/package.json'));
const FOLDER = fileURLToPath(new URL('../server/dist/docs', import.meta.url));

/** The only address that Redoc would load from another server: its logo. It is removed. */
const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g;

export function buildApiReference(): void {
  const script = readFileSync(join(REDOC, 'bundles/redoc.standalone.js'), 'utf8');
  if (!LOGO.test(script))
    throw new Error('Redoc has changed where its logo comes from. Check what it loads, and LOGO.');
  mkdirSync(FOLDER, { recursive: true });
  copyFileSync(join(REDOC, 'LICENSE'), join(FOLDER, 'LICENSE'));
  writeFileSync(join(FOLDER, 'redoc.js'), script.replace(LOGO, 'data:,'));
  precompress(FOLDER, /\.js$/);
}

if (import.meta.main) buildApiReference();
