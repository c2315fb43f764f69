import { z } from 'zod';
import { corrected, sourceName, textRange } from './chat.ts';
import { noSourcesReason } from './enums.ts';
import { field, id, shape, text, time } from './shape.ts';

export const searchResult = shape(
  'SearchResult',
  'A passage that a search has found.',
  z.strictObject({
    id: text('The passage’s id. It changes when the source is indexed again.', '4711'),
    source_id: id('src', 'The source of the passage.'),
    title: text('The source’s title.', 'Product manual'),
    source_name: sourceName,
    heading: text(
      'The headings above the passage, outermost first, joined by ` › `; absent if there are none.',
      'Service › Warranty',
    ).exactOptional(),
    page: field(
      z.int().min(1),
      'The page on which the best sentence begins; absent if the document has no pages.',
      12,
    ).exactOptional(),
    text: text(
      'The passage, verbatim from the stored document; with `text_length`, the part of it around the best sentence.',
      'The warranty lasts two years from the day of purchase. Keep the receipt.',
    ),
    highlights: field(z.array(textRange), 'The words of `text` that were searched for, in order.', [
      { start: 4, end: 12 },
    ]),
    url: text(
      'A link to a page that shows the best sentence of the passage in its context.',
      'https://chat.example.com/v1/passages/eyJhbGciOi…',
    ),
    score: field(z.number(), 'Higher is better. Comparable within one search only.', 0.82),
    indexed_at: time('The time when the passage was indexed.'),
  }),
);

export const searchResults = shape(
  'SearchResults',
  'The passages that a search has found.',
  z.strictObject({
    results: field(z.array(searchResult), 'Best first. Empty if the documents have none of the words.'),
    reason: field(
      noSourcesReason,
      'Why nothing was found, if there was no document to search; absent otherwise.',
      'no_sources',
    ).exactOptional(),
    corrected,
  }),
);
