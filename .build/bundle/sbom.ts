import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library';

/** A package in a build. */
export interface BundledPackage {
  /** Where it is: `node_modules/koa`. */
  place: string;
  name: string;
  version: string;
  license: string;
  /** Of its tarball, as in a lock file. */
  integrity: string;
  dependencies: string[];
}

/**
 * The packages of a build as a CycloneDX document. It has neither a time nor a serial number, so that the same content gives the
 * same bytes.
 */
export function sbomOf(version: string, packages: BundledPackage[]): string {
  const root = new Models.Component(Enums.ComponentType.Application, 'footnote', {
    version,
    bomRef: 'footnote',
    licenses: licensesOf('MIT'),
  });
  const components = new Map(packages.map((one) => [one.place, componentOf(one)]));
  for (const one of packages) {
    for (const name of one.dependencies) {
      const found = components.get(placeOf(components, one.place, name));
      if (found) components.get(one.place)?.dependencies.add(found.bomRef);
    }
  }
  // The server's own packages; what they need follows from the others.
  for (const { place } of packages) {
    const component = components.get(place);
    if (component && !/node_modules\/.*\/node_modules\//.test(place)) root.dependencies.add(component.bomRef);
  }
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: root }) });
  for (const component of components.values()) bom.components.add(component);
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 1 })}\n`;
}

function componentOf({ place, name, version, license, integrity }: BundledPackage): Models.Component {
  const [scope, short] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const component = new Models.Component(Enums.ComponentType.Library, short ?? name, {
    version,
    bomRef: place,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: licensesOf(license),
    ...(scope && { group: scope }),
  });
  const [, algorithm, digest] = /^(sha512)-(.+)$/.exec(integrity) ?? [];
  if (algorithm && digest) {
    component.hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(digest, 'base64').toString('hex'));
  }
  return component;
}

/** As Node finds a package: beside the one that asks, then in each folder above. */
function placeOf(components: Map<string, unknown>, from: string, name: string): string {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    const place = `${folder}/node_modules/${name}`;
    if (components.has(place)) return place;
    if (!folder.includes('/node_modules/')) return `node_modules/${name}`;
  }
}

function licensesOf(license: string): Models.LicenseRepository {
  const fixed = SPDX.fixupSpdxId(license);
  if (fixed !== undefined) return new Models.LicenseRepository([new Models.SpdxLicense(fixed)]);
  return new Models.LicenseRepository([
    / (?:OR|AND) /.test(license) ? new Models.LicenseExpression(license) : new Models.NamedLicense(license),
  ]);
}
