import type { Middleware } from 'koa';
import { ApiError } from '../platform/errors.ts';
import {
  type AuditEvent,
  type AuditedRoute,
  type AuditLogService,
  actorOf,
  isAuditable,
} from '../services/accounts/audit-log.ts';
import type { RequestContext, RequestState } from './context.ts';

/** Errors that say somebody tried what they may not do. */
const DENIALS = new Set([
  'wrong_password',
  'wrong_code',
  'confirmation_required',
  'insufficient_scope',
  'insufficient_role',
  'operator_required',
]);

/**
 * Keeps what is done with `audited` routes in the log of its account: after it is done, and before the answer is sent. Requests
 * that fail for another reason than a missing right change nothing and leave no entry.
 */
export function audit({ subjectOf, record }: Pick<AuditLogService, 'subjectOf' | 'record'>): Middleware<RequestState> {
  return async (context, next) => {
    const { rule, route, credential } = context.state;
    if (!rule?.audited || !route || !isAuditable(credential)) return next();
    const subject = await subjectOf(credential, route.params);
    const recordAs = async (outcome: AuditEvent['outcome'], targetId = subject?.targetId ?? null) => {
      if (!subject) return;
      const fields = context.state.fields ?? [];
      const event = {
        ...subject,
        targetId,
        actor: actorOf(credential),
        action: rule.name as AuditedRoute,
        outcome,
        fields,
      };
      await record(event, { address: context.state.address, userAgent: context.get('user-agent') });
    };
    try {
      await next();
    } catch (error) {
      if (error instanceof ApiError && DENIALS.has(error.code)) await recordAs('denied');
      throw error;
    }
    await recordAs('done', context.state.about ?? created(context) ?? subject?.targetId);
  };
}

/** The id of what the request has made. */
function created({ status, body }: RequestContext): AuditEvent['targetId'] {
  return status === 201 && typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : null;
}
