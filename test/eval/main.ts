/**
 * `npm run eval`: the open question sets. With a first argument: `docs-qa`, what readers ask of documentations; `support`,
 * whether a passage says what a sentence says.
 */
const [first, ...rest] = process.argv.slice(2);
if (first === 'docs-qa') await import('./docs-qa/run.ts').then(({ runDocsQa }) => runDocsQa(rest));
else if (first === 'support') await import('./support/run.ts').then(({ runSupport }) => runSupport(rest));
else await import('./eval.ts');
