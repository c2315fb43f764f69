import { addBlocks } from '../html/html-blocks.ts';
import { isHeading } from '../html/tree/html-elements.ts';
import { hasElement, parseTree } from '../html/tree/html-tree.ts';
import { calloutNamed } from '../text/callouts.ts';
import { labelLevel } from '../text/label-level.ts';
import { pictureText } from '../text/picture-text.ts';
import { codeRun } from '../text/text-runs.ts';
import { inlineRuns } from './rst-inline.ts';
import { indentOf, isBlank } from './rst-lines.ts';
import { isOnlyFor } from './rst-only.ts';
import {
  addProse,
  addRstTable,
  addTerms,
  attributesOf,
  levelOfTerms,
  type Place,
  type Reading,
} from './rst-reading.ts';
import { readCsvTable, readListTable } from './rst-tables.ts';
import { firstTitle, levelOfStyle } from './rst-titles.ts';

export interface Directive {
  name: string;
  /** On its first line. */
  argument: string;
  /** The lines below it, without their common indentation. */
  body: string[];
}

/** Directives whose content is not text of the page: what other files hold, settings, drawings. */
const SKIPPED =
  /^(?:toctree|contents|include|meta|index|sectnum|default-role|role|tabularcolumns|currentmodule|currentlibrary|automodule|autoclass|autofunction|automethod|autoattribute|autodata|autoexception|autosummary|autoprogram|literalinclude|testsetup|testcleanup|graphviz|digraph|graph|mermaid|uml|plantuml|plot|bibliography|todo|todolist|module|moduleauthor|sectionauthor|codeauthor|program|target-notes|header|footer|title|date|unicode|replace|image|youtube|video|inheritance-diagram|availability-table|local|namespace|sphinx_gallery|minigallery|htmlonly|no-?search|class-index|changelog|git_changelog|pypi-.*|towncrier-.*)$/;
/** The argument is the name of a file. */
const INCLUDING = /^(?:include|literalinclude)$/;
/** The form that the text is written for. */
const HTML = /^html(?![\w-])/i;
/** Their body is code. The argument is its language. */
const CODE =
  /^(?:code|code-block|sourcecode|parsed-literal|doctest|testcode|testoutput|ipython|prompt|productionlist|math|jupyter-execute|code-cell|literal|highlight-block|ansi-block|terminal|command-output)$/;
const VERSIONS: Record<string, string> = {
  versionadded: 'Added in version',
  'version-added': 'Added in version',
  versionchanged: 'Changed in version',
  'version-changed': 'Changed in version',
  deprecated: 'Deprecated since version',
  'deprecated-removed': 'Deprecated since version',
  versionremoved: 'Removed in version',
  'version-removed': 'Removed in version',
};
/** The argument is a title, above a body of text. */
const TITLED =
  /^(?:topic|sidebar|rubric|admonition|tab|tab-item|tabs|group-tab|code-tab|card|grid-item-card|dropdown|details|collapse|centered|seealso-title|table|figure-title|describe-title|impl-detail)$/;
/** One of several that are shown one at a time, or what opens when its title is pressed. */
const PANEL = /^(?:tab|tab-item|group-tab|dropdown|details|collapse)$/;
/** A style for what is in it or after it: the argument is no text. A class of a program has a name without hyphens. */
const STYLE = /^(?:rst-class|cssclass)$/;
const STYLE_NAMES = /^[a-z0-9]+(?:-[a-z0-9]+)+(?:\s+[\w-]+)*$/;
/** What a documentation of a program describes: the argument is its signature, or several below each other. */
const OBJECT =
  /^(?:(?:py|c|cpp|js|php|rst|std|http|rb|go|java|rust|dotnet|cmake|ts|mat|sh):)?(?:function|func|method|classmethod|staticmethod|coroutine|coroutinefunction|awaitablefunction|awaitablemethod|asyncmethod|decorator|decoratormethod|class|interface|trait|attribute|property|data|exception|constant|const|member|var|variable|macro|type|typedef|enum|enum-class|enumerator|struct|union|namespace-obj|describe|object|option|cmdoption|envvar|confval|setting|opcode|pdbcommand|2to3fixer|monitoring-event|get|post|put|patch|delete|head|directive|directive:option|role|global|abstractmethod|abstractproperty|autofunction-sig|django-admin|django-admin-option|fixture|hook|command|program-option)$/;
/** What the extension of a site describes, as `config:setting`, in a domain that is not among these: no section by itself. */
const OWN_OBJECT = /^(?!(?:std|py|c|cpp|js|rst|http):)\w+:(?!(?:curr|auto)?module|namespace)[\w-]+$/;
const OPTION = /^:([\w-]{1,60}):(?:\s+(.*))?$/s;
/** Text after the version: `.. deprecated:: 3.2 Use the other`. */
const VERSION = /^(\S+)(?:\s+([\s\S]*))?$/;

