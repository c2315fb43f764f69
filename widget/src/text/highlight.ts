import { type ParseOptions, SugarHigh, tokenize } from 'sugar-high/core';
import * as css from 'sugar-high/lang/css';
import * as dockerfile from 'sugar-high/lang/dockerfile';
import * as go from 'sugar-high/lang/go';
import * as markup from 'sugar-high/lang/html';
import * as javascript from 'sugar-high/lang/javascript';
import * as json from 'sugar-high/lang/json';
import * as php from 'sugar-high/lang/php';
import * as python from 'sugar-high/lang/python';
import * as shell from 'sugar-high/lang/shell';
import * as sql from 'sugar-high/lang/sql';
import * as toml from 'sugar-high/lang/toml';
import * as typescript from 'sugar-high/lang/typescript';
import * as yaml from 'sugar-high/lang/yaml';

export { codeStyles } from './code.styles.ts';

/** A piece of code, with the class of its colour unless it is plain. */
export type CodePart = readonly [text: string, className: string | undefined];

/** The pieces that code consists of, without a change to its text; undefined in an unknown language. */
export type Highlighter = (code: string, language: string) => readonly CodePart[] | undefined;

interface Language extends ParseOptions {
  /** Whether properties stand out: they do in data, and would be most of a program. */
  properties?: boolean;
  /** What ends the key at the start of a line. */
  separator?: string;
}

/** A hash in a word starts no comment, as in `$#`, and an apostrophe in a word no string, as in `don't`. */
const WORDS: Language = {
  onCommentStart: (character, _, at, code) => Number(character === '#' && startsWord(code, at)),
  onQuote: (_, at, code) => (startsWord(code, at) || !/\w/.test(code[at - 1] ?? '') ? 0 : 1),
};
const startsWord = (code: string, at: number) => !/\S/.test(code[at - 1] ?? ' ');

const LANGUAGES: [names: string, language: Language][] = [
  ['sh shell bash zsh console shellsession shell-session terminal', { ...shell, ...WORDS }],
  ['js javascript jsx mjs cjs node', javascript as Language],
  ['ts typescript tsx mts cts', typescript],
  ['json jsonc json5', { ...json, properties: true }],
  ['yaml yml', { ...yaml, ...WORDS, properties: true, separator: ':' }],
  ['toml', { ...toml, properties: true, separator: '=' }],
  [
    'ini conf cfg env dotenv properties',
    {
      ...toml,
      ...WORDS,
      onCommentStart: (character, _, at, code) => Number(/[#;]/.test(character) && startsWord(code, at)),
      properties: true,
      separator: '=',
    },
  ],
  ['dockerfile docker', { ...dockerfile, ...WORDS }],
  ['py python python3', python],
  ['php', php],
  ['go golang', go],
  ['sql postgresql mysql sqlite', sql],
  ['css scss less', { ...css, properties: true }],
  ['html htm xml svg vue', { ...(markup as unknown as Language), properties: true }],
];
const BY_NAME = new Map(LANGUAGES.flatMap(([names, language]) => names.split(' ').map((name) => [name, language])));

/** The class of each kind of token; what has none is plain. */
const CLASSES: Record<string, string> = {
  keyword: 'code-keyword',
  entity: 'code-keyword',
  property: 'code-keyword',
  string: 'code-string',
  class: 'code-literal',
  comment: 'code-comment',
};

/** An address, a host with its port, or a version such as 1.2.3: one word, which the languages take for several. */
const WORD = /\b\w{1,20}:\/\/[^\s"'`<>]{1,2000}|(?<![\w.-])[\w.-]+\.\w+:\d+|(?<![\w.])\d{1,9}(?:\.\d{1,9}){2,9}/g;

/** A conversation is rendered again with every word that arrives; its code is examined once. */
const seen = new Map<string, readonly CodePart[] | undefined>();
const MAX_SEEN = 50;

export const highlight: Highlighter = (code, name) => {
  const key = `${name}\n${code}`;
  if (!seen.has(key)) {
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.set(key, parts(code, BY_NAME.get(name.toLowerCase())));
  }
  return seen.get(key);
};

function parts(code: string, language: Language | undefined): CodePart[] | undefined {
  if (!language) return undefined;
  const tokens = withWholeWords(kinds(code, language), code);
  // Never other text than the answer's, whatever a language makes of it.
  if (tokens.map(([, text]) => text).join('') !== code) return undefined;
  const pieces: [string, string | undefined][] = [];
  for (const [kind, text] of tokens) {
    const name = kind === 'property' && !language.properties ? undefined : CLASSES[kind];
    const last = pieces.at(-1);
    if (last && last[1] === name) last[0] += text;
    else pieces.push([text, name]);
  }
  return pieces;
}

/** An address is plain, and a version a number, but in strings and comments. */
function withWholeWords(tokens: [kind: string, text: string][], code: string): [kind: string, text: string][] {
  const words = [...code.matchAll(WORD)].map(({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
    kind: text.includes(':') ? '' : 'class',
  }));
  let at = 0;
  return tokens.flatMap(([kind, text]): [string, string][] => {
    const end = at + text.length;
    const isWhole = kind === 'string' || kind === 'comment';
    const parts: [string, string][] = [];
    while (at < end) {
      const word = isWhole ? undefined : words.find((one) => one.end > at && one.start < end);
      const isWord = word !== undefined && word.start <= at;
      const to = Math.min(end, word ? (isWord ? word.end : word.start) : end);
      parts.push([isWord ? word.kind : kind, code.slice(at, to)]);
      at = to;
    }
    return parts;
  });
}

function kinds(code: string, language: Language): [kind: string, text: string][] {
  const tokens = tokenize(code, language).map(([type, text]): [string, string] => [
    SugarHigh.TokenTypes[type] ?? '',
    text,
  ]);
  let key: [string, string][] | undefined = [];
  for (const token of tokens) {
    const [kind, text] = token;
    if (text.includes('\n')) key = [];
    else if (kind === 'string' || kind === 'comment') key = undefined;
    else if (text === language.separator) {
      for (const word of key ?? []) word[0] = 'property';
      key = undefined;
    } else if (kind !== 'space' && (key?.length || text !== '-')) key?.push(token);
  }
  return tokens;
}
