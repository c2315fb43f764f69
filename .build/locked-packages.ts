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
const COMPILED_IN = [
  ...['lit', 'lit-html', 'lit-element', '@lit/reactive-element', 'eld', 'redoc', 'sugar-high', 'tldts', 'uqr'],
  ...['@modelcontextprotocol/core', '@modelcontextprotocol/server', 'zod'],
];

const LOCK = fileURLToPath(new URL('../package-lock.json', import.meta.url));

/** The packages of a lock file by their place, without workspaces. */
export function lockedPackages(file: string = LOCK): Map<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> };
  return new Map(
    Object.entries(packages).filter(([place, { link }]) => /(?:^|\/)node_modules\//.test(place) && link !== true),
  );
}

/** What of others is in our own files. Their places say so: `compiled-in/lit`. */
export function compiledIn(): BundledPackage[] {
  const locked = lockedPackages();
  return COMPILED_IN.map((name) => {
    const { version, license, integrity } = locked.get(`node_modules/${name}`) ?? {};
    if (!version || !license || !integrity) throw new Error(`package-lock.json does not tell enough about ${name}.`);
    return { place: `compiled-in/${name}`, name, version, license, integrity, dependencies: [] };
  });
}
