/**
 * Puts Redoc, which shows the API reference at `/docs`, into the build of the server. Its one file needs nothing else, so the
 * package is only here to be copied: what it asks for is overridden with nothing in package.json.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { precompress } from './precompress.ts';

// Not import.meta.resolve, which the test runner does not have: it builds what is missing before the tests.
const REDOC = dirname(createRequire(import.meta.url).resolve('redoc/package.json'));
const FOLDER = fileURLToPath(new URL('../server/dist/docs', import.meta.url));

/** The only address that Redoc would load from elsewhere: its logo. Without it, it shows none. */
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
