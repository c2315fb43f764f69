import type { Callout } from '../../../types.ts';
import { calloutOfClasses } from '../../html/html-callouts.ts';
import { calloutNamed } from '../../text/callouts.ts';
import { type ComponentTag, isPlainAside } from './component-tags.ts';
import { expands, parseShortcode, type Shortcode, shortcodeCallout, shortcodeLabel } from './shortcodes.ts';
import { isStep, isStepList } from './step-list.ts';

/** A container that a line opens. */
export interface Container {
  /** What closes it: a tag or shortcode of this name, colons (`:::`), or the end of the indentation. */
  closedBy: string;
  callout?: Callout | undefined;
  /** Markdown that is shown above the content. */
  label: string;
  /** Is it shown when its label is pressed? The label is a heading then. */
  expands?: boolean;
  /** Do lines that are not indented continue its first paragraph? */
  isLazy?: boolean;
}

const MAX_LINE = 500;
const COLONS = /^(:{3,})[ \t]*([A-Za-z][\w-]*)?(.*)$/s;
const LEAF_DIRECTIVE = /^::[a-z][\w-]*(?:\[([^\]]*)\])?(?:\{[^}]*\})?$/i;
const ADMONITION = /^(?:!!!|\?\?\?\+?)[ \t]*([\w-][\w \t-]*)?(?:"(.*)")?$/;
const TAB = /^===[!+]?[ \t]+"([^"]*)"[ \t]*$/;
/** What is defined stands above it, as a paragraph or a heading. */
const DEFINITION = /^:[ \t]+(\S.*)$/;
/** A table of contents, alone on a line. */
const CONTENTS = /^(?:\[TOC\]|\[\[_?toc_?\]\]|[*-] TOC)$/i;
/** Attribute lists and inclusions, alone on a line, and where Liquid puts Markdown that it has in a variable. */
const NOT_SHOWN = /^(?:\{:[^{}]*\}|-+8<-.*|\{#[\w-]+\}|\{\{-?[ \t]*[\w.-]+[ \t]*\|[ \t]*markdownify[ \t]*-?\}\})$/i;
/** Directives whose rest of the line is no title. */
const GROUPS = /^(?:code-group|tabs|tab-set|steps|raw|v-pre|columns?)$/;
/** Components whose kind of callout is an attribute. */
const GENERIC_COMPONENT = /^(?:Aside|Callout|Admonition|Alert|Banner|Message)$/;
const KIND_ATTRIBUTES = ['type', 'kind', 'variant', 'intent', 'level', 'status', 'color'];

/** Components that describe a parameter or a field, which their attributes name, and the attributes that do. */
const FIELD_COMPONENT = /^(?:[A-Z]\w*Field|Param|Property)$/;
const NAME_ATTRIBUTES = ['name', 'path', 'query', 'body', 'header', 'cookie'];

/** Closes the container of colons that was opened last. */
export const COLON_FENCE = ':::';
/** Closes where the indentation ends. */
export const INDENTATION = '';

/** A line in whose place its generator puts a table of contents. */
export const isContents = (line: string) => line.length <= MAX_LINE && CONTENTS.test(line);

/** A line that its generator replaces or leaves out: there is nothing to read in it. */
export const isNotShown = (line: string) => line.length <= MAX_LINE && NOT_SHOWN.test(line);

/** The label of a directive without content (`::name[label]`), which may be empty; null for other lines. */
export function leafDirectiveLabel(line: string): string | null {
  const match = line.length <= MAX_LINE && /^::[a-z][\w-]*[[{]/i.test(line) ? LEAF_DIRECTIVE.exec(line) : null;
  return match && (match[1] ?? '');
}

/** Reads `:::tip Title`, `:::note[Title]{#id}` and `::: {.warning}`; `closing` for colons alone. */
export function readColons(line: string): Container | 'closing' | null {
  const match = line.length <= MAX_LINE ? COLONS.exec(line) : null;
  if (!match) return null;
  const [, , name = '', rest = ''] = match;
  if (!name && !rest.trim()) return 'closing';
  const attributes = rest.match(/\{[^{}]*\}/)?.[0] ?? '';
  const classes = [...attributes.matchAll(/\.([\w-]+)/g)].map(([, one]) => one ?? '');
  const named = attributes.match(/\btitle="([^"]*)"/)?.[1];
  const bracketed = rest.match(/^\[([^\]]*)\]/)?.[1];
  const title = bracketed ?? named ?? rest.replace(attributes, '').trim();
  return {
    closedBy: COLON_FENCE,
    expands: name === 'details',
    callout: [name, ...classes].map(calloutNamed).find((callout) => callout),
    label: GROUPS.test(name) || (!name && !bracketed) ? '' : title,
  };
}

/** Reads `!!! note "Title"`, `??? tip` and `=== "Tab"`, whose content is indented. */
export function readIndentedContainer(line: string): Container | null {
  if (line.length > MAX_LINE) return null;
  const tab = TAB.exec(line);
  if (tab) return { closedBy: INDENTATION, label: tab[1] ?? '' };
  const match = ADMONITION.exec(line.trimEnd());
  if (!match) return null;
  const kinds = (match[1] ?? '').trim().split(/[ \t]+/);
  return {
    closedBy: INDENTATION,
    callout: kinds.map(calloutNamed).find((callout) => callout),
    label: match[2] ?? '',
  };
}

/** Reads `: text`, the definition of a term, whose further paragraphs are indented: the text, or null for other lines. */
export const readDefinition = (line: string): string | null => DEFINITION.exec(line)?.[1] ?? null;

/** The container of a definition. */
export const DEFINITION_CONTAINER: Container = { closedBy: INDENTATION, label: '', isLazy: true };

/** Reads a line that is a shortcode: what it opens or closes, or only shows. */
export function readShortcodeLine(line: string): Shortcode | null {
  const isOne = /^\{[{%]/.test(line) && line.search(/[%>]\}/) === line.length - (line.startsWith('{{') ? 3 : 2);
  return isOne ? parseShortcode(line) : null;
}

/** The container that a shortcode opens; null where it only shows a label or nothing. `around`: what closes the one around it. */
export function shortcodeContainer(shortcode: Shortcode, around = ''): Container | null {
  const callout = shortcodeCallout(shortcode);
  const closedBy = `{${shortcode.name}`;
  const isOfSteps = isStepList(closedBy) || (isStepList(around) && isStep(closedBy));
  const isLabelled = expands(shortcode);
  if (!callout && !isOfSteps && !isLabelled) return null;
  return { closedBy, callout, label: literal(shortcodeLabel(shortcode)), expands: isLabelled };
}

const TABS = /^<\w{0,60}Tabs$/;
/** Components that open when their title is pressed. */
const EXPANDS = /^(?:Accordion(?:Item)?|Collapsible|Details)$/;

/** The container that an opening tag begins. `around`: what closes the one around it. In tabs, a slot is named as its tab is. */
export function tagContainer(tag: ComponentTag, around = ''): Container {
  const tab = TABS.test(around) ? literal(tag.attributes.get('slot') ?? '') : '';
  const expands = EXPANDS.test(tag.name);
  return { closedBy: `<${tag.name}`, callout: tagCallout(tag), label: tagLabel(tag) || tab, expands };
}

function tagCallout(tag: ComponentTag): Callout | undefined {
  const { name, attributes } = tag;
  if (isPlainAside(tag)) return 'note';
  if (/^[a-z]/.test(name)) return calloutOfClasses(attributes.get('class') ?? attributes.get('className'));
  if (!GENERIC_COMPONENT.test(name)) return calloutNamed(name);
  const kinds = KIND_ATTRIBUTES.map((key) => calloutNamed(attributes.get(key) ?? ''));
  return kinds.find((callout) => callout) ?? 'note';
}

/**
 * What a component shows of its attributes: a title and description, what a field is, or the version since which something is
 * there.
 */
export function tagLabel({ name, kind, attributes }: ComponentTag): string {
  if (/^[a-z]/.test(name)) return '';
  const field = FIELD_COMPONENT.test(name) ? fieldLabel(attributes) : '';
  if (field) return field;
  const title = attributes.get('title') ?? attributes.get('label') ?? attributes.get('text') ?? '';
  if (kind !== 'empty') return literal(title);
  const version = attributes.get('v') ?? attributes.get('version');
  const more = attributes.get('description') ?? attributes.get('alt') ?? (version && `${name} ${version}`) ?? '';
  return literal(title && more ? `${title}: ${more}` : title || more);
}

/** The name of a field, its type, and what else its attributes say: `limit` (number, required, default: 10). */
function fieldLabel(attributes: ComponentTag['attributes']): string {
  const name = NAME_ATTRIBUTES.map((key) => attributes.get(key)).find((value) => value);
  if (!name) return '';
  const fallback = attributes.get('default');
  const told = [
    attributes.get('type'),
    ...['required', 'deprecated'].filter((flag) => attributes.has(flag) && attributes.get(flag) !== 'false'),
    fallback && `default: ${fallback}`,
  ].filter((part) => part);
  return inlineCode(name) + (told.length > 0 ? ` (${literal(told.join(', '))})` : '');
}

/** Markdown that shows this text as code. */
const inlineCode = (text: string) => (text.includes('`') ? literal(text) : `\`${text.replace(/\s+/g, ' ')}\``);

/** Markdown that shows exactly this text. */
export const literal = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#&~]/g, '\\$&');
