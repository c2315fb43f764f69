import type { KeyScope, Role } from '@footnote/sdk/contract';
import type { z } from 'zod';
import type { CredentialKind } from '../services/access/credentials.ts';
import type { Resource } from './resources.ts';

export type LimitScope = 'general' | 'chat' | 'search' | 'ingestion';
/** `none`: the route may be called without a credential. */
export type Accepted = CredentialKind | 'none';

/** The largest JSON body, before and after decompression. */
export const JSON_LIMITS = {
  usual: { bytes: 1024 * 1024, name: '1 MB' },
  /** For what visitors ask: with every character escaped, the longest question needs a third of it. */
  question: { bytes: 64 * 1024, name: '64 kB' },
  /** For routes without authentication whose input is short. */
  small: { bytes: 16 * 1024, name: '16 kB' },
  /** For what forges send: a push of many commits, with their messages. */
  push: { bytes: 5 * 1024 * 1024, name: '5 MB' },
} as const;

/**
 * A JSON body, a body of another media type, or no body (null). `lines` is the schema of each line of JSON Lines, or of each
 * `data:` line of an event stream.
 */
export type Content =
  | z.ZodType
  | { mediaType: string; description: string; example?: string; lines?: z.ZodType }
  | null;

/** Several contents of a status are those that a client may choose from. */
export type Answers = Readonly<Record<number, Content | readonly NonNullable<Content>[]>>;

/** How the API document describes a route. Its fields and answers describe themselves. */
export interface RouteWords {
  /** The heading that it stands under. */
  tag: string;
  /** A few words. */
  summary: string;
  /** Some sentences; backticks for code. */
  description?: string;
  /** Its method of the SDK, or why there is none. An alias is the same operation at a second address. */
  sdk: SdkMethod | 'alias' | 'openai' | 'mcp' | 'page' | 'operator' | 'forge';
  page?: never;
}

/** The method of the SDK that calls a route. `npm run build:contract` writes it, unless it is `byHand`. */
export interface SdkMethod {
  /** Its path on a client, such as `projects.apiKeys.create`. */
  method: string;
  /** Its doc comment. Default: the summary as a sentence. */
  says?: string;
  /** The lines of its example, which a test runs. Default: a call with the example of the body. */
  example?: string | readonly string[];
  /** Must not run twice, so that it is not repeated once the server may have begun. */
  once?: true;
  /** The type of its query, if that is not that of every list. */
  query?: string;
  /** The name of the parameter for the body. Default: `body`. */
  body?: string;
  byHand?: true;
  /** The source text of its last argument in the sample of the API document. Default: the example of the body. */
  input?: string;
  /** The code of that sample that uses the result. Default: a `console.log`. */
  output?: string;
}

/** A page for browsers is not part of the API and not in its document. */
type NoWords = { page: true } & { [Word in Exclude<keyof RouteWords, 'page'>]?: never };

/** What a route declares beside its handler. Limits, CORS, tests and documentation follow from it. */
export type RouteRule = RouteChecks & (RouteWords | NoWords);

/** The rule of a route that the API document describes. */
export type DescribedRule = RouteChecks & RouteWords;

interface RouteChecks {
  /** `<resource>.<verb>`. Names are stable. */
  name: string;
  accepts: readonly Accepted[];
  /**
   * What the request is about: loaded for the credential before the handler runs, which receives it. Must be declared where the path
   * has the id of a project or source (resources.ts); `null` where the handler is to check access in another way.
   */
  resource?: Resource | null;
  /** The scope that an API key needs. Without one, no key is accepted. */
  scope?: KeyScope;
  /** What a user must at least be in the project that the request is about. Default: its owner. */
  role?: Role;
  /** Null: not limited. */
  limit: LimitScope | null;
  /** What it answers, by status: successes, and failures in another shape than the usual one. */
  answers: Answers;
  /** The statuses of usual failures besides those that follow from the rule (`statusesOf`). */
  fails?: readonly number[];
  body?: z.ZodType;
  /** The size limit of its JSON body. Default: `usual`. */
  bodySize?: keyof typeof JSON_LIMITS;
  query?: z.ZodType;
  /**
   * Takes multipart form data: one file, in the field `file`; or any number of them in the field `files`, or one archive of them in
   * `archive`. With `body`, it takes either.
   */
  file?: 'one' | 'many';
  /** What its file may be at most. Default: what the server's settings allow. */
  fileSize?: 'picture' | 'part';
  /** The other fields of the form: each as text, or as JSON if it is not a string. */
  fields?: z.ZodObject;
  /** What it does is kept in the audit log of the account (audit.ts). */
  audited?: true;
  /** Honours `Idempotency-Key`. Its handler must do its work inside `once`. */
  keyed?: true;
  /** Pages of other origins may call it. */
  crossOrigin?: true;
  /** Compatible with OpenAI: accepts an API key as a bearer token and adds OpenAI's fields to errors. */
  openAiShaped?: true;
  /** Accepts an API key as a bearer token too, for clients that can send nothing else. */
  keyAsBearer?: true;
  /** A file that a page loads: logged at `debug`, as a page loads many. */
  asset?: true;
  /** Accepts an expired widget token that may still be renewed. */
  acceptsExpired?: true;
}

const statuses = new WeakMap<RouteRule, readonly number[]>();

/** Every status that a route may answer, declared or following from its rule. Cached, as every request calls this. */
export function statusesOf(rule: RouteRule): readonly number[] {
  const known = statuses.get(rule) ?? listStatuses(rule);
  statuses.set(rule, known);
  return known;
}

function listStatuses(rule: RouteRule): number[] {
  const found = new Set<number>([...Object.keys(rule.answers).map(Number), ...(rule.fails ?? []), 500]);
  const takesInput = rule.body ?? rule.query ?? rule.file;
  const takesCredential = rule.accepts.some((kind) => kind !== 'none');
  if (takesInput || takesCredential) found.add(400);
  if (takesCredential) found.add(401).add(403);
  if (rule.resource && rule.resource !== 'server') found.add(404);
  if (rule.limit) found.add(429);
  return [...found].sort();
}