/** Adds what a directive shows. Of one that is not known, the body is read as text. */
export function addDirective(reading: Reading, directive: Directive, place: Place): void {
  const name = directive.name.toLowerCase();
  const { options, argument, content } = splitBody(directive);
  const inner: Place = { ...place, nesting: place.nesting + 1 };
  const version = VERSIONS[name];
  // Docutils brings those in angle brackets itself.
  if (INCLUDING.test(name) && !argument.startsWith('<')) reading.missing.push(argument);
  if (name === 'highlight' || name === 'highlightlang') reading.language = languageOf(argument);
  else if (CODE.test(name) || name === 'code-tab') addCode(reading, { name, argument, content, options }, place);
  else if (name === 'figure') addFigure(reading, content, options, inner);
  else if (version) addVersion(reading, version, [argument, ...content], inner);
  else if (name === 'list-table')
    addTitledTable(reading, argument, place, () => readListTable(content, count(options)));
  else if (name === 'csv-table')
    addTitledTable(reading, argument, place, () =>
      readCsvTable(content, options.get('header') ?? '', count(options), delimiterOf(options.get('delim'))),
    );
  else if (STYLE.test(name) || (name === 'class' && STYLE_NAMES.test(argument))) reading.addBody(content, inner);
  else if (name === 'raw') addRaw(reading, { argument, content, options }, place);
  else if (name === 'only' && !isOnlyFor(argument)) reading.hidden.push(...content, '');
  else if (isOwnObject(name, argument, content)) addNamed(reading, [argument], content, inner);
  else if (OBJECT.test(name)) addObject(reading, directive, inner);
  else if (!SKIPPED.test(name)) addText(reading, name, { argument, content }, inner);
}

/** Options follow at once; the content stands after an empty line, or at once where there are none. */
function splitBody({ argument, body }: Directive): {
  options: Map<string, string>;
  argument: string;
  content: string[];
} {
  const options = new Map<string, string>();
  const more: string[] = [];
  let at = 0;
  // An argument may go on below its first line, before the options.
  while (
    at < body.length &&
    argument &&
    !isBlank(body[at]) &&
    !OPTION.test(body[at] ?? '') &&
    body.slice(at).some((line) => OPTION.test(line) && indentOf(line) === 0) &&
    at < 3
  ) {
    more.push((body[at] ?? '').trim());
    at += 1;
  }
  let last = '';
  for (; at < body.length; at += 1) {
    const line = body[at] ?? '';
    const option = OPTION.exec(line);
    if (option) {
      last = option[1] ?? '';
      options.set(last, option[2] ?? '');
    } else if (last && !isBlank(line) && indentOf(line) > 0)
      options.set(last, `${options.get(last)}\n${line.trim()}`.trim());
    else break;
  }
  if (options.size === 0) return { options, argument, content: body };
  return { options, argument: [argument, ...more].join(' ').trim(), content: body.slice(at) };
}

const isOwnObject = (name: string, argument: string, content: string[]) =>
  OWN_OBJECT.test(name) && argument !== '' && !isBlank(content.join('')) && !calloutNamed(name.split(':').at(-1) ?? '');

const count = (options: Map<string, string>) => Number(options.get('header-rows') ?? 0) || 0;
const delimiterOf = (given = ',') => ({ tab: '\t', space: ' ' })[given] ?? (given.slice(0, 1) || ',');

/** A language is one word; `none` and the like are none. */
function languageOf(argument: string): string | undefined {
  const [word = ''] = argument.trim().split(/\s+/);
  return word && !/^(?:none|text|default|plain|guess)$/.test(word) ? word : undefined;
}

interface CodeDirective {
  name: string;
  argument: string;
  content: string[];
  options: Map<string, string>;
}

const OWN_LANGUAGES: Record<string, string> = {
  doctest: 'python',
  testcode: 'python',
  ipython: 'python',
  'jupyter-execute': 'python',
  'code-cell': 'python',
  prompt: 'console',
  math: 'latex',
};

function addCode(reading: Reading, { name, argument, content, options }: CodeDirective, place: Place): void {
  const { builder, definitions } = reading;
  const caption = options.get('caption');
  if (caption) addProse(reading, caption, place);
  const own = OWN_LANGUAGES[name];
  // What is beside `math::` is its first line.
  const lines = argument && (name === 'math' || name === 'productionlist') ? [argument, ...content] : content;
  const isMarkup = name === 'parsed-literal';
  const text = lines.join('\n');
  const shown = isMarkup ? inlineRuns(text, definitions) : text;
  const language =
    own ??
    (isMarkup || name === 'productionlist' || name === 'testoutput'
      ? undefined
      : (languageOf(argument) ?? reading.language));
  builder.add('code', shown, { ...attributesOf(place), ...(language && { language }) });
}

/** A picture is its description; what is below it is its caption. */
function addFigure(reading: Reading, content: string[], options: Map<string, string>, around: Place): void {
  const place: Place = { ...around, picture: true };
  if (isBlank(content.join(''))) addProse(reading, pictureText(options.get('alt')), place);
  reading.addBody(content, place);
}

