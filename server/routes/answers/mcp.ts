import { Readable } from 'node:stream';
import type { SearchFilter } from '@footnote/sdk/contract';
import { z } from 'zod';
import { toAnswer } from '../../answering/output/to-answer.ts';
import type { Answer } from '../../http/guard.ts';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { answerMessage, MCP_HEADERS } from '../../mcp/answer-message.ts';
import type { DocsTools } from '../../mcp/docs-tools.ts';
import { errorBody } from '../../presenters/common.ts';
import { presentSearchResult } from '../../presenters/search.ts';
import { field, named } from '../../presenters/shape.ts';
import type { KeyCredential, WidgetCredential } from '../../services/access/credentials.ts';
import type { WidgetTokenService } from '../../services/access/widget-tokens.ts';
import type { ChatService } from '../../services/answers/chat.ts';
import type { PassageService } from '../../services/answers/passages.ts';
import type { SearchService } from '../../services/answers/search.ts';
import { citationPresenter, linkTo } from './cited.ts';
import { searchFilter } from './search-filter.ts';

interface McpRouteDeps {
  search: SearchService;
  chat: ChatService;
  passages: PassageService;
  widgetTokens: WidgetTokenService;
  version: string;
  /** Called with an error that no client is told about. */
  reportError: (error: unknown) => void;
}

const message = named(
  'McpMessage',
  'A message of the Model Context Protocol (JSON-RPC 2.0).',
  z.looseObject({
    jsonrpc: field(z.literal('2.0'), 'Always `2.0`.'),
    method: field(z.string().max(200), 'What is asked for, such as `tools/call`.', 'tools/list'),
  }),
);

/** Messages with it are of the revision 2026-07-28 or later. */
const VERSION_OF_MESSAGE = 'io.modelcontextprotocol/protocolVersion';

const inBatch = message
  .extend({ params: z.looseObject({ _meta: z.looseObject({}).optional() }).optional() })
  .refine(
    ({ method, params }) => method !== 'initialize' && params?._meta?.[VERSION_OF_MESSAGE] === undefined,
    'must be sent by itself: only the revision 2025-03-26 has batches, after its `initialize`',
  );

/** Clients of the revision 2025-03-26 may send several at once. */
const messages = z.union([message, z.array(inBatch).min(1).max(100)]);

/** What the tools are asked as, and by whom. */
interface Asker {
  credential: KeyCredential | WidgetCredential;
  projectId: string;
  origin: string | null;
  address: string;
  signal: AbortSignal;
}

/** Tools for agents: the Model Context Protocol over streamable HTTP, without sessions. */
export function mcpRoutes(deps: McpRouteDeps): Routes {
  const routes = createRoutes('/v1/projects/:project_id');

  routes.post(
    '/mcp',
    {
      name: 'mcp.call',
      resource: null,
      accepts: ['none', 'key'],
      scope: 'ask',
      limit: 'chat',
      keyAsBearer: true,
      tag: 'MCP',
      summary: 'Call a tool over the Model Context Protocol',
      description:
        'An endpoint for agents: the Model Context Protocol over streamable HTTP, in the revision 2026-07-28 and those before it. Add its address to a client of the protocol instead of calling it yourself. Its tools are `search_docs`, `get_passage` and `ask`. It keeps no sessions. A project whose widget is public needs no credential; any other needs an API key, also as a bearer token. Messages count as questions for the rate limit. Clients of the revision 2025-03-26 may send up to 100 messages as an array, of which one may call a tool; they are answered with an array.',
      sdk: 'mcp',
      body: messages,
      bodySize: 'small',
      answers: {
        200: [
          {
            mediaType: 'application/json',
            description: 'The reply, a JSON-RPC message; to an array, an array of replies.',
          },
          { mediaType: 'text/event-stream', description: 'The same as a server-sent event.' },
        ],
        202: null,
      },
      fails: [404],
    },
    async ({ credential, param, origin, address, signal, header, takes, body }) => {
      const projectId = param('project_id');
      // Decided before anything of the protocol is answered, so that a client learns at once that it may not ask.
      const { project, credential: caller } = await deps.widgetTokens.agent(credential, projectId, {
        address,
        origin,
      });
      const asker = { credential: caller, projectId, origin, address, signal };
      const headers = Object.fromEntries(MCP_HEADERS.flatMap((name) => (header(name) ? [[name, header(name)]] : [])));
      const { name } = project;
      const tools = createTools(deps, asker);
      return toAnswerOf(
        await answerMessage(body, headers, signal, {
          name,
          version: deps.version,
          tools,
          filter: searchFilter,
          onError: deps.reportError,
          takesStream: takes('text/event-stream'),
        }),
      );
    },
  );

  // The protocol's own status, where there are neither server messages nor sessions.
  const refused = { detail: 'Only POST is answered here: there are no sessions.', code: 'method_not_allowed' };
  const rule = {
    tag: 'MCP',
    accepts: ['none'],
    limit: 'general',
    summary: 'Refused: there are no sessions',
    sdk: 'mcp',
    resource: null,
    answers: { 405: errorBody },
  } as const;
  const refuse = () => ({ status: 405, body: refused, headers: { allow: 'POST' } }) as const;
  routes.get('/mcp', { ...rule, name: 'mcp.stream' }, refuse);
  routes.delete('/mcp', { ...rule, name: 'mcp.end' }, refuse);

  return routes;
}

