/** The values of attributes, by name in lower case. */
type Values = ReadonlyMap<string, string>;

/** What Asciidoctor sets for a page of HTML. */
export const DEFAULT_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['asciidoctor', ''],
  ['asciidoctor-version', '2.0.23'],
  ['backend', 'html5'],
  ['backend-html5', ''],
  ['backend-html5-doctype-article', ''],
  ['basebackend', 'html'],
  ['basebackend-html', ''],
  ['basebackend-html-doctype-article', ''],
  ['doctype', 'article'],
  ['doctype-article', ''],
  ['filetype', 'html'],
  ['filetype-html', ''],
  ['outfilesuffix', '.html'],
  ['sectids', ''],
]);

const CONDITION = /^(ifdef|ifndef|ifeval|endif)::([^[\s]*)\[(.*)\]\s*$/;
const COMPARISON = /^\s*("[^"]*"|'[^']*'|[^\s=!<>]+)\s*(==|!=|<=|>=|<|>)\s*("[^"]*"|'[^']*'|[^\s=!<>]+)\s*$/;
const REFERENCE = /\{([\w][\w-]*)\}/g;

/** Evaluates the conditions of a document, line by line. What is open at its end ends there. */
export function createConditions() {
  const open: { target: string; out: boolean }[] = [];
  const isOut = () => open.at(-1)?.out ?? false;
  return {
    /** Is the text here left out? */
    isOut,
    /** Takes a line that is a condition. Returns null for another line, and the lines that stand in its place otherwise. */
    take(line: string, values: Values): string[] | null {
      const [, directive, target = '', text = ''] = CONDITION.exec(line) ?? [];
      if (directive === undefined) return null;
      if (directive === 'endif') {
        // Asciidoctor passes over one that names another condition than the last.
        if (target === '' || open.at(-1)?.target === target) open.pop();
        return [];
      }
      const holds = directive === 'ifeval' ? compares(text, values) : isDefined(directive, target, values);
      // `ifdef::name[text]` holds its text itself, and has no end.
      if (directive !== 'ifeval' && text !== '') return isOut() || !holds ? [] : [text];
      open.push({ target, out: isOut() || !holds });
      return [];
    },
  };
}

/** `a,b`: one of them; `a+b`: all of them. */
function isDefined(directive: string, target: string, values: Values): boolean {
  const names = target.toLowerCase().split(/[,+]/);
  const has = (name: string) => values.has(name);
  const all = target.includes('+');
  const defined = all ? names.every(has) : names.some(has);
  return directive === 'ifdef' ? defined : !defined;
}

/** `"{backend}" == "html5"`. Values of different kinds are only unequal. */
function compares(text: string, values: Values): boolean {
  const [, left, sign, right] = COMPARISON.exec(text) ?? [];
  if (left === undefined || right === undefined) return false;
  const [one, other] = [operand(left, values), operand(right, values)];
  if (sign === '==') return one === other;
  if (sign === '!=') return one !== other;
  if (typeof one !== typeof other || typeof one === 'boolean') return false;
  if (sign === '<') return one < other;
  if (sign === '<=') return one <= other;
  return sign === '>' ? one > other : one >= other;
}

function operand(text: string, values: Values): string | number | boolean {
  const quoted = /^(["']).*\1$/.test(text);
  const filled = (quoted ? text.slice(1, -1) : text).replace(
    REFERENCE,
    (_, name: string) => values.get(name.toLowerCase()) ?? '',
  );
  if (quoted) return filled;
  if (filled === 'true' || filled === 'false') return filled === 'true';
  return filled.trim() === '' ? ' ' : Number.parseFloat(filled) || 0;
}
