/** The wire types: what travels between server, SDK, widget and console. Types only. */
export type * from './api-key.ts';
export type * from './auth.ts';
export type * from './chat.ts';
export type * from './chat-completions.ts';
export type * from './common.ts';
export type * from './conversation.ts';
export type * from './error.ts';
export type * from './health.ts';
export type * from './project.ts';
export type * from './server.ts';
export type * from './server-model.ts';
export type * from './setup.ts';
export type * from './source.ts';
export type * from './stream.ts';
export type * from './trace.ts';
export type * from './usage.ts';
export type * from './widget-token.ts';
