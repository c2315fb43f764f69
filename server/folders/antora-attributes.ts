/** Of a descriptor with more attributes, and of longer values, the rest is not read. */
const MAX_ATTRIBUTES = 1_000;
const MAX_VALUE_LENGTH = 2_000;

const ENTRY = /^ +["']?(\w[\w-]*)["']?:(?:[ \t](.*))?$/;

/** The attributes that a descriptor, `antora.yml`, sets for its pages: those below `asciidoc: attributes:`. */
export function readAttributes(descriptor: string): [name: string, value: string][] {
  const lines = descriptor.split(/\r?\n/).filter((line) => !/^\s*(?:#|$)/.test(line));
  const below = linesBelow(linesBelow(lines, /^asciidoc:/), /^ +attributes:/);
  const depth = indentOf(below[0] ?? '');
  return below
    .filter((line) => indentOf(line) === depth)
    .flatMap((line): [string, string][] => {
      const [, name, written = ''] = ENTRY.exec(line) ?? [];
      const value = scalarOf(written.trim());
      return name === undefined || value === null || value.length > MAX_VALUE_LENGTH
        ? []
        : [[name.toLowerCase(), value]];
    })
    .slice(0, MAX_ATTRIBUTES);
}

/** The lines below a key that are further in than it. */
function linesBelow(lines: readonly string[], key: RegExp): string[] {
  const at = lines.findIndex((line) => key.test(line));
  if (at < 0) return [];
  const depth = indentOf(lines[at] ?? '');
  const after = lines.slice(at + 1);
  const end = after.findIndex((line) => indentOf(line) <= depth);
  return after.slice(0, end < 0 ? undefined : end);
}

const indentOf = (line: string) => line.length - line.trimStart().length;

/** A scalar of one line; null for what is none, and for what takes an attribute away. A page may replace a value that ends with `@`. */
function scalarOf(written: string): string | null {
  const quoted = /^(["'])(.*)\1/.exec(written);
  const plain = quoted ? (quoted[2] ?? '') : (written.split(/\s#/, 1)[0] ?? '').trim();
  if (!quoted && /^(?:[{[>|&*]|(?:false|null|~)$)/.test(plain)) return null;
  return !quoted && plain === 'true' ? '' : plain.replace(/@$/, '');
}

/** The lines that set those attributes that a text names, or the values of those. */
export function settingsFor(text: string, attributes: ReadonlyMap<string, string>): string[] {
  const used = new Set<string>();
  const waiting = [text.toLowerCase()];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [name, value] of attributes) {
      if (used.has(name) || !next.includes(name)) continue;
      used.add(name);
      waiting.push(value.toLowerCase());
    }
  }
  return [...attributes].filter(([name]) => used.has(name)).map(([name, value]) => `:${name}: ${value}`.trimEnd());
}
