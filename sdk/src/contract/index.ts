/** The wire types: what travels between server, SDK, widget and console. Types only. */
export type * from './common.ts';
export type * from './generated.ts';
export type * from './queries.ts';
