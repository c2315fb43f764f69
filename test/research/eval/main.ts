/**
 * `npm run eval`: the open question sets. With a first argument: `docs-qa` for questions about documentation, `unseen` for
 * those about documentations that nothing is tuned to, `tiers` for both with each embedder, `support` for the check of sentences that a model wrote, `recorded`
 * for whole answers as models write them, `curated` for which questions get an answer of the owner.
 */
import { docsQa } from './docs-qa/documentation.ts';
import { unseen } from './unseen/unseen.ts';

const [first, ...rest] = process.argv.slice(2);
if (first === 'docs-qa' || first === 'unseen') {
  const { runDocumentations } = await import('./docs-qa/run.ts');
  const documentations = first === 'docs-qa' ? docsQa() : unseen();
  await runDocumentations(first, documentations, rest);
} else if (first === 'tiers') await import('./tiers.ts').then(({ runTiers }) => runTiers(rest));
else if (first === 'support') await import('./support/run.ts').then(({ runSupport }) => runSupport(rest));
else if (first === 'recorded') await import('./recorded/run.ts').then(({ runRecorded }) => runRecorded(rest));
else if (first === 'curated') await import('./curated/run.ts').then(({ runCurated }) => runCurated(rest));
else await import('./eval.ts');
