import type { OpenApiParts } from './openapi.ts';

/** The introduction to the API reference. */
export const introduction = (perMinute: Record<'general' | 'chat' | 'search' | 'ingestion', number>) =>
  `A chatbot for your documents. Register, create a project, add sources, and ask questions. An answer cites the passages that it rests on by number.

Requests and responses are JSON in UTF-8. Times are in RFC 3339 format and UTC. Ids are opaque. An unknown field in a request is an error. Responses may gain fields, so ignore fields that you do not know.

Rate limits apply to any 60 seconds: ${limit(perMinute.general, 'requests')} per credential (per address without one), ${limit(perMinute.chat, 'questions')} per key or visitor, ${limit(perMinute.search, 'searches')} per key or visitor, ${limit(perMinute.ingestion, 'new sources')} per project. A 429 response says in \`Retry-After\` when to try again.`;

const limit = (perMinute: number, what: string) => (perMinute === 0 ? `unlimited ${what}` : `${perMinute} ${what}`);

export const tags: OpenApiParts['tags'] = [
  { name: 'Accounts', description: 'People who own projects, or work on them.' },
  { name: 'Projects', description: 'The sources, settings and conversations of one chat.' },
  { name: 'Members', description: 'The people who work on a project.' },
  { name: 'API keys', description: 'Credentials for servers and scripts. Each belongs to one project.' },
  { name: 'Sources', description: 'The documents of a project.' },
  { name: 'Search', description: 'Passages without an answer.' },
  { name: 'MCP', description: 'The same for agents.' },
  { name: 'Chat', description: 'Questions, and answers with citations.' },
  { name: 'Conversations', description: 'Questions, answers and feedback.' },
  { name: 'Handovers', description: 'Questions that visitors hand over to a person.' },
  { name: 'Curated answers', description: 'Answers that the owner writes.' },
  { name: 'Golden questions', description: 'Questions that must stay answered.' },
  { name: 'Webhooks', description: 'Messages to your own server when something happens in a project.' },
  { name: 'Widget', description: 'The chat on a web page.' },
  { name: 'Server', description: 'For the operator of the server.' },
];

export const placeholders: OpenApiParts['placeholders'] = {
  project_id: ['The project’s id.', 'proj_4YHhQ0V2b7c9D1kLmN3pqR'],
  external_id: [
    'The name of a source that its owner has given: 1 to 500 characters, which may be a path with slashes.',
    'guide/install.md',
  ],
  source_id: ['The source’s id.', 'src_4YHhQ0V2b7c9D1kLmN3pqR'],
  user_id: ['The id of the account.', 'usr_4YHhQ0V2b7c9D1kLmN3pqR'],
  invitation_id: ['The id of the invitation.', 'inv_4YHhQ0V2b7c9D1kLmN3pqR'],
  session_id: ['The id of the session.', 'ses_4YHhQ0V2b7c9D1kLmN3pqR'],
  key_id: ['The id of the API key.', 'key_4YHhQ0V2b7c9D1kLmN3pqR'],
  conversation_id: ['The conversation’s id.', 'conv_4YHhQ0V2b7c9D1kLmN3pqR'],
  message_id: ['The answer’s id.', 'msg_4YHhQ0V2b7c9D1kLmN3pqR'],
  image: ['The name of a picture of the widget.', 'tq3WSVpT0bzH7hPqmYkUQ1xcE4g.png'],
  kind: ['Which picture: `logo` or `avatar`.', 'logo'],
  handover_id: ['The id of the handover.', 'hov_4YHhQ0V2b7c9D1kLmN3pqR'],
  curated_id: ['The id of the curated answer.', 'cur_4YHhQ0V2b7c9D1kLmN3pqR'],
  golden_id: ['The id of the golden question.', 'gold_4YHhQ0V2b7c9D1kLmN3pqR'],
  check_id: ['The id of the check.', 'check_4YHhQ0V2b7c9D1kLmN3pqR'],
  repository_id: ['The id of the repository.', 'repo_4YHhQ0V2b7c9D1kLmN3pqR'],
  webhook_id: ['The id of the webhook.', 'whk_4YHhQ0V2b7c9D1kLmN3pqR'],
  delivery_id: ['The id of the message.', 'whd_4YHhQ0V2b7c9D1kLmN3pqR'],
  place: ['`folder` or `bucket`.', 'folder'],
  upload: ['The id of the upload.', 'bup_4YHhQ0V2b7c9D1kLmN3pqR'],
  backup: ['The name of the backup’s file.', 'footnote-2026-01-31T030000Z.fnb'],
  ticket: ['The part of a link that lets one download it.', '5mN8…'],
  engine: ['The engine’s name.', 'transformers'],
  model: ['The model’s name.', 'bge-small-en-v1.5'],
  signed: ['The signed part of a citation’s `url`.', 'eyJhbGciOi…'],
  version: ['The widget’s version.', '0.1.0'],
  path: ['The path of a file in the widget’s build.', 'chat.js'],
  file: ['The name of a package’s file.', 'footnote-sdk.tgz'],
};

export const credentials: OpenApiParts['credentials'] = {
  user: {
    name: 'userToken',
    scheme: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'Returned by `POST /v1/auth/login`. Valid for a day, or until `POST /v1/auth/logout`. Gives access to all of the user’s projects.',
    },
  },
  key: {
    name: 'apiKey',
    scheme: {
      type: 'apiKey',
      in: 'header',
      name: 'x-api-key',
      description:
        'Begins with `chat_`. Gives access to the sources, the search and the chat of one project. Use it on servers only, never in a web page.',
    },
  },
  widget: {
    name: 'widgetToken',
    scheme: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'Returned by `POST /v1/tokens/widget`. By default valid for an hour. Gives one visitor access to the search and the chat of one project, from the project’s allowed origins.',
    },
  },
};
