/** A document for the examples to ingest, and what it answers. */
export const GUIDE = {
  text: `# The library

## Opening hours

The library opens at nine in the morning and closes at six in the evening. On Sundays it stays closed.

## Lending

A book may be kept for four weeks. A reader may extend the loan twice, "at the desk" or by telephone.
`,
  question: 'How long may a "book" be kept?',
  quote: 'A book may be kept for four weeks.',
} as const;
