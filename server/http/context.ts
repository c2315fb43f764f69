import type { Middleware, ParameterizedContext } from 'koa';
import type { ApiError } from '../platform/errors.ts';
import type { Credential } from '../services/credentials.ts';
import type { UploadedFile } from '../services/source-files.ts';
import type { JSON_LIMITS, RouteRule } from './rule.ts';

/** What the middleware has found out about a request by the time that its route runs. */
export interface RequestState {
  requestId: string;
  /** The route that the path and method name, null where there is none; for a preflight, that of the request to come. */
  route: FoundRoute | null;
  /** Of the route. */
  rule: RouteRule | null;
  /** Names the client for limits: an IPv4 address, or an IPv6 network of 64 bits. */
  address: string;
  credential: Credential | null;
  /** Why the credential that came is none; thrown by routes that need one. */
  credentialError: ApiError | null;
  bodies: BodyReader;
  once: Once;
}

/** What a path and a method lead to. */
export interface FoundRoute {
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
  /** Removes what has not been moved away. */
  discard(): Promise<void>;
}

/** What a handler gives back. `body` is sent as JSON unless `type` says otherwise. */
export interface Answer {
  status: number;
  body: unknown;
  type?: string;
  headers?: Record<string, string>;
  /** A file under its name, to be shown or to be saved. */
  file?: { name: string; shown: boolean };
}

/** What a request says, beside its address: its JSON or its file. */
export interface Said {
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

/** What a request makes: a record with an `id`. */
export interface Making {
  /** `keyed` is to be noted in the transaction that makes it; null where the request has no key. */
  make(keyed: KeyedRequest | null): Promise<Answer>;
  /** The answer where an earlier request with the same key has made this one, and was not answered. */
  made(id: string): Promise<Answer>;
}

/** Makes it, or gives the answer of an earlier request with the same key. */
export type Once = (context: RequestContext, said: Said, making: Making) => Promise<Answer>;

/** The `Origin` header, null where it is absent. */
export function originOf(context: RequestContext): string | null {
  return context.get('origin') || null;
}
