import type { CreateWidgetTokenRequest } from '@footnote/sdk/contract';
import { errors } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { ProjectRow, Projects } from '../store/types.ts';
import type { Access } from './access.ts';
import type { Credential, KeyCredential, UserCredential, WidgetCredential } from './credentials.ts';
import { normaliseOrigin, originAllowed, widgetMayAsk } from './origins.ts';
import type { Tokens } from './tokens.ts';

const DEFAULT_SECONDS = 3_600;
/** A chain of renewals ends 30 days after its first token. */
const CHAIN_SECONDS = 30 * 24 * 60 * 60;

export interface MintedToken {
  token: string;
  expiresIn: number;
  visitorId: string;
}

export interface WidgetTokenService {
  /**
   * Who may mint: a key for its project, the owner, a page on an allowed origin of a public project, and a widget token
   * for its own renewal. `origin` is the request's `Origin` header.
   */
  mint(credential: Credential | null, origin: string | null, request: CreateWidgetTokenRequest): Promise<MintedToken>;
}

export function createWidgetTokenService({
  projects,
  access,
  tokens,
  now,
}: {
  projects: Projects;
  access: Access;
  tokens: Tokens;
  now: () => number;
}): WidgetTokenService {
  const seconds = () => Math.floor(now() / 1000);

  function issue(
    project: ProjectRow,
    token: { visitorId: string; origin: string | null; chainStartedAt: number; lifetime: number; trace: boolean },
  ): MintedToken {
    const left = token.chainStartedAt + CHAIN_SECONDS - seconds();
    if (left <= 0) throw errors.tokenExpired();
    const expiresIn = Math.min(token.lifetime, left);
    const claims = {
      sub: token.visitorId,
      pid: project.id,
      org: token.origin,
      epoch: project.widgetEpoch,
      auth_time: token.chainStartedAt,
      ...(token.trace && { trace: true as const }),
    };
    return { token: tokens.signWidget(claims, expiresIn), expiresIn, visitorId: token.visitorId };
  }

  /** With a key or as the owner: for any visitor, bound to the origin named in the body, if one is. */
  async function mintTrusted(
    credential: KeyCredential | UserCredential,
    header: string | null,
    request: CreateWidgetTokenRequest,
  ): Promise<MintedToken> {
    const projectId = request.project_id ?? (credential.kind === 'key' ? credential.projectId : null);
    if (projectId === null) throw errors.projectIdRequired();
    const project = await access.project(credential, projectId);
    if (credential.kind === 'key') refuseTrace(request, false);
    // A key that travels with an Origin header is in a browser: the same rule as for chat.
    if (credential.kind === 'key' && header !== null) requireListed(project, header);
    const origin = request.origin === undefined ? null : exactOrigin(request.origin);
    // One that traces is the owner's own, and holds for that page alone: their console is on no list.
    if (origin !== null && !request.trace) requireListed(project, origin);
    return issue(project, {
      visitorId: request.visitor_id ?? newId('vis'),
      origin,
      chainStartedAt: seconds(),
      lifetime: request.expires_in ?? DEFAULT_SECONDS,
      trace: request.trace ?? false,
    });
  }

  /** The page's own current token, for the same visitor; origin, epoch (when it was verified) and project anew. */
  async function renew(
    credential: WidgetCredential,
    header: string | null,
    request: CreateWidgetTokenRequest,
  ): Promise<MintedToken> {
    const project = await access.project(credential, request.project_id ?? credential.projectId);
    refuseVisitor(request, credential.visitorId);
    refuseTrace(request, credential.trace);
    requireOrigin(project, credential, header);
    requireSameOrigin(request, header);
    return issue(project, {
      visitorId: credential.visitorId,
      origin: credential.origin,
      chainStartedAt: credential.chainStartedAt,
      lifetime: request.expires_in ?? DEFAULT_SECONDS,
      trace: credential.trace,
    });
  }

  /** No credential: only where the owner has made the widget public. What is not public looks like what does not exist. */
  async function mintPublic(header: string | null, request: CreateWidgetTokenRequest): Promise<MintedToken> {
    const project = request.project_id === undefined ? null : await projects.byId(request.project_id);
    if (project?.widgetAccess !== 'public') throw errors.missingCredentials();
    refuseVisitor(request, null);
    refuseTrace(request, false);
    requireListed(project, header);
    requireSameOrigin(request, header);
    return issue(project, {
      visitorId: newId('vis'),
      origin: header,
      chainStartedAt: seconds(),
      lifetime: request.expires_in ?? DEFAULT_SECONDS,
      trace: false,
    });
  }

  return {
    async mint(credential, origin, request) {
      if (credential === null) return mintPublic(origin, request);
      return credential.kind === 'widget'
        ? renew(credential, origin, request)
        : mintTrusted(credential, origin, request);
    },
  };
}

/** The origin that a token is to be bound to: one, not a pattern. */
function exactOrigin(text: string): string {
  const result = normaliseOrigin(text);
  const problem = 'problem' in result ? result.problem : 'a token is bound to one origin, without a wildcard';
  if ('problem' in result || result.origin.includes('*'))
    throw errors.invalidRequest([{ field: 'origin', message: problem }]);
  return result.origin;
}

function requireOrigin(project: ProjectRow, credential: WidgetCredential, origin: string | null): void {
  if (!widgetMayAsk(credential, project.allowedOrigins, origin)) throw errors.originNotAllowed();
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

/** A trace shows more of the documents than an answer does: only who owns them may ask for it. */
function refuseTrace(request: CreateWidgetTokenRequest, own: boolean): void {
  if (!request.trace || own) return;
  throw errors.invalidRequest([{ field: 'trace', message: 'may be set only by the owner of the project' }]);
}
