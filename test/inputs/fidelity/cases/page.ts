import { bytesOf } from '../../../server/ingestion/make-files.ts';

/** Enough text for a page to have a main part. */
export const PROSE =
  'Every berth of the harbour has water and power, and the office beside the lighthouse opens each morning at eight.';
export const AFTER = 'Then tell the harbour master where you lie.';

/** A page of HTML whose head and body are given. */
export const pageOf =
  (body: string, head = '<title>Mooring</title>') =>
  (): Uint8Array =>
    bytesOf(`<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`);

/** A page of documentation with this in its middle. */
export const guideOf = (middle: string, head?: string) =>
  pageOf(`<main><article><h1>Mooring</h1><p>${PROSE}</p>${middle}<p>${AFTER}</p></article></main>`, head);

/** What is seen of it. */
export const guideShown = (middle: string) => `# Mooring\n\n${PROSE}\n\n${middle}\n\n${AFTER}`;
