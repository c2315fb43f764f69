import type { OpenApiParts } from '../http/openapi/openapi.ts';

/** What a reader should know before the first call. */
export const introduction = (perMinute: Record<'general' | 'chat' | 'ingestion', number>) =>
  `A chatbot for your documents. Register, make a project, add sources, and ask: an answer cites the passages that it was made of by number.

JSON in and out, UTF-8, times in RFC 3339 UTC. Ids are opaque. Bodies are strict: an unknown field is refused by name. Answers may grow, so ignore what you do not know.

Limits hold for any 60 seconds: ${limit(perMinute.general, 'requests')} for each credential (for each address without one), ${limit(perMinute.chat, 'questions')} for each key or visitor, ${limit(perMinute.ingestion, 'new sources')} for each project. A 429 says in \`Retry-After\` when to come back.

What is marked as our own (\`x-footnote-decision\`) is not in the interface specification that Footnote follows, but what Footnote does where that says nothing.`;

const limit = (perMinute: number, what: string) => (perMinute === 0 ? `unlimited ${what}` : `${perMinute} ${what}`);

export const tags: OpenApiParts['tags'] = [
  { name: 'Accounts', description: 'People who own projects.' },
  { name: 'Projects', description: 'What a chat answers from, and how it behaves.' },
  { name: 'API keys', description: 'Credentials for servers and scripts. Each belongs to one project.' },
  { name: 'Sources', description: 'The documents of a project.' },
  { name: 'Chat', description: 'Questions, and answers with citations.' },
  { name: 'Conversations', description: 'What was asked and answered, and what readers think of it.' },
  { name: 'Widget', description: 'What the chat on a web page needs.' },
  { name: 'Server', description: 'For those who run it.' },
];

export const placeholders: OpenApiParts['placeholders'] = {
  project_id: ['The project’s id.', 'proj_4YHhQ0V2b7c9D1kLmN3pqR'],
  source_id: ['The source’s id.', 'src_4YHhQ0V2b7c9D1kLmN3pqR'],
  key_id: ['The id of the API key.', 'key_4YHhQ0V2b7c9D1kLmN3pqR'],
  conversation_id: ['The conversation’s id.', 'conv_4YHhQ0V2b7c9D1kLmN3pqR'],
  message_id: ['The answer’s id.', 'msg_4YHhQ0V2b7c9D1kLmN3pqR'],
  model: ['The model’s name.', 'bge-small-en-v1.5'],
  signed: ['From a citation’s `url`.', 'eyJhbGciOi…'],
  version: ['The widget’s version.', '0.1.0'],
  path: ['A file of the widget’s build.', 'chat.js'],
};

export const credentials: OpenApiParts['credentials'] = {
  user: {
    name: 'userToken',
    scheme: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'From `POST /v1/auth/login`, for a day, or until `POST /v1/auth/logout`. Opens all of the user’s projects.',
    },
  },
  key: {
    name: 'apiKey',
    scheme: {
      type: 'apiKey',
      in: 'header',
      name: 'x-api-key',
      description: 'Begins with `chat_`. Opens the sources and the chat of one project. For servers: never in a page.',
    },
  },
  widget: {
    name: 'widgetToken',
    scheme: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'From `POST /v1/tokens/widget`, for an hour. Opens the chat of one project to one visitor, from its allowed origins.',
    },
  },
};
