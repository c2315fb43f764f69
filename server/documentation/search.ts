import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { searchResults } from '../presenters/shapes/search.ts';

/** Searches for passages, without an answer. */
export const searchOperations: Record<string, OperationDocs> = {
  'search.create': {
    tag: 'Search',
    summary: 'Search for passages',
    description:
      'Returns the passages that an answer to the query would read, best first, with the words that were searched for. No answer is written, nothing is stored, and the daily budget is not charged. Searches have a rate limit of their own, as a search field sends one with every few letters.',
    input: {
      query: ['What to search for: 1 to 1000 characters.', 'warranty'],
      filter: [
        'Which sources are searched: those that have one of the values in each of the given fields.',
        { language: 'en' },
      ],
      limit: ['The maximum number of passages, 1 to 30; by default 10.', 5],
      typing: [
        'The query is still being typed: unless it ends with a space, its last word stands for all words that begin so. No model is asked, so that the answer comes while the next letter is typed.',
        false,
      ],
      correct: [
        'Whether misspelt words are corrected, as in the chat API; by default true, and never with `typing`.',
        false,
      ],
      text_length: [
        'The maximum length of each `text`, 40 to 10000 characters, from the best sentence on; by default the whole passage.',
        200,
      ],
    },
    answers: { 200: searchResults },
  },
};
