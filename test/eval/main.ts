/**
 * `npm run eval`: the open question sets. With a first argument: `docs-qa` for questions about documentation, `support` for
 * the check of sentences that a model wrote, `recorded` for whole answers as models write them,
 * `curated` for which questions get an answer of the owner.
 */
const [first, ...rest] = process.argv.slice(2);
if (first === 'docs-qa') await import('./docs-qa/run.ts').then(({ runDocsQa }) => runDocsQa(rest));
else if (first === 'support') await import('./support/run.ts').then(({ runSupport }) => runSupport(rest));
else if (first === 'recorded') await import('./recorded/run.ts').then(({ runRecorded }) => runRecorded(rest));
else if (first === 'curated') await import('./curated/run.ts').then(({ runCurated }) => runCurated(rest));
else await import('./eval.ts');
