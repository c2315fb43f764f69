/** The query of every list. */
export const paging = {
  limit: ['The maximum number of items. Values above 100 count as 100.', 20],
  offset: ['The number of items to skip.', 0],
} as const;
