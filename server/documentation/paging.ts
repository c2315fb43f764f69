/** The query of every list. */
export const paging = {
  limit: ['The maximum number of items. Values above 100 count as 100.', 20],
  offset: ['The number of items to skip.', 0],
} as const;

/** For lists that have no query in the specification. */
export const decidedPaging = ['limit', 'offset'] as const;
