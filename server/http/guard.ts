import type { Middleware } from 'koa';
import { z } from 'zod';
import { createFairScheduler } from '../platform/scheduling/fair-scheduler.ts';
import type { Credential, CredentialKind } from '../services/access/credentials.ts';
import type { UploadedFile } from '../services/sources/source-files.ts';
import { isLocal } from './client-address.ts';
import {
  type Answer,
  type IdempotentWork,
  originOf,
  type RequestContext,
  type RequestState,
  type Upload,
} from './context.ts';
import { errors } from './errors.ts';
import { fieldErrors } from './field-errors.ts';
import { type Loaded, loadResource } from './resources.ts';
import type { RouteRule } from './rule.ts';
import { type EventStream, sendEventStream } from './sse.ts';

export type { Answer } from './context.ts';
export type { DescribedRule, LimitScope, RouteRule } from './rule.ts';

type Input<Schema> = Schema extends z.ZodType<infer Value> ? Value : undefined;
type CredentialOf<Kind> = Kind extends 'none' ? null : Extract<Credential, { kind: Kind }>;

/** What a handler's types depend on. */
type Typed = Pick<RouteRule, 'accepts' | 'resource' | 'body' | 'query' | 'file' | 'fields' | 'answers'>;

/** A request that has passed its rule, with the resource that the rule declares. */
export type Guarded<Rule extends Typed> = Checked<Only<Rule>> & Loaded<Rule['resource']>;

type Only<Rule extends Typed> = { [Name in keyof Rule as Name extends keyof Typed ? Name : never]: Rule[Name] } & Typed;

type BodyOf<Declared> =
  Declared extends z.ZodType<infer Value> ? Value : Declared extends readonly (infer One)[] ? BodyOf<One> : unknown;

export type StatusOf<Rule extends Typed> = keyof Rule['answers'] & number;

/** An answer with a status that the rule declares, and a body of its shape. */
export type Answered<Rule extends Typed, Status extends StatusOf<Rule>> = Answer<Status> & {
  body: BodyOf<Rule['answers'][Status]>;
};

interface Checked<Rule extends Typed> {
  /** Undefined for a form, if the route takes both. */
  body: Rule extends { file: 'one' | 'many' } ? Input<Rule['body']> | undefined : Input<Rule['body']>;
  query: Input<Rule['query']>;
  /** The value of a placeholder in the path. It may be any text: look it up, never parse it. */
  param(name: string): string;
  /** Receives the form, which may be large. Call it once the request is known to be allowed. */
  form(): Promise<Omit<Upload, 'fields' | 'discard'> & { fields: Input<Rule['fields']> }>;
  /** The body as it was sent, for the check of a signature. */
  raw(): Promise<Buffer>;
  /** Its only file. */
  file(): Promise<UploadedFile>;
  /** For `keyed` routes: runs the work, or returns the answer of an earlier request with the same `Idempotency-Key`. */
  once<Status extends StatusOf<Rule>>(work: IdempotentWork<Answered<Rule, Status>>): Promise<Answered<Rule, Status>>;
  credential: CredentialOf<Rule['accepts'][number]>;
  address: string;
  /** Reports whether the request comes from this machine itself (http/client-address.ts). */
  isLocal(): boolean;
  /** A header of the request; empty if it is absent. */
  header(name: string): string;
  /** Reports whether the client takes an answer of this media type; one that does not say takes any. */
  takes(mediaType: string): boolean;
  origin: string | null;
  /** Aborts when the client leaves. */
  signal: AbortSignal;
}

/** What a route does with a request that has passed its rule. */
export type Handler<Rule extends Typed, Status extends StatusOf<Rule>> = (
  request: Guarded<Rule>,
) => Promise<Answered<Rule, Status> | EventStream> | Answered<Rule, Status>;

/**
 * Returns the middleware that checks a request against the rule (credential, query, body, resource and file, in this order), then
 * calls the handler.
 */
