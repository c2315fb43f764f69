import type { Middleware } from 'koa';
import { errors } from '../platform/errors.ts';
import type { Credential } from '../services/credentials.ts';
import type { RequestContext, RequestState } from './context.ts';
import type { LimitScope } from './rule.ts';

const WINDOW_MS = 60_000;

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
  hit: (subject: string, limit: number, windowMs: number, now: number) => Promise<LimitState>;
  /** The named project if it belongs to the user, else null: strangers must not use up a project's ingestion limit. */
  projectOf: (userId: string, named: { projectId: string } | { sourceId: string }) => Promise<string | null>;
  now: () => number;
}

/**
 * Limits requests per subject and scope in any 60 seconds. A request counts in one scope. Once a limit refuses it, it counts no
 * further.
 */
export function rateLimit(options: RateLimitOptions): Middleware<RequestState> {
  return async (context, next) => {
    const scope = context.state.rule?.limit;
    const limit = scope ? options.perMinute[scope] : 0;
    if (!scope || limit === 0 || context.method === 'OPTIONS') return next();

    let tightest: LimitState | null = null;
    for (const subject of await subjectsOf(scope, context, options)) {
      const state = await options.hit(`${scope} ${subject}`, limit, WINDOW_MS, options.now());
      if (!tightest || !state.allowed || state.remaining < tightest.remaining) tightest = state;
      if (!state.allowed) break;
    }
    if (tightest) setHeaders(context, scope, tightest);
    if (tightest && !tightest.allowed) throw errors.rateLimited(seconds(tightest.resetMs));
    return next();
  };
}

async function subjectsOf(scope: LimitScope, context: RequestContext, options: RateLimitOptions): Promise<string[]> {
  const { credential, address } = context.state;
  const byAddress = `address ${address}`;
  if (!credential) return [byAddress];
  // Anyone can get a widget token from a public page, so its address counts too.
  if (scope === 'chat' && credential.kind === 'widget') return [subjectOf(credential), byAddress];
  if (scope === 'ingestion') {
    const projectId =
      credential.kind === 'user'
        ? await options.projectOf(credential.userId, namedResource(context))
        : credential.projectId;
    if (projectId !== null) return [`project ${projectId}`];
  }
  return [subjectOf(credential)];
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
function setHeaders(context: RequestContext, scope: LimitScope, { limit, remaining, resetMs }: LimitState): void {
  context.set('ratelimit-policy', `"${scope}";q=${limit};w=${WINDOW_MS / 1000}`);
  context.set('ratelimit', `"${scope}";r=${Math.max(0, remaining)};t=${seconds(resetMs)}`);
}

const seconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000));
