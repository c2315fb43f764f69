import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { COMPILED_IN, compiledIn, type LockedPackage, lockedPackages, nameOf } from '../../.build/locked-packages.ts';
import { PACKAGES } from '../../.build/packages.ts';

/** Licences under which a package may be in what we give to others, who may sell it and keep their changes. */
const PERMISSIVE = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['Python-2.0', 'Zlib'],
]);

/** Manifests that do not name their licence by its identifier, each of which somebody has read. */
const READ: Record<string, string> = {
  duck: 'BSD-2-Clause',
  flatbuffers: 'Apache-2.0',
  'sqlite-vec': 'MIT OR Apache-2.0',
  'sqlite-vec-darwin-arm64': 'MIT OR Apache-2.0',
  'sqlite-vec-darwin-x64': 'MIT OR Apache-2.0',
  'sqlite-vec-linux-arm64': 'MIT OR Apache-2.0',
  'sqlite-vec-linux-x64': 'MIT OR Apache-2.0',
  'sqlite-vec-windows-x64': 'MIT OR Apache-2.0',
};

/**
 * Shared libraries under the LGPL, which an operator installs with an engine and can exchange. They are in no package of ours,
 * nor in a bundle that is not made with that engine.
 */
const EXCHANGEABLE = /^@img\/sharp-(?:libvips-|wasm32$|win32-)/;

/** What the test reads of a bill of materials (CycloneDX). */
interface Sbom {
  components: { 'bom-ref': string; version: string; hashes: { content: string }[]; licenses: object[] }[];
}

/** Of `A AND B` all must be permissive, of `A OR B` one. */
function isPermissive(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isPermissive);
  return plain.split(' AND ').every((licence) => PERMISSIVE.has(licence));
}

/** Sentences about packages that must not be given to others as they are. */
function complaints(packages: Iterable<[string, LockedPackage]>): string[] {
  return [...packages].flatMap(([place, { version, license, integrity, resolved }]) => {
    const name = nameOf(place);
    const licence = READ[name] ?? license ?? 'none';
    return [
      ...(isPermissive(licence)
        ? []
        : [
            `${name} ${version} has the licence "${licence}". Read it, and use another package if it is not permissive.`,
          ]),
      ...(integrity?.startsWith('sha512-')
        ? []
        : [`${name} ${version} has no SHA-512 in the lock file. Install it from the registry.`]),
      ...(resolved === undefined || resolved.startsWith('https://registry.npmjs.org/')
        ? []
        : [`${name} ${version} comes from ${resolved}. Install it from the registry.`]),
    ];
  });
}

const production = () => [...lockedPackages()].filter(([, { dev }]) => dev !== true);
const LOCKS = fileURLToPath(new URL('../../server/engines/packages/locks/', import.meta.url));

describe('the packages of others', () => {
  it('that are installed with ours have permissive licences and a hash', () => {
    const found = production();
    expect(found.map(([place]) => nameOf(place))).toContain('better-sqlite3');
    expect(complaints(found)).toEqual([]);
  });

  it('that are compiled into ours have permissive licences, and their texts or names are there', () => {
    const locked = lockedPackages();
    const places = compiledIn().map(({ place }) => place.replace(/^compiled-in\//, ''));
    expect(places.length).toBeGreaterThan(150);
    expect(complaints(places.map((place) => [place, locked.get(place) as LockedPackage]))).toEqual([]);
    const dist = fileURLToPath(new URL('../../server/dist/', import.meta.url));
    for (const text of ['language/eld/LICENSE', 'services/tldts/LICENSE', 'docs/LICENSE'])
      expect(readFileSync(`${dist}${text}`, 'utf8').length, text).toBeGreaterThan(500);
    const texts = readFileSync(`${dist}LICENSES.txt`, 'utf8');
    for (const place of JSON.parse(readFileSync(COMPILED_IN, 'utf8')) as string[])
      expect(texts).toContain(`# ${nameOf(place)} ${locked.get(place)?.version}\n`);
    const widget = fileURLToPath(new URL('../../widget/dist/', import.meta.url));
    const element = readdirSync(widget).find((name) => /^footnote-chat-.*\.js$/.test(name)) ?? '';
    expect(readFileSync(`${widget}${element}`, 'utf8')).toContain('Contains Lit, BSD-3-Clause');
  });

  it('that are compiled into ours are listed in the bill of materials of the build, with version, licence and hash', () => {
    const { components } = JSON.parse(readFileSync(join(dirname(COMPILED_IN), 'sbom.cdx.json'), 'utf8')) as Sbom;
    const expected = compiledIn().map(({ place }) => {
      const { version, integrity = '' } = lockedPackages().get(place.replace(/^compiled-in\//, '')) ?? {};
      return [place, version, Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')];
    });
    const listed = components.map((one) => [one['bom-ref'], one.version, one.hashes[0]?.content]);
    expect(listed.toSorted()).toEqual(expected.toSorted());
    expect(components.filter(({ licenses }) => licenses.length === 0)).toEqual([]);
  });

  it.each(readdirSync(LOCKS))('that the engine %s brings have permissive licences, or can be exchanged', (engine) => {
    const found = [...lockedPackages(`${LOCKS}${engine}/package-lock.json`)];
    expect(found.length).toBeGreaterThan(10);
    expect(complaints(found.filter(([place]) => !EXCHANGEABLE.test(nameOf(place))))).toEqual([]);
  });

  it('are complained about where a licence is not permissive, a hash is missing, or the source is not the registry', () => {
    const good = { version: '1.0.0', license: 'MIT', integrity: 'sha512-AA==' };
    const bad: [string, LockedPackage][] = [
      ['node_modules/copyleft', { ...good, license: 'AGPL-3.0-only' }],
      ['node_modules/both', { ...good, license: 'MIT AND GPL-3.0-only' }],
      ['node_modules/unknown', { version: '1.0.0', integrity: 'sha512-AA==' }],
      ['node_modules/unhashed', { version: '1.0.0', license: 'MIT' }],
      ['node_modules/elsewhere', { ...good, resolved: 'git+ssh://git@example.com/elsewhere.git' }],
    ];
    expect(complaints([['node_modules/good', good]])).toEqual([]);
    expect(complaints([['node_modules/choice', { ...good, license: '(MIT OR GPL-3.0-or-later)' }]])).toEqual([]);
    expect(complaints(bad)).toHaveLength(bad.length);
  });
});

it('ours are under the MIT licence, and have its text', () => {
  for (const name of PACKAGES) {
    const folder = new URL(`../../${name}/`, import.meta.url);
    expect(JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')).license).toBe('MIT');
    expect(readFileSync(new URL('LICENSE', folder), 'utf8')).toContain('MIT License');
  }
});
