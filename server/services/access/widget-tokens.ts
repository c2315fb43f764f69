import type { CreateWidgetTokenRequest } from '@footnote/sdk/contract';
import { newId } from '../../platform/ids.ts';
import type { ProjectRow, Projects } from '../../store/types.ts';
import { errors } from '../errors.ts';
import type { Access } from './access.ts';
import type { Credential, KeyCredential, UserCredential, WidgetCredential } from './credentials.ts';
import { minterClaims, minterOf } from './minters.ts';
import { normalizeOrigin, originAllowed, requireOrigin } from './origins.ts';
import type { Tokens } from './tokens.ts';
import type { WidgetOrigins } from './widget-origins.ts';

const DEFAULT_LIFETIME_SECONDS = 3_600;
/** A chain of renewals ends 30 days after its first token. */
export const MAX_CHAIN_SECONDS = 30 * 24 * 60 * 60;

export interface MintedToken {
  token: string;
  expiresIn: number;
  visitorId: string;
}

export interface WidgetTokenService {
  /**
   * Mints a token for an API key, a member, a page on an allowed origin of a public project, or a widget token that is
   * renewed. `origin` is the request's `Origin` header. No token may do what its maker may not: only an API key and the owner
   * choose the visitor, in whose name a token reads, deletes and rates. Throws 403 `insufficient_role` for other members.
   */
  mint(credential: Credential | null, origin: string | null, request: CreateWidgetTokenRequest): Promise<MintedToken>;
  /**
   * What a program asks a project as: with its key, or without a token, as a visitor of a public project. That visitor is one for
   * each address, so that a program can go on with a conversation, and counts as one in the daily budget. Throws 401 without a key
   * for any other project, also for one that no page may use yet.
   */
  agent(
    key: KeyCredential | null,
    projectId: string,
    from: { address: string; origin: string | null },
  ): Promise<{ credential: KeyCredential | WidgetCredential; project: ProjectRow }>;
}

interface WidgetTokenServiceDeps {
  projects: Projects;
  access: Access;
  tokens: Tokens;
  widgetOrigins: WidgetOrigins;
  /** Hashes an address together with the id of a project. */
  hashAddress: (projectId: string, address: string) => string;
  now: () => number;
}

export function createWidgetTokenService(deps: WidgetTokenServiceDeps): WidgetTokenService {
  return {
    async mint(credential, origin, request) {
      if (credential === null) return mintPublic(deps, origin, request);
      return credential.kind === 'widget'
        ? renew(deps, credential, origin, request)
        : mintTrusted(deps, credential, origin, request);
    },

    async agent(key, projectId, { address, origin }) {
      const credential = key ?? (await guestOf(deps, projectId, address));
      const project = await deps.access.project(credential, projectId);
      requireOrigin(project, credential, origin);
      return { credential, project };
    },
  };
}

async function guestOf(deps: WidgetTokenServiceDeps, projectId: string, address: string): Promise<WidgetCredential> {
  const project = await deps.projects.byId(projectId);
  if (project?.widgetAccess !== 'public' || project.allowedOrigins.length === 0) throw errors.missingCredentials();
  return {
    kind: 'widget',
    projectId,
    visitorId: `vis_${deps.hashAddress(projectId, address)}`,
    origin: null,
    chainStartedAt: epochSeconds(deps),
    epoch: project.widgetEpoch,
    trace: false,
    minter: null,
    named: false,
    program: true,
    expired: false,
  };
}

/** The visitor that a member is in the playground of the console, where each has conversations of their own. */
const playgroundVisitor = (userId: string): string => `playground-${userId}`;

/** Mints a token for a key or a member, bound to the origin in the body, if any. */
async function mintTrusted(
  deps: WidgetTokenServiceDeps,
  credential: KeyCredential | UserCredential,
  header: string | null,
  request: CreateWidgetTokenRequest,
): Promise<MintedToken> {
  const projectId = request.project_id ?? (credential.kind === 'key' ? credential.projectId : null);
  if (projectId === null) throw errors.projectIdRequired();
  const project = await deps.access.project(credential, projectId);
  if (credential.kind === 'key') refuseTrace(request, false);
  // A key sent with an Origin header is used in a browser: the same rule as for chat.
  if (credential.kind === 'key' && header !== null) requireListed(project, header);
  const origin = request.origin === undefined ? null : exactOrigin(request.origin);
  // A token that traces is for the owner's console, whose origin is not listed.
  if (origin !== null && !request.trace) requireListed(project, origin);
  return issue(deps, project, request, {
    ...(credential.kind === 'key'
      ? { visitorId: request.visitor_id ?? newId('vis'), named: false }
      : await visitorOf(deps, credential, projectId, request)),
    origin,
    minter: minterOf(credential),
    chainStartedAt: epochSeconds(deps),
    trace: request.trace ?? false,
  });
}

