import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { readAttributes } from './antora-attributes.ts';
import { isSkipped } from './is-skipped.ts';

/** A component of an Antora site, as its `antora.yml` says. */
export interface AntoraComponent {
  /** From the component to the folder that is synced, or from that folder to the component; with slashes, one of them empty. */
  above: string;
  below: string;
  /** The first part of its addresses; empty for the component `ROOT`. */
  name: string;
  /** The second part; empty for a component without versions. */
  version: string;
  /** As its pages show it; absent where the descriptor has none. */
  title?: string;
  /** What the descriptor sets for the pages; absent where it sets nothing. */
  attributes?: readonly [name: string, value: string][];
}

const DESCRIPTOR = 'antora.yml';
/** Folders above and below the given one in which a component is looked for. */
const LEVELS = 3;

/** The components that the folder is a part of, or else holds. */
export function antoraComponents(folder: string): AntoraComponent[] {
  let here = resolve(folder);
  for (let level = 0; level <= LEVELS; level += 1) {
    if (existsSync(join(here, DESCRIPTOR)))
      return [{ ...readDescriptor(here), above: slashed(relative(here, resolve(folder))), below: '' }];
    const parent = dirname(here);
    if (parent === here || existsSync(join(here, '.git'))) break;
    here = parent;
  }
  return componentsBelow(folder, '', LEVELS);
}

function componentsBelow(folder: string, below: string, levels: number): AntoraComponent[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isSkipped(entry.name))
    .flatMap(({ name }) => {
      const path = posix.join(below, name);
      if (existsSync(join(folder, path, DESCRIPTOR)))
        return [{ ...readDescriptor(join(folder, path)), above: '', below: path }];
      return levels > 1 ? componentsBelow(folder, path, levels - 1) : [];
    });
}

function readDescriptor(folder: string): Omit<AntoraComponent, 'above' | 'below'> {
  const text = readFileSync(join(folder, DESCRIPTOR), 'utf8');
  const scalarOf = (key: string) => {
    const [, value = ''] = new RegExp(`^${key}:[ \\t]*(.*)$`, 'm').exec(text) ?? [];
    return /^(["'])(.*)\1/.exec(value.trim())?.[2] ?? (value.split(/\s#/, 1)[0] ?? '').trim();
  };
  const [name, version, title] = [scalarOf('name'), scalarOf('version'), scalarOf('title')];
  const attributes = readAttributes(text);
  // A version that is taken from the name of the branch is not known here.
  return {
    name: name === 'ROOT' ? '' : name,
    version: /^(?:~|null|true|master|\{.*)?$/.test(version) ? '' : version,
    ...(title !== '' && { title }),
    ...(attributes.length > 0 && { attributes }),
  };
}

/** The component that a file is of. */
export const componentOf = (path: string, components: readonly AntoraComponent[]): AntoraComponent | undefined =>
  components.find(({ below }) => below === '' || path.startsWith(`${below}/`));

/**
 * The address of a file of a component. Null for what Antora does not publish: partials, examples, navigation, and files whose
 * names begin with an underscore.
 */
export function antoraAddress(path: string, components: AntoraComponent[]): string | null {
  const component = componentOf(path, components);
  if (!component) return null;
  const { above, below, name, version } = component;
  const inside = posix.join(above, below === '' ? path : path.slice(below.length + 1));
  const [, module = '', family, rest = ''] = /^modules\/([^/]+)\/(pages|attachments)\/(.+)$/.exec(inside) ?? [];
  if (family === undefined || rest.split('/').some((part) => part.startsWith('_'))) return null;
  const start = [name, version, module === 'ROOT' ? '' : module].filter((part) => part !== '');
  if (family === 'attachments') return `/${[...start, '_attachments', rest].join('/')}`;
  return /\.adoc$/i.test(rest) ? `/${[...start, rest.replace(/\.adoc$/i, '.html')].join('/')}` : null;
}

/** What Antora sets for every page. */
const OF_ANTORA = [
  ['env', 'site'],
  ['env-site', ''],
  ['site-gen', 'antora'],
  ['site-gen-antora', ''],
] as const;

/** The attributes that Antora has for a page, by name; none for what is no page of a component. */
export function antoraAttributes(path: string, components: readonly AntoraComponent[]): Map<string, string> {
  const component = componentOf(path, components);
  if (!component) return new Map();
  const { name, title = '', version, attributes = [] } = component;
  return new Map([
    ...OF_ANTORA,
    ['page-component-name', name || 'ROOT'],
    ['page-component-title', title || name],
    ['page-component-version', version],
    ['page-version', version],
    ...attributes,
  ]);
}

const slashed = (path: string) => path.split(sep).join('/');
