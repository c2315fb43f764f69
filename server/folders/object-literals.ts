/** An object literal of a program, as far as it is written out. */
export interface ObjectLiteral {
  /** How many brackets of any kind it is in. */
  depth: number;
  /** The names of its properties, whatever their values are. */
  names: Set<string>;
  texts: Map<string, string>;
  objects: Map<string, ObjectLiteral>;
  /** The variables of whose objects it has the properties, too; an empty name for what is no variable. */
  spreads: Set<string>;
}

/** A comment, a string, a name, a spread, or a single character. What is not closed is a token, too: reading on takes no second look. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?|[\w$-]+|\.\.\.|\S/g;
const QUOTED = /^(["'`])([^\\]*)\1$/;

/**
 * The object literals of a program in JavaScript or TypeScript, each before those in it. It is not run: what is
 * computed, such as the value of a variable, is not known.
 */
export function objectLiterals(program: string): ObjectLiteral[] {
  const all: ObjectLiteral[] = [];
  /** What is in other brackets has no literal. `name`: the property whose value is read. */
  const open: { literal: ObjectLiteral | null; name: string | null }[] = [];
  /** The last token, if it is a text and all of a value so far. */
  let text: string | null = null;
  /** Whether the value of a property begins. */
  let begins = false;
  let beforePrevious = '';
  let previous = '';
  for (const [token] of program.matchAll(TOKEN)) {
    if (token.startsWith('//') || token.startsWith('/*')) continue;
    const frame = open.at(-1);
    const literal = frame?.literal;
    const isFirst = begins;
    begins = false;
    if (frame && literal) {
      if (token === ',' || token === '}') {
        if (frame.name !== null && text !== null) literal.texts.set(frame.name, text);
        // `{ de }`: its value is that of a variable.
        if (frame.name === null && /^[\w$]+$/.test(previous) && beforePrevious !== '...') literal.names.add(previous);
        frame.name = null;
      } else if (token === ':' && frame.name === null) {
        frame.name = QUOTED.exec(previous)?.[2] ?? previous;
        literal.names.add(frame.name);
        begins = true;
      } else if (previous === '...') literal.spreads.add(/^[\w$]+$/.test(token) ? token : '');
    }
    text = isFirst ? (QUOTED.exec(token)?.[2] ?? null) : null;
    if (token === '{') {
      const made = newLiteral(open.length);
      all.push(made);
      if (literal && frame.name !== null && isFirst) literal.objects.set(frame.name, made);
      open.push({ literal: made, name: null });
    } else if (token === '(' || token === '[') open.push({ literal: null, name: null });
    else if (token === '}' || token === ')' || token === ']') open.pop();
    beforePrevious = previous;
    previous = token;
  }
  return all;
}

const newLiteral = (depth: number): ObjectLiteral => ({
  depth,
  names: new Set(),
  texts: new Map(),
  objects: new Map(),
  spreads: new Set(),
});
