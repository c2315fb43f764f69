import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BundledPackage } from './bundle/sbom.ts';

/** An entry of a `package-lock.json`. */
export interface LockedPackage {
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
}

/** Parts of these are compiled or copied into files of our own (`server-program.ts`, `api-reference.ts`, the widget, the console). */
const COPIED = [
  'lit',
  'lit-html',
  'lit-element',
  '@lit/reactive-element',
  'eld',
  'redoc',
  'sugar-high',
  'tldts',
  'uqr',
];

/** The places of the packages in the server's program, as its build found them: `node_modules/koa`. */
export const COMPILED_IN = fileURLToPath(new URL('../server/dist/compiled-in.json', import.meta.url));

const LOCK = fileURLToPath(new URL('../package-lock.json', import.meta.url));

/** The packages of a lock file by their place, without workspaces. */
export function lockedPackages(file: string = LOCK): Map<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> };
  return new Map(
    Object.entries(packages).filter(([place, { link }]) => /(?:^|\/)node_modules\//.test(place) && link !== true),
  );
}

/** What of others is in our own files, once the server's program is built. Their places say so: `compiled-in/node_modules/lit`. */
export function compiledIn(): BundledPackage[] {
  const compiled: string[] = JSON.parse(readFileSync(COMPILED_IN, 'utf8'));
  const places = new Set([...COPIED.map((name) => `node_modules/${name}`), ...compiled]);
  const locked = lockedPackages();
  return [...places].sort().map((place) => {
    const { version, license, integrity, dependencies = {} } = locked.get(place) ?? {};
    if (!version || !license || !integrity) throw new Error(`package-lock.json does not tell enough about ${place}.`);
    return {
      place: `compiled-in/${place}`,
      name: nameOf(place),
      version,
      license,
      integrity,
      dependencies: Object.keys(dependencies),
    };
  });
}

/** The name of the package at a place: `depd` at `node_modules/http-errors/node_modules/depd`. */
export const nameOf = (place: string): string =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
