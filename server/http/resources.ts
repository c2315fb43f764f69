import type { Access } from '../services/access/access.ts';
import type { Credential, UserCredential } from '../services/access/credentials.ts';
import { errors } from './errors.ts';

/** What a request says about the resource that it is about. */
interface Asked {
  credential: Credential | null;
  /** The value of a placeholder in the path. */
  param(name: string): string;
  /** The validated query. */
  query: unknown;
}

/** For each resource that a rule may declare: how it is loaded for the credential, and what the handler receives of it. */
const LOADERS = {
  /** The project of the path. */
  project: async (access: Access, { credential, param }: Asked) => ({
    project: await access.project(known(credential), param('project_id')),
  }),
  /** The same, with what the user is in it. */
  membership: (access: Access, { credential, param }: Asked) =>
    access.membership(userOf(credential), param('project_id')),
  /** The project of an API key; a user must name one in the query. */
  'named-project': async (access: Access, { credential, query }: Asked) => {
    const { project_id: named } = query as { project_id?: string };
    const projectId = named ?? (credential?.kind === 'key' ? credential.projectId : null);
    if (projectId === null) throw errors.projectIdRequired();
    return { project: await access.project(known(credential), projectId) };
  },
  source: async (access: Access, { credential, param }: Asked) => ({
    source: await access.source(known(credential), param('source_id')),
  }),
  conversation: async (access: Access, { credential, param }: Asked) => ({
    conversation: await access.conversation(known(credential), param('project_id'), param('conversation_id')),
  }),
  /** The conversation that holds the answer of the path. */
  answer: async (access: Access, { credential, param }: Asked) => ({
    conversation: await access.answer(known(credential), param('project_id'), param('message_id')),
  }),
  /** The server as a whole, for its operator. */
  server: async (access: Access, { credential }: Asked) => ({ operator: await access.operator(userOf(credential)) }),
};

/** What a request is about, as its rule declares it. */
export type Resource = keyof typeof LOADERS;

/** What the handler of a rule with this resource receives. */
export type Loaded<Name> = Name extends Resource ? Awaited<ReturnType<(typeof LOADERS)[Name]>> : unknown;

/** The resources that a rule may declare for a path. Where the path has an id of one, the rule must declare it, or `null`. */
export type ResourceOf<Path extends string> = Path extends `${string}:project_id${string}`
  ? { resource: 'project' | 'membership' | 'conversation' | 'answer' | 'server' | null }
  : Path extends `${string}:source_id${string}`
    ? { resource: 'source' | null }
    : { resource?: 'named-project' | 'server' | null };

/** Loads what a request is about. Throws what `Access` throws if the credential may not access it. */
export function loadResource(name: Resource, access: Access, asked: Asked): Promise<Loaded<Resource>> {
  return LOADERS[name](access, asked);
}

function known(credential: Credential | null): Credential {
  if (credential === null) throw errors.missingCredentials();
  return credential;
}

function userOf(credential: Credential | null): UserCredential {
  const given = known(credential);
  if (given.kind !== 'user') throw errors.wrongCredential('a user token (from login)');
  return given;
}
