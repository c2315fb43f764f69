import type { Middleware, ParameterizedContext } from 'koa';
import type { ApiError } from '../platform/errors.ts';
import type { Access } from '../services/access/access.ts';
import type { Credential } from '../services/access/credentials.ts';
import type { UploadedFile } from '../services/sources/source-files.ts';
import type { JSON_LIMITS, RouteRule } from './rule.ts';

/** The state of a request, set by the middleware before its route runs. */
export interface RequestState {
  requestId: string;
  /** The route of the path and method, null if there is none. For a preflight, the route of the announced request. */
  route: MatchedRoute | null;
  rule: RouteRule | null;
  /** Identifies the client for limits: an IPv4 address, or an IPv6 network of 64 bits. */
  address: string;
  /** The same in full, also of IPv6. */
  fullAddress: string;
  credential: Credential | null;
  /** Why the request's credential is not valid. Guards of routes that need a credential throw it. */
  credentialError: ApiError | null;
  /** The names of the fields of a valid JSON body; absent without one. */
  fields?: string[];
  /** What the request was about, if its path does not say so. */
  about?: string;
  access: Access;
  bodies: BodyReader;
  once: RunOnce;
}

/** The route of a request, with the placeholders of its path. */
export interface MatchedRoute {
  rule: RouteRule;
  /** The decoded values of the placeholders. */
  params: Record<string, string>;
  handle: Middleware<RequestState>;
}

export type RequestContext = ParameterizedContext<RequestState>;

export interface BodyReader {
  /** The parsed JSON; undefined for a request without a body. */
  json(context: RequestContext, size: keyof typeof JSON_LIMITS): Promise<unknown>;
  /** The body as it was sent, whatever it is. */
  raw(context: RequestContext, size: keyof typeof JSON_LIMITS): Promise<Buffer>;
  /** A form with files, and fields with these names. Throws 400 unless it has one file, where no more are taken. */
  form(context: RequestContext, accepted: AcceptedForm): Promise<Upload>;
}

/** What a form may have. */
export interface AcceptedForm {
  files: 'one' | 'many';
  /** What a file may be at most; undefined for what the server's settings allow. */
  fileSize: RouteRule['fileSize'];
  /** The names of its other fields. */
  fields: string[];
}

export interface Upload {
  /** The first or only file; undefined in a form without files, where many are taken. */
  file: UploadedFile | undefined;
  files: UploadedFile[];
  /** Where many files are taken: the archive in their place. */
  archive: UploadedFile | null;
  /** The text of each other field. */
  fields: Record<string, string>;
  /** A directory that is deleted afterwards with what has not been moved out of it. */
  directory: string;
  /** Deletes the files unless they have been moved. */
  discard(): Promise<void>;
}

/** What a handler returns. `body` is sent as JSON unless `type` says otherwise. */
export interface Answer<Status extends number = number> {
  status: Status;
  body: unknown;
  type?: string;
  headers?: Record<string, string>;
  /** The body is a file of this name, for the browser to show or to save. */
  file?: { name: string; shown: boolean };
  /** What it was done to, for the audit log, where the path does not name it. */
  about?: string;
}

/** What identifies a request for `Idempotency-Key`, besides its method and URL. */
export interface RequestContent {
  credential: Credential | null;
  /** The JSON, or the fields of a form. */
  body: unknown;
  files: UploadedFile[];
}

/** A request that carries an `Idempotency-Key` (store: `IdempotentRequest`). */
export interface KeyedRequest {
  credential: string;
  key: string;
  fingerprint: string;
  runner: string;
}

/** The work of a request that creates a record with an `id`. */
export interface IdempotentWork<Given extends Answer = Answer> {
  /** Creates the record. `keyed` is stored in the same transaction; null if the request has no key. */
  run(keyed: KeyedRequest | null): Promise<Given>;
  /** What the answer is about, if it has no `id`. Once that is deleted, the answer is forgotten. */
  resourceId?: string;
  /** Returns the answer for a record that an earlier request with the same key created without getting an answer. */
  replay(id: string): Promise<Given>;
}

/** Runs the work, or returns the answer of an earlier request with the same key. */
export type RunOnce = (context: RequestContext, content: RequestContent, work: IdempotentWork) => Promise<Answer>;

/** The `Origin` header; null if there is none. */
export function originOf(context: RequestContext): string | null {
  return context.get('origin') || null;
}