export function guard<const Rule extends RouteRule, Status extends StatusOf<Rule>>(
  rule: Rule,
  handle: Handler<Rule, Status>,
): Middleware<RequestState> {
  const schedule = createFairScheduler();
  return async (context) => {
    const credential = acceptedCredential(rule, context);
    const query = validate(rule.query ?? (isOpen(rule) ? ANY_QUERY : NO_QUERY), { ...context.query });
    let upload: Upload | null = null;
    const fields = rule.fields ?? NO_FIELDS;
    const form = async () => {
      const accepted = { files: rule.file ?? 'one', fileSize: rule.fileSize, fields: Object.keys(fields.shape) };
      upload ??= await context.state.bodies.form(context, accepted);
      return { ...upload, fields: validate(fields, fieldValues(fields, upload.fields)) };
    };
    const file = async () => {
      const { file: only } = await form();
      if (!only) throw errors.fileRequired();
      return only;
    };
    // A route may take both JSON and a form.
    const isForm = rule.file !== undefined && (rule.body === undefined || Boolean(context.is('multipart/form-data')));
    try {
      const json = () => context.state.bodies.json(context, rule.bodySize ?? 'usual');
      const body = rule.body && !isForm ? validate(rule.body, await json()) : undefined;
      if (body) context.state.fields = Object.keys(body);
      const param = (name: string) => context.state.route?.params[name] ?? '';
      const { resource } = rule;
      const loaded = resource ? await loadResource(resource, context.state.access, { credential, param, query }) : {};
      const answer = await handle({
        ...loaded,
        body,
        query: rule.query ? query : undefined,
        param,
        form,
        raw: () => context.state.bodies.raw(context, 'push'),
        file,
        async once(work: IdempotentWork) {
          if (!isForm) return context.state.once(context, { credential, body, files: [] }, work);
          if (rule.file === 'one') await file();
          const { files, archive, fields: sent } = await form();
          const content = { credential, body: sent, files: archive ? [...files, archive] : files };
          return context.state.once(context, content, work);
        },
        credential,
        address: context.state.address,
        isLocal: () => isLocal(context.req),
        header: (name: string) => context.get(name),
        takes: (mediaType: string) => context.accepts(mediaType) !== false,
        origin: originOf(context),
        get signal() {
          return createLeaveSignal(context, schedule);
        },
      } as unknown as Guarded<Rule>);
      if ('parts' in answer) await sendEventStream(context, answer);
      else send(context, answer);
    } finally {
      await (upload as Upload | null)?.discard();
    }
  };
}

const NO_QUERY = z.strictObject({});
const NO_FIELDS = z.strictObject({});

/** The values of a form's fields: text where the schema expects it, else JSON. */
function fieldValues({ shape }: z.ZodObject, sent: Record<string, string>): Record<string, unknown> {
  const values = Object.entries(sent).map(([name, text]) => {
    const isText = shape[name] === undefined || shape[name].safeParse(text).success;
    return [name, isText ? text : parseJson(name, text)];
  });
  return Object.fromEntries(values);
}

function parseJson(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw errors.invalidRequest([{ field, message: 'must be JSON' }]);
  }
}

/** Public links pick up parameters on their way, such as those of trackers. They are ignored. */
const ANY_QUERY = z.looseObject({});

const isOpen = (rule: RouteRule) => rule.accepts.every((kind) => kind === 'none');

const CREDENTIAL_DESCRIPTIONS: Record<CredentialKind, string> = {
  user: 'a user token (from login)',
  key: 'an API key of the project (header x-api-key)',
  widget: 'a widget token of the project',
};

function acceptedCredential(rule: RouteRule, context: RequestContext): Credential | null {
  const { credential, credentialError } = context.state;
  if (isOpen(rule)) return null;
  if (credentialError) throw credentialError;
  if (credential === null) {
    if (rule.accepts.includes('none')) return null;
    throw errors.missingCredentials();
  }
  if (credential.kind === 'widget' && credential.expired && !rule.acceptsExpired) throw errors.tokenExpired();
  if (!rule.accepts.includes(credential.kind)) {
    const kinds = rule.accepts.flatMap((kind) => (kind === 'none' ? [] : [CREDENTIAL_DESCRIPTIONS[kind]]));
    throw errors.wrongCredential(kinds.join(' or '));
  }
  if (credential.kind === 'widget' && credential.origin !== null) requireOrigin(context, credential.origin);
  if (credential.kind === 'key' && !(rule.scope && credential.scopes.includes(rule.scope))) {
    throw errors.insufficientScope(rule.scope ?? 'none');
  }
  return credential.kind === 'user' && rule.role ? { ...credential, needs: rule.role } : credential;
}

/**
 * Refuses a token that is bound to another origin. Browsers send no `Origin` with a GET to the page's own server, such as that of
 * the console. Chat and renewal also ask whether the project lists the origin (services/origins.ts).
 */
function requireOrigin(context: RequestContext, bound: string): void {
  const origin = originOf(context);
  const mayLackOne = context.method === 'GET' || context.method === 'HEAD';
  if (origin !== bound && !(origin === null && mayLackOne)) throw errors.originNotAllowed();
}

function validate(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { first, total } = fieldErrors(result.error);
  throw errors.invalidRequest(first, total);
}

/** Aborts when the client leaves. Ending an answer is work, so if many clients leave at once, they are handled in portions. */
function createLeaveSignal(context: RequestContext, schedule: ReturnType<typeof createFairScheduler>): AbortSignal {
  const controller = new AbortController();
  context.res.once('close', () => {
    if (!context.res.writableFinished) schedule(() => controller.abort());
  });
  return controller.signal;
}

function send(context: RequestContext, answer: Answer): void {
  context.status = answer.status;
  if (answer.file) context.attachment(answer.file.name, { type: answer.file.shown ? 'inline' : 'attachment' });
  if (answer.type) context.type = answer.type;
  if (answer.about !== undefined) context.state.about = answer.about;
  context.set(answer.headers ?? {});
  context.body = answer.body;
  // The client's copy is current.
  if (answer.headers?.etag && context.fresh) context.status = 304;
}
