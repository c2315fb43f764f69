import type { Middleware, ParameterizedContext } from 'koa';
import type { ApiError } from '../platform/errors.ts';
import type { Credential } from '../services/credentials.ts';
import type { UploadedFile } from '../services/source-files.ts';
import type { JSON_LIMITS, RouteRule } from './rule.ts';

/** What the middleware knows about a request by the time its route runs. */
export interface RequestState {
  requestId: string;
  /** The route of the path and method, null if there is none; for a preflight, the route of the request to come. */
  route: MatchedRoute | null;
  /** The rule of the route. */
  rule: RouteRule | null;
  /** Names the client for limits: an IPv4 address, or an IPv6 network of 64 bits. */
  address: string;
  credential: Credential | null;
  /** Why the credential of the request is not valid; thrown by routes that need one. */
  credentialError: ApiError | null;
  bodies: BodyReader;
  once: RunOnce;
}

/** The route of a request. */
export interface MatchedRoute {
  rule: RouteRule;
  /** The placeholders of the path, decoded. */
  params: Record<string, string>;
  handle: Middleware<RequestState>;
}

export type RequestContext = ParameterizedContext<RequestState>;

export interface BodyReader {
  /** The parsed JSON; undefined for a request without a body. */
  json(context: RequestContext, size: keyof typeof JSON_LIMITS): Promise<unknown>;
  /** The one file of a form. */
  file(context: RequestContext): Promise<Upload>;
}

export interface Upload {
  file: UploadedFile;
  /** Deletes the file unless it has been moved. */
  discard(): Promise<void>;
}

/** What a handler returns. `body` is sent as JSON unless `type` says otherwise. */
export interface Answer {
  status: number;
  body: unknown;
  type?: string;
  headers?: Record<string, string>;
  /** The body is a file of this name, to be shown or to be saved. */
  file?: { name: string; shown: boolean };
}

/** What identifies a request besides its address: its JSON or its file. */
export interface RequestContent {
  credential: Credential | null;
  body: unknown;
  file: UploadedFile | null;
}

/** A request that carries an `Idempotency-Key` (store: `IdempotentRequest`). */
export interface KeyedRequest {
  credential: string;
  key: string;
  fingerprint: string;
  runner: string;
}

/** The work of a request that creates a record with an `id`. */
export interface IdempotentWork {
  /** Creates it. `keyed` is stored in the transaction that does; null if the request has no key. */
  run(keyed: KeyedRequest | null): Promise<Answer>;
  /** The answer if an earlier request with the same key created this record but got no answer. */
  replay(id: string): Promise<Answer>;
}

/** Runs the work, or gives the answer of an earlier request with the same key. */
export type RunOnce = (context: RequestContext, content: RequestContent, work: IdempotentWork) => Promise<Answer>;

/** The `Origin` header; null if there is none. */
export function originOf(context: RequestContext): string | null {
  return context.get('origin') || null;
}
