import { createKoa } from '../../http/koa.ts';
import { endpointsOf, type Route } from '../../http/routes.ts';
import { isLocalHost } from '../../platform/network/local-host.ts';
import { createApiRoutes } from '../../routes/index.ts';
import { originAllowed } from '../../services/access/origins.ts';
import { createRestartService } from '../../services/server/restart.ts';
import type { Store } from '../../store/types.ts';
import type { ApiParts } from './api-parts.ts';
import { createServices, createSharedServices } from './create-services.ts';

/** Wires services, routes and middleware on top of the given parts. */
export function createApi(parts: ApiParts) {
  const shared = createSharedServices(parts);
  const routes = createApiRoutes({
    ...createServices(parts, shared),
    ...operatorParts(parts),
    openApi: () => describeRoutes(routes, parts),
  });
  const { verifiers, access, auditLog } = shared;
  const koa = createKoa({ routes, ...middlewareParts(parts), verifiers, access, auditLog });
  return {
    listener: koa.callback(),
    routes,
    /** Reads repositories once it is started. */
    repositories: shared.repositoryWorker,
    /** Called when documents of a project have changed. */
    documentsChanged: shared.proposals.look,
    /** Ends the answers that are being written and tells their readers. */
    endAnswers: shared.chats.stop,
    /** Waits until ended answers are stored, and writes the pending usage counts. */
    async close(): Promise<void> {
      await shared.chats.settled();
      await shared.goldenQuestions.close();
      await shared.proposals.close();
      await shared.usage.close();
    },
  };
}

/** What the routes about the server itself need. */
function operatorParts(parts: ApiParts) {
  const { env, models, backups, backupUploads, restart, version, command, now, readiness, serverState, metrics } =
    parts;
  const { widgetBuild, consoleBuild, referenceBuild, packagesBuild } = parts;
  return {
    models,
    backups,
    backupUploads,
    restart,
    version,
    command,
    now,
    readiness,
    serverState,
    widgetBuild,
    consoleBuild,
    referenceBuild,
    packagesBuild,
    restarts: createRestartService({ ...restart, stop: parts.stopToRestart, log: parts.log, now }),
    reportError: (error: unknown) => parts.log.error('mcp_tool_failed', { error }),
    metricsToken: env.metricsToken,
    sendsMail: parts.mailer !== null,
    readsPictures: parts.readsPictures,
    openedWithoutAccount: parts.openedWithoutAccount,
    behindProxy: env.trustedProxies > 0 || (env.publicUrl !== null && !isLocalHost(new URL(env.publicUrl).host)),
    metrics: metrics.render,
  };
}

async function describeRoutes(routes: readonly Route[], { env, version }: ApiParts) {
  // Loaded on demand: answering questions needs none of it.
  const { createApiDocument } = await import('../../http/openapi/api-document.ts');
  return JSON.stringify(createApiDocument(endpointsOf(routes), { version, perMinute: env.rateLimits }));
}

function middlewareParts({ env, log, store, disk, now, metrics, onUndeclared }: ApiParts) {
  return {
    log,
    hostCheck: { listensOn: env.host, publicUrl: env.publicUrl },
    cors: { allows: (origin: string, projectId: string | null) => isOriginAllowed(store, origin, projectId) },
    rateLimit: {
      perMinute: env.rateLimits,
      hit: store.limits.hit.bind(store.limits),
      projectOf: (userId: string, named: NamedResource) => findOwnProject(store, userId, named),
      accountOf: async (projectId: string) => (await store.projects.byId(projectId))?.userId ?? null,
      now,
    },
    disk,
    bodies: { temporaryDirectory: store.files.temporaryDirectory, maxUploadMegabytes: env.maxUploadMegabytes },
    idempotency: { store: store.idempotency, now },
    trustedProxies: env.trustedProxies,
    https: env.publicUrl?.startsWith('https:') ?? false,
    onRequest: metrics.request,
    onUndeclared,
  };
}

/** Reports whether the project allows the origin, or any project if no project is named. */
async function isOriginAllowed({ projects }: Store, origin: string, projectId: string | null): Promise<boolean> {
  if (projectId === null) return projects.anyAllowsOrigin((listed) => originAllowed(listed, origin));
  const project = await projects.byId(projectId);
  return project !== null && originAllowed(project.allowedOrigins, origin);
}

type NamedResource = { projectId: string } | { sourceId: string };

/** The id of the project that a request names, directly or by its source; null if the user is not a member of it. */
async function findOwnProject(
  { sources, members }: Store,
  userId: string,
  named: NamedResource,
): Promise<string | null> {
  const projectId = 'projectId' in named ? named.projectId : (await sources.byId(named.sourceId))?.projectId;
  return projectId !== undefined && (await members.roleOf(projectId, userId)) !== null ? projectId : null;
}
