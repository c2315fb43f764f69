import fc from 'fast-check';

// The same input in every run: a test that passes today passes tomorrow. `npm run soak` tries other input, and a failure names its seed.
if (!process.env.FOOTNOTE_SOAK) fc.configureGlobal({ seed: 20261121 });

export { fc };
