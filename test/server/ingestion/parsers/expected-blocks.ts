/** Blocks as tests expect them of a parser (`blocksOf`). */
export const paragraph = (text: string, more = {}) => ({ kind: 'paragraph', text, ...more });

export const heading = (text: string, level = 2) => ({ kind: 'heading', text, level });

export const row = (text: string) => ({ kind: 'table-row', text });

export const header = (text: string) => ({ ...row(text), header: true });