/** The visitor for a member's token: one of the owner's choice, or the member's own with a trace, or a new one. */
async function visitorOf(
  { access }: WidgetTokenServiceDeps,
  credential: UserCredential,
  projectId: string,
  { visitor_id, trace }: CreateWidgetTokenRequest,
): Promise<Pick<WidgetCredential, 'visitorId' | 'named'>> {
  const own = playgroundVisitor(credential.userId);
  if (visitor_id === undefined || visitor_id === own)
    return { visitorId: trace || visitor_id === own ? own : newId('vis'), named: false };
  await access.membership({ ...credential, needs: 'owner' }, projectId);
  return { visitorId: visitor_id, named: true };
}

/** Renews a token for the same visitor, after checking project, epoch and origin again. */
async function renew(
  deps: WidgetTokenServiceDeps,
  credential: WidgetCredential,
  header: string | null,
  request: CreateWidgetTokenRequest,
): Promise<MintedToken> {
  const project = await deps.access.project(credential, request.project_id ?? credential.projectId);
  refuseVisitor(request, credential.visitorId);
  refuseTrace(request, credential.trace);
  requireOrigin(project, credential, header);
  requireSameOrigin(request, header);
  // A token with a trace is a member's own, in the console.
  if (!credential.trace) await deps.widgetOrigins.note(project, header);
  return issue(deps, project, request, credential);
}

/** Mints a token without a credential if the project's widget is public. Any other project looks as if it did not exist. */
async function mintPublic(
  deps: WidgetTokenServiceDeps,
  header: string | null,
  request: CreateWidgetTokenRequest,
): Promise<MintedToken> {
  const project = request.project_id === undefined ? null : await deps.projects.byId(request.project_id);
  if (project?.widgetAccess !== 'public') throw errors.missingCredentials();
  refuseVisitor(request, null);
  refuseTrace(request, false);
  requireListed(project, header);
  requireSameOrigin(request, header);
  const visitorId = newId('vis');
  await deps.widgetOrigins.note(project, header);
  return issue(deps, project, request, {
    visitorId,
    origin: header,
    chainStartedAt: epochSeconds(deps),
    trace: false,
    minter: null,
    named: false,
  });
}

const epochSeconds = ({ now }: WidgetTokenServiceDeps) => Math.floor(now() / 1000);

/** Signs a token with the requested lifetime, but not beyond the end of its chain. */
function issue(
  deps: WidgetTokenServiceDeps,
  project: ProjectRow,
  request: CreateWidgetTokenRequest,
  token: Pick<WidgetCredential, 'visitorId' | 'origin' | 'chainStartedAt' | 'trace' | 'minter' | 'named'>,
): MintedToken {
  const left = token.chainStartedAt + MAX_CHAIN_SECONDS - epochSeconds(deps);
  if (left <= 0) throw errors.tokenExpired();
  const expiresIn = Math.min(request.expires_in ?? DEFAULT_LIFETIME_SECONDS, left);
  const claims = {
    sub: token.visitorId,
    pid: project.id,
    org: token.origin,
    epoch: project.widgetEpoch,
    auth_time: token.chainStartedAt,
    ...(token.trace && { trace: true as const }),
    ...minterClaims(token.minter),
    ...(token.named && { named: true as const }),
  };
  return { token: deps.tokens.signWidget(claims, expiresIn), expiresIn, visitorId: token.visitorId };
}

/** Parses the origin to bind a token to. Throws 400 for a wildcard. */
function exactOrigin(text: string): string {
  const result = normalizeOrigin(text);
  const problem = 'problem' in result ? result.problem : 'a token is bound to one origin, without a wildcard';
  if ('problem' in result || result.origin.includes('*'))
    throw errors.invalidRequest([{ field: 'origin', message: problem }]);
  return result.origin;
}

function requireListed(project: ProjectRow, origin: string | null): void {
  if (!originAllowed(project.allowedOrigins, origin)) throw errors.originNotAllowed();
}

function requireSameOrigin(request: CreateWidgetTokenRequest, header: string | null): void {
  if (request.origin !== undefined && request.origin !== header) throw errors.originNotAllowed();
}

function refuseVisitor(request: CreateWidgetTokenRequest, own: string | null): void {
  if (request.visitor_id === undefined || request.visitor_id === own) return;
  throw errors.invalidRequest([
    { field: 'visitor_id', message: 'may be set only with an API key or by the owner of the project' },
  ]);
}

/** A trace shows more of the documents than an answer does, so only members may ask for it. */
function refuseTrace(request: CreateWidgetTokenRequest, own: boolean): void {
  if (!request.trace || own) return;
  throw errors.invalidRequest([{ field: 'trace', message: 'may be set only by members of the project' }]);
}
