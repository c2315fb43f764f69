import Koa, { type Middleware } from 'koa';
import { errors } from '../platform/errors.ts';
import type { DiskSpace } from '../platform/files/disk-space.ts';
import type { Log } from '../platform/log.ts';
import type { Access } from '../services/access/access.ts';
import type { CredentialVerifiers } from '../services/access/credentials.ts';
import type { AuditLogService } from '../services/accounts/audit-log.ts';
import { audit } from './audit.ts';
import { authenticate } from './authenticate.ts';
import { createBodyReader } from './body.ts';
import { fullAddress, subscriberOf } from './client-address.ts';
import type { BodyReader, RequestState, RunOnce } from './context.ts';
import { type CorsOptions, cors } from './cors.ts';
import { errorHandler } from './error-handler.ts';
import { type HostCheckOptions, hostCheck } from './host-check.ts';
import { type IdempotencyOptions, idempotency } from './idempotency.ts';
import { type RateLimitOptions, rateLimit } from './rate-limit.ts';
import { requestId } from './request-id.ts';
import { requestLog } from './request-log.ts';
import { requestMetrics } from './request-metrics.ts';
import { requireDiskSpace } from './require-disk-space.ts';
import { createRouteFinder, type Route } from './routes.ts';
import { scheduleQuestions } from './schedule-questions.ts';
import { securityHeaders } from './security-headers.ts';
import { readUnreadBodies } from './unread-body.ts';

export interface KoaOptions {
  routes: readonly Route[];
  log: Log;
  verifiers: CredentialVerifiers;
  access: Access;
  hostCheck: HostCheckOptions;
  cors: CorsOptions;
  rateLimit: RateLimitOptions;
  disk: DiskSpace;
  auditLog: Pick<AuditLogService, 'subjectOf' | 'record'>;
  bodies: Omit<Parameters<typeof createBodyReader>[0], 'disk'>;
  idempotency: IdempotencyOptions;
  /** The number of proxies whose forwarded headers are trusted. */
  trustedProxies: number;
  https: boolean;
  /** Called after every request. */
  onRequest: Parameters<typeof requestMetrics>[0];
  onUndeclared: (route: string, status: number) => void;
}

/** Creates the application with its middleware, in the order that a request passes it. */
export function createKoa(options: KoaOptions): Koa<RequestState> {
  const koa = new Koa<RequestState>();
  koa.use(requestId());
  koa.use(readUnreadBodies());
  koa.use(
    prepare(options, createBodyReader({ ...options.bodies, disk: options.disk }), idempotency(options.idempotency)),
  );
  koa.use(requestLog(options.log));
  koa.use(requestMetrics(options.onRequest));
  koa.use(scheduleQuestions());
  koa.use(errorHandler(options.log, options.onUndeclared));
  koa.use(securityHeaders({ https: options.https }));
  koa.use(hostCheck(options.hostCheck));
  koa.use(cors(options.cors));
  koa.use(authenticate(options.verifiers));
  koa.use(rateLimit(options.rateLimit));
  koa.use(requireDiskSpace(options.disk));
  koa.use(audit(options.auditLog));
  koa.use((context, next) => {
    if (!context.state.route) throw errors.notFound();
    return context.state.route.handle(context, next);
  });
  // Emitted only if Koa could not send a response, because the client left.
  koa.on('error', (error) => options.log.debug('response_send_failed', { error }));
  return koa;
}

/** Finds the route, so that all later middleware can use its rule. */
function prepare(options: KoaOptions, bodies: BodyReader, once: RunOnce): Middleware<RequestState> {
  const findRoute = createRouteFinder(options.routes);
  return (context, next) => {
    const method = context.method === 'OPTIONS' ? context.get('access-control-request-method') : context.method;
    context.state.route = findRoute(method.toUpperCase(), context.path);
    context.state.rule = context.state.route?.rule ?? null;
    context.state.fullAddress = fullAddress(context.req, options.trustedProxies);
    context.state.address = subscriberOf(context.state.fullAddress);
    context.state.access = options.access;
    context.state.bodies = bodies;
    context.state.once = once;
    return next();
  };
}
