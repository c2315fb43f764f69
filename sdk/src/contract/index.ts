/** The types of the JSON that server, SDK, widget and console exchange. */
export type * from './common.ts';
export type * from './generated.ts';
export type * from './queries.ts';
