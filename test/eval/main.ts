/** `npm run eval`: the open question sets, or with `docs-qa` as the first argument, questions about documentation. */
const [first, ...rest] = process.argv.slice(2);
if (first === 'docs-qa') await import('./docs-qa/run.ts').then(({ runDocsQa }) => runDocsQa(rest));
else await import('./eval.ts');
