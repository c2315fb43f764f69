/** What is used of a page's front matter. Empty where it says nothing. */
export interface FrontMatter {
  title: string;
  /** The first of the other names that wikis give a page. */
  alias: string;
  description: string;
  /** All of it where it is YAML. */
  yaml: string;
  body: string;
}

const FRONT_MATTER = /^\ufeff?(---|\+\+\+)[ \t]*\n([\s\S]*?)\n\1[ \t]*(?:\n|$)/;
/** A YAML value in lines of its own (`>-`, `|`), or a TOML one. */
const BLOCK_VALUE = /^(?:[>|][+-]?\d?|"""|'''|)$/;
const MAX_LINES = 20;

/** Splits off YAML (`---`) or TOML (`+++`) front matter. */
export function splitFrontMatter(source: string): FrontMatter {
  const match = source.match(FRONT_MATTER);
  if (!match) return { title: '', alias: '', description: '', yaml: '', body: source };
  const lines = match[2]?.split('\n') ?? [];
  return {
    title: frontMatterValue(lines, 'title'),
    alias: firstOf(lines, 'aliases') || firstOf(lines, 'alias'),
    description: frontMatterValue(lines, 'description'),
    yaml: match[1] === '---' ? (match[2] ?? '') : '',
    body: source.slice(match[0].length),
  };
}

/** The first value of a list: `key: [a, b]`, `key: a`, or in lines of its own. */
function firstOf(lines: string[], key: string): string {
  const at = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (at < 0) return '';
  const value = (lines[at] ?? '').slice(key.length + 1).trim();
  const first = value
    ? /^\[?\s*("[^"]*"|'[^']*'|[^,\]]*)/.exec(value)?.[1]
    : /^\s*- (.*)$/.exec(lines[at + 1] ?? '')?.[1];
  return unquote((first ?? '').trim());
}

/** The value of a key as one line. */
function frontMatterValue(lines: string[], key: string): string {
  const at = lines.findIndex((line) => line.startsWith(key) && /^[ \t]*[:=]/.test(line.slice(key.length)));
  if (at < 0) return '';
  const first = (lines[at] ?? '')
    .slice(key.length)
    .replace(/^[ \t]*[:=]/, '')
    .trim();
  const isToml = /^(?:"""|''')/.test(first);
  const following: string[] = [];
  for (const line of lines.slice(at + 1, at + 1 + MAX_LINES)) {
    if (!isToml && line.trim() && !/^[ \t]/.test(line)) break;
    following.push(line.trim());
    if (isToml && /(?:"""|''')$/.test(line)) break;
  }
  const value = isToml
    ? [first, ...following].join(' ').replace(/^(?:"""|''')|(?:"""|''')$/g, '')
    : [BLOCK_VALUE.test(first) ? '' : first, ...following].join(' ');
  // A list or a map below the key is no text.
  return !isToml && !first && /^(?:- |[\w-]+:)/.test(following[0] ?? '') ? '' : unquote(value.trim());
}

function unquote(value: string): string {
  const quoted = value.match(/^(["'])(.*)\1$/);
  if (!quoted) return value;
  const inner = quoted[2] ?? '';
  return quoted[1] === '"' ? inner.replace(/\\(["\\])/g, '$1') : inner.replaceAll("''", "'");
}
