import type { z } from 'zod';
import type { CredentialKind } from '../services/credentials.ts';

export type LimitScope = 'general' | 'chat' | 'ingestion';
/** `none`: the route may be called without a credential. */
export type Accepted = CredentialKind | 'none';

/** How large a JSON body may be, also after decompression. */
export const JSON_LIMITS = {
  usual: { bytes: 1024 * 1024, name: '1 MB' },
  /** For routes that anybody may call, and whose input is short. */
  small: { bytes: 16 * 1024, name: '16 kB' },
} as const;

/** What a route declares about itself, beside its handler. Limits, CORS, tests and documentation read it from here. */
export interface RouteRule {
  /** Stable, `<resource>.<verb>`. */
  name: string;
  accepts: readonly Accepted[];
  /** Null: not limited. */
  limit: LimitScope | null;
  /** The statuses that it may answer beside those that follow from the rule (`statusesOf`). */
  answers: readonly number[];
  body?: z.ZodType;
  /** How much JSON it takes (`JSON_LIMITS`); `usual` where it is absent. */
  bodySize?: keyof typeof JSON_LIMITS;
  query?: z.ZodType;
  /** Takes one file as multipart form data; with `body`, either. */
  file?: true;
  /** Honours `Idempotency-Key`: its handler acts inside `once`. */
  keyed?: true;
  /** Pages of other origins may call it. */
  crossOrigin?: true;
  /** Compatible with OpenAI: an API key may come as a bearer token, and errors have OpenAI's shape too. */
  openAiShaped?: true;
  /** For people and their browsers, not part of the API: the API's description leaves it out. */
  page?: true;
  /** Takes a widget token that has expired but may still be renewed. */
  acceptsExpired?: true;
}

const statuses = new WeakMap<RouteRule, readonly number[]>();

/** Every status that a route may answer: those it declares and those that follow from its rule. Cached, as every request asks. */
export function statusesOf(rule: RouteRule): readonly number[] {
  const known = statuses.get(rule) ?? listStatuses(rule);
  statuses.set(rule, known);
  return known;
}

function listStatuses(rule: RouteRule): number[] {
  const found = new Set<number>([...rule.answers, 500]);
  const takesInput = rule.body ?? rule.query ?? rule.file;
  const takesCredential = rule.accepts.some((kind) => kind !== 'none');
  if (takesInput || takesCredential) found.add(400);
  if (takesCredential) found.add(401).add(403);
  if (rule.limit) found.add(429);
  return [...found].sort();
}
