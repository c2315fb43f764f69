import type { Middleware } from 'koa';
import { errors } from '../platform/errors.ts';
import type { Credential } from '../services/access/credentials.ts';
import type { RequestContext, RequestState } from './context.ts';
import type { LimitScope } from './rule.ts';

const WINDOW_MS = 60_000;
/**
 * The keys or projects of an account may together do this many times what one of them may. They have a window that is shorter by
 * as much: with a whole minute's requests at once, one account would keep all others waiting.
 */
const ACCOUNT_SHARE = 10;
/**
 * Sent by the console with every request. It loads several lists for a page, so people who click through it quickly may send
 * more than a program. Pages of other sites cannot send it, as no preflight allows it.
 */
const CONSOLE_HEADER = 'x-footnote-console';
/** How much more. */
export const CONSOLE_SHARE = 5;
/** An upload counts once for every started part of this size, as that is what it costs the server. */
const UPLOAD_PART_BYTES = 10e6;
/** What an upload counts that does not tell its size. */
const UNKNOWN_UPLOAD_COST = 2;

interface LimitState {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Milliseconds. */
  resetMs: number;
}

export interface RateLimitOptions {
  /** Requests per minute; 0 for no limit. */
  perMinute: Record<LimitScope, number>;
  hit: (subject: string, limit: number, windowMs: number, now: number, cost: number) => Promise<LimitState>;
  /** The named project if it belongs to the user, else null: strangers must not use up a project's ingestion limit. */
  projectOf: (userId: string, named: { projectId: string } | { sourceId: string }) => Promise<string | null>;
  /** The account that a project belongs to; null if it was deleted meanwhile. */
  accountOf: (projectId: string) => Promise<string | null>;
  now: () => number;
}

/**
 * Limits requests per subject and scope in any 60 seconds, those of an account in any 6. A request counts in one scope. Once a
 * limit refuses it, it counts no further. What people do in the console counts apart from what programs do with their tokens.
 */
export function rateLimit(options: RateLimitOptions): Middleware<RequestState> {
  return async (context, next) => {
    const scope = context.state.rule?.limit;
    const perMinute = scope ? options.perMinute[scope] : 0;
    if (!scope || perMinute === 0 || context.method === 'OPTIONS') return next();

    let tightest: (LimitState & { windowMs: number }) | null = null;
    for (const { subject, windowMs = WINDOW_MS, share = 1 } of await subjectsOf(scope, context, options)) {
      const cost = costOf(scope, context);
      const limit = perMinute * share;
      const state = await options.hit(`${scope} ${subject}`, limit, windowMs, options.now(), cost);
      if (!tightest || !state.allowed || state.remaining < tightest.remaining) tightest = { ...state, windowMs };
      if (!state.allowed) break;
    }
    if (tightest) setHeaders(context, scope, tightest);
    if (tightest && !tightest.allowed) throw errors.rateLimited(seconds(tightest.resetMs));
    return next();
  };
}

/** Who a request counts for. */
interface Subject {
  subject: string;
  /** In which time they may reach the limit; by default a minute. */
  windowMs?: number;
  /** How many times the limit they may reach; by default once. */
  share?: number;
}

async function subjectsOf(scope: LimitScope, context: RequestContext, options: RateLimitOptions): Promise<Subject[]> {
  const { credential, address } = context.state;
  const byAddress = { subject: `address ${address}` };
  if (!credential) return [byAddress];
  if (scope === 'general' && credential.kind === 'user' && context.get(CONSOLE_HEADER) !== '')
    return [{ subject: `console ${credential.userId}`, share: CONSOLE_SHARE }];
  const own = { subject: subjectOf(credential) };
  const isAsked = scope === 'chat' || scope === 'search';
  // Anyone can get a widget token from a public page, so its address counts too.
  if (isAsked && credential.kind === 'widget') return [own, byAddress];
  if (isAsked && credential.kind === 'key') return [own, ...(await wholeAccount(credential.projectId, options))];
  if (scope === 'ingestion') {
    const projectId =
      credential.kind === 'user'
        ? await options.projectOf(credential.userId, namedResource(context))
        : credential.projectId;
    if (projectId !== null) return [{ subject: `project ${projectId}` }, ...(await wholeAccount(projectId, options))];
  }
  return [own];
}

async function wholeAccount(projectId: string, { accountOf }: RateLimitOptions): Promise<Subject[]> {
  const accountId = await accountOf(projectId);
  return accountId === null ? [] : [{ subject: `account ${accountId}`, windowMs: WINDOW_MS / ACCOUNT_SHARE }];
}

function costOf(scope: LimitScope, { request }: RequestContext): number {
  if (scope !== 'ingestion') return 1;
  if (request.headers['transfer-encoding'] !== undefined) return UNKNOWN_UPLOAD_COST;
  return 1 + Math.floor((request.length ?? 0) / UPLOAD_PART_BYTES);
}

/** The project or source that the path or query names. */
function namedResource(context: RequestContext): { projectId: string } | { sourceId: string } {
  const [, collection, id] = /^\/v1\/(projects|sources)\/([^/]+)\/./.exec(context.path) ?? [];
  if (collection === 'sources' && id !== undefined) return { sourceId: id };
  return { projectId: id ?? String(context.query.project_id ?? '') };
}

function subjectOf(credential: Credential): string {
  if (credential.kind === 'user') return `user ${credential.userId}`;
  return credential.kind === 'key'
    ? `key ${credential.keyId}`
    : `visitor ${credential.projectId} ${credential.visitorId}`;
}

/** Sets the headers of draft-ietf-httpapi-ratelimit-headers-11. */
function setHeaders(
  context: RequestContext,
  scope: LimitScope,
  { limit, remaining, resetMs, windowMs }: LimitState & { windowMs: number },
): void {
  context.set('ratelimit-policy', `"${scope}";q=${limit};w=${windowMs / 1000}`);
  context.set('ratelimit', `"${scope}";r=${Math.max(0, remaining)};t=${seconds(resetMs)}`);
}

const seconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000));
