/**
 * Loads the files that are given and writes, as JSON, each regular expression that they build of parts meanwhile, with the place
 * in the code that did. Run as a process of its own: in another, the files may be loaded already.
 */
import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { getCallSites } from 'node:util';
import type { Expression } from './collect.ts';

const files = process.argv.slice(2);
const built: Expression[] = [];

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, parts, newTarget) {
    const made: RegExp = Reflect.construct(target, parts, newTarget);
    const [, place] = getCallSites();
    if (!place?.scriptName.startsWith('file:')) return made;
    const file = relative(process.cwd(), fileURLToPath(place.scriptName));
    if (files.includes(file)) built.push({ file, line: place.lineNumber, source: made.source, flags: made.flags });
    return made;
  },
});

for (const file of files) await import(pathToFileURL(resolve(file)).href);
// Those of html-names.ts are built by the files that read pages.
await import('../../server/ingestion/parsers/html/parse-html.ts');
// Those of a language are built when they are first used.
const { lexiconFor } = await import('../../server/language/lexicon/lexicon.ts');
const { NEGATIONS, UNSPACED_NEGATIONS } = await import('../../server/language/lexicon/negations.ts');
for (const language of Object.keys({ ...NEGATIONS, ...UNSPACED_NEGATIONS })) lexiconFor(language);
process.stdout.write(JSON.stringify(built));