/** What is written for a page of HTML, in it or in a file. Its headings begin no section of the page. */
function addRaw(
  { builder, level, missing }: Reading,
  { argument, content, options }: Omit<CodeDirective, 'name'>,
  { depth, callout }: Place,
): void {
  if (!HTML.test(argument)) return;
  const file = options.get('file');
  if (file) missing.push(file);
  const tree = parseTree(content.join('\n'));
  addBlocks(tree.childNodes, builder, undefined, { depth, callout, level });
  if (hasElement(tree, isHeading)) builder.endSection(level + 1);
}

function addVersion(reading: Reading, words: string, lines: string[], place: Place): void {
  const end = lines.findIndex(isBlank);
  const first = (end < 0 ? lines : lines.slice(0, end))
    .map((line) => line.trim())
    .join(' ')
    .trim();
  const [, version = '', text = ''] = VERSION.exec(first) ?? [];
  addProse(reading, `${words} ${version}${text ? `: ${text}` : '.'}`, {
    ...place,
    callout: words.startsWith('Depr') ? 'warning' : (place.callout ?? 'note'),
  });
  if (end >= 0) reading.addBody(lines.slice(end), { ...place, callout: place.callout ?? 'note' });
}

function addTitledTable(
  reading: Reading,
  title: string,
  place: Place,
  read: () => Parameters<typeof addRstTable>[1],
): void {
  if (title) addProse(reading, title, place);
  addRstTable(reading, read(), place);
}

/** Signatures stand on the first lines, up to an empty one or an option, and go on where a line ends with a backslash. */
function addObject(reading: Reading, { argument, body }: Directive, place: Place): void {
  const end = body.findIndex((line) => isBlank(line) || OPTION.test(line));
  const head = argument ? [argument, ...(end < 0 ? [] : body.slice(0, end))] : [];
  const isSignature = head.length > 0 && (end >= 0 || body.length === 0);
  const signatures = (isSignature ? head : [argument])
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const names = signatures.map((one) => one.trim()).filter(Boolean);
  const rest = isSignature ? body.slice(Math.max(0, end)) : body;
  const text = rest.findIndex((line) => !OPTION.test(line));
  const content = text < 0 || !isSignature ? (isSignature ? [] : rest) : rest.slice(text);
  const { marker: _, ...inner } = place;
  const level = levelOfTerms(reading, place, Math.min(1, names.length), content.join(' ').length);
  if (level !== null) {
    addTerms(reading, [{ name: [names.join(', ')], addBody: () => reading.addBody(content, inner) }], level);
    return;
  }
  addNamed(reading, names, content, place);
}

/** Adds names as items, with what is said of them below. */
function addNamed(reading: Reading, names: string[], content: string[], { marker: _, ...place }: Place): void {
  const within = { ...place, depth: place.depth + 1 };
  for (const name of names) reading.builder.add('list-item', ['- ', codeRun(name)], attributesOf(within));
  reading.addBody(content, within);
}

/** A note, something with a title, or something that is not known. The text of a note may begin on the line of its name. */
function addText(
  reading: Reading,
  name: string,
  { argument, content }: Pick<Directive, 'argument'> & { content: string[] },
  place: Place,
): void {
  const callout = name === 'admonition' || name === 'impl-detail' ? 'note' : calloutNamed(name.split(':').at(-1) ?? '');
  const inner: Place = callout
    ? { ...place, callout }
    : /^(?:epigraph|highlights|pull-quote)$/.test(name)
      ? { ...place, callout: 'quote' }
      : place;
  const title = PANEL.test(name) && argument ? firstTitle(content) : null;
  const level = title && labelLevelAt(reading, place);
  if (title && level) addPanel(reading, { argument, content, level, style: title.style }, place);
  else if (TITLED.test(name) && argument) {
    addProse(reading, argument, inner);
    const { marker: _, ...after } = inner;
    reading.addBody(content, after);
  } else if (callout && argument) reading.addBody([argument, ...content], inner);
  else reading.addBody(content, inner);
}

/** The level of a panel's label; null within a list or a note, and where no level is left. */
const labelLevelAt = ({ level }: Reading, { depth, callout, marker }: Place) =>
  depth > 0 || callout || marker !== undefined ? null : labelLevel(undefined, level);

interface Panel extends Pick<Directive, 'argument'> {
  content: string[];
  /** Of its label. */
  level: number;
  /** Of the titles of its sections. */
  style: string;
}

/** Adds a panel with its sections below its label, whatever the style of their titles. What follows belongs to the heading before. */
function addPanel(reading: Reading, { argument, content, level, style }: Panel, place: Place): void {
  const { builder, definitions, level: above, levelsBelow } = reading;
  builder.add('heading', inlineRuns(argument, definitions), { level });
  reading.level = level;
  reading.levelsBelow = level + 1 - levelOfStyle(reading, style);
  reading.addBody(content, place);
  reading.levelsBelow = levelsBelow;
  builder.endSection(level);
  reading.level = above;
}
