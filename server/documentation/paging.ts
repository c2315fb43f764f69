/** The query of every list. */
export const paging = {
  limit: ['How many items; above 100 counts as 100.', 20],
  offset: ['How many to leave out at the beginning.', 0],
} as const;

/** Of these lists, the specification shows no query. */
export const decidedPaging = ['limit', 'offset'] as const;
