import type { Callout } from '../../../types.ts';
import { calloutNamed } from '../../text/callouts.ts';

/** A shortcode of Hugo (`{{< note >}}`) or a tag of Liquid, Nunjucks or Markdoc (`{% hint style="info" %}`). */
export interface Shortcode {
  name: string;
  kind: 'opening' | 'closing';
  attributes: ReadonlyMap<string, string>;
  /** The first value without a name. */
  value: string;
}

const SHORTCODE = /^\{(?:\{[<%]|%-?)[ \t]*(\/[ \t]*|end)?([A-Za-z][\w/-]*)(?![\w/-])([\s\S]*?)(?:[%>]\}|-?%)\}$/;
const ATTRIBUTE = /([\w-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))|"([^"]*)"|'([^']*)'|([^\s"'=]+)/g;
const MAX_LENGTH = 2_000;
/** Shortcodes whose kind of callout is an attribute. */
const GENERIC_CALLOUT = /^(?:hint|alert|callout|admonition|aside|notice|message)$/;
/** Shortcodes that have a label before their content. */
const LABELLED = /^(?:tab|details|expand|collapse|accordion|step)$/;
const SWITCH = /^(?:true|false)$/;
/** Those whose content is shown when the label is pressed. */
const EXPANDS = /^(?:details|expand|collapse)$/;

/** Takes a shortcode apart; null for other text. */
export function parseShortcode(source: string): Shortcode | null {
  const match = source.length <= MAX_LENGTH ? SHORTCODE.exec(source) : null;
  if (!match) return null;
  const attributes = new Map<string, string>();
  let value = '';
  for (const [, key, a, b, c, d, e, f] of (match[3] ?? '').matchAll(ATTRIBUTE)) {
    if (key) attributes.set(key, a ?? b ?? c ?? '');
    else value ||= d ?? e ?? f ?? '';
  }
  return { name: match[2] ?? '', kind: match[1] ? 'closing' : 'opening', attributes, value };
}

/** The callout that a shortcode opens, if any. */
export function shortcodeCallout({ name, attributes, value }: Shortcode): Callout | undefined {
  if (!GENERIC_CALLOUT.test(name)) return calloutNamed(name);
  const kinds = [attributes.get('type'), attributes.get('style'), attributes.get('color'), value, name];
  return kinds.map((kind) => (kind ? calloutNamed(kind) : undefined)).find((callout) => callout) ?? 'note';
}

export const expands = ({ name }: Shortcode): boolean => EXPANDS.test(name);

/** What is shown above the content of a shortcode. */
export function shortcodeLabel({ name, attributes, value }: Shortcode): string {
  const named = ['title', 'header', 'label', ...(EXPANDS.test(name) ? ['summary'] : [])];
  const label = named.map((key) => attributes.get(key)).find((text) => text !== undefined);
  return label ?? (LABELLED.test(name) ? (attributes.get('name') ?? value) : '');
}

/** What is shown of a shortcode between words: the text that it is told to show. */
export function shortcodeText(source: string): string {
  const shortcode = parseShortcode(source);
  if (!shortcode || shortcode.kind === 'closing') return '';
  const { name, attributes, value } = shortcode;
  const text = attributes.get('text');
  // `text=true` of a group of tabs says how these are read.
  if (text !== undefined) return SWITCH.test(text) ? '' : text;
  return attributes.get('term_id')?.replaceAll('-', ' ') ?? (name === 'heading' ? value : '');
}
