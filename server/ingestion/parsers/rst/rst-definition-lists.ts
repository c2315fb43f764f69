import type { TextRun } from '../text/text-runs.ts';
import { inlineRuns } from './rst-inline.ts';
import { dedent, indentedFrom, isBlank } from './rst-lines.ts';
import { addRuns, addTerms, levelOfTerms, type Place, type Reading, withoutMarker } from './rst-reading.ts';

interface Definition {
  term: TextRun[];
  body: string[];
  end: number;
}

function readDefinition({ definitions }: Reading, lines: readonly string[], at: number): Definition {
  const body = indentedFrom(lines, at + 1, 1);
  const [term = '', ...classifiers] = (lines[at] ?? '').split(/(?<!\s)\s+:\s+/);
  const types = classifiers.length > 0 ? [` (${classifiers.join(', ')})`] : [];
  return { term: [...inlineRuns(term.trim(), definitions), ...types], body: dedent(body), end: at + 1 + body.length };
}

/** Adds a list of terms with their definitions indented below: each is a heading, or an item with what is below. `begins`: does a term? */
export function addDefinitions(
  reading: Reading,
  lines: readonly string[],
  from: number,
  place: Place,
  begins: (lines: readonly string[], at: number) => boolean,
): number {
  const list: Definition[] = [];
  let end = from;
  for (let at = from; list.length === 0 || begins(lines, at); ) {
    const definition = readDefinition(reading, lines, at);
    list.push(definition);
    end = definition.end;
    at = end;
    while (at < lines.length && isBlank(lines[at])) at += 1;
  }
  const length = list.reduce((sum, { body }) => sum + body.join(' ').length, 0);
  const level = levelOfTerms(reading, place, list.length, length);
  const inner = { ...withoutMarker(place), nesting: place.nesting + 1 };
  if (level !== null) {
    const terms = list.map(({ term, body }) => ({ name: term, addBody: () => reading.addBody(body, inner) }));
    addTerms(reading, terms, level);
    return end;
  }
  const depth = place.depth + 1;
  for (const [index, { term, body }] of list.entries()) {
    addRuns(reading, term, { ...place, depth, marker: `${index === 0 ? (place.marker ?? '') : ''}- ` });
    reading.addBody(body, { ...inner, depth });
  }
  return end;
}