/** Statuses that the API does not answer with are 400, as everywhere else in it. The protocol has failures of its own shape. */
function toAnswerOf({ status, headers, body }: Response): Answer<200 | 202> {
  return {
    status: ([200, 202, 404].includes(status) ? status : status >= 500 ? 500 : 400) as 200 | 202,
    // An answer that takes long comes as a stream, which keeps the connection alive.
    body: body === null ? '' : Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
    type: headers.get('content-type') ?? 'application/json',
    headers: { 'cache-control': 'no-store' },
  };
}

function createTools({ search, chat, passages }: McpRouteDeps, asker: Asker): DocsTools<SearchFilter> {
  const { projectId, signal } = asker;
  return {
    async search(input) {
      const { found, noSources, corrected } = await search.search({ ...asker, ...input, typing: false, signal });
      const link = linkTo(passages, projectId);
      return {
        results: found.map((one) => {
          const { id, title, heading, page, text, url } = presentSearchResult(one, link(one), null);
          return { id, title, heading, page, text, url };
        }),
        ...(noSources !== null && { reason: noSources }),
        ...(corrected !== null && { searched_for: corrected.query }),
      };
    },

    async passage({ id, around }) {
      const { passage, around: rows } = await search.passage({ ...asker, id, around });
      const best = { start: 0, end: passage.text.length };
      const url = linkTo(passages, projectId)({ passage: { ...passage, chunkId: passage.id }, best });
      const { title, headings, page, text } = passage;
      const textOf = (wanted: (seq: number) => boolean) =>
        rows.filter(({ seq }) => wanted(seq)).map((row) => ({ id: row.id, text: row.text }));
      return {
        id,
        title,
        heading: headings.join(' › '),
        page: page ?? undefined,
        url,
        before: textOf((seq) => seq < passage.seq),
        text,
        after: textOf((seq) => seq > passage.seq),
      };
    },

    async ask({ question, filter, conversation_id }) {
      const turn = await chat.ask({
        ...asker,
        query: question.trim(),
        filter,
        conversationId: conversation_id ?? null,
        history: null,
      });
      const answer = await toAnswer(turn.events);
      const citation = citationPresenter(passages, projectId);
      return {
        answer: answer.text,
        citations: answer.citations.map((cited) => {
          const { id, title, heading, page, quote, url } = citation(cited);
          return { id, title, heading, page, quote, url };
        }),
        finish_reason: answer.finishReason,
        ...(answer.noSources && { reason: answer.noSources }),
        ...(answer.corrected && { answered_question: answer.corrected.query }),
        ...(answer.curated && { written_by_owner: true, links: answer.curated.links }),
        ...(answer.kept === false && { kept: answer.kept }),
        conversation_id: turn.conversationId,
      };
    },
  };
}
