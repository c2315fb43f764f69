import type { OperationWords } from '../http/openapi-types.ts';
import { widgetToken } from '../presenters/shapes/accounts.ts';
import { chatAnswer } from '../presenters/shapes/chat.ts';

const chat: OperationWords = {
  tag: 'Chat',
  summary: 'Ask a question',
  description:
    'What the sources do not say is not answered: then `response` says so in the question’s language, and `citations` is empty.',
  input: {
    query: ['The question: 1 to 4000 characters.', 'How long is the warranty?'],
    conversation_id: ['From an earlier answer, to ask on; absent for a new conversation.', null],
    stream: ['Send the answer as it is written.', false],
  },
  answers: { 200: chatAnswer },
};

/** Questions and answers, and what a page needs to ask. */
export const chatWords: Record<string, OperationWords> = {
  'chat.create': chat,
  'chat.create-alias': {
    ...chat,
    summary: 'Ask a question of the credential’s own project',
    decided: true,
    apart: 'alias',
  },
  'widget-tokens.create': {
    tag: 'Widget',
    summary: 'Get a token for a visitor’s browser',
    description:
      'With an API key from your backend; as the owner, with `project_id`; from a page on an allowed origin of a `public` project, with `project_id` and nothing else; or with a widget token, which is renewed for the same visitor.',
    decidedInput: ['project_id', 'origin', 'visitor_id', 'expires_in'],
    input: {
      project_id: ['The project; an API key or a widget token belongs to one already.', 'proj_4YHhQ0V2b7c9D1kLmN3pqR'],
      origin: ['Binds the token to one of the project’s allowed origins.', 'https://docs.example.com'],
      visitor_id: ['Your own name for the visitor. Only with an API key or as the owner.', 'customer-42'],
      expires_in: ['Seconds, 60 to 86400.', 3600],
    },
    answers: { 200: widgetToken },
  },
  'passages.retrieve': {
    tag: 'Chat',
    summary: 'See a cited passage in its surroundings',
    description: 'The link is signed, and is its own credential for a limited time.',
    decided: true,
    apart: 'page',
    answers: { 200: { mediaType: 'text/html', description: 'A page without scripts, with the quoted words marked.' } },
  },
  'widget-assets.current': {
    tag: 'Widget',
    summary: 'The widget’s script, as it is now',
    decided: true,
    apart: 'page',
    answers: { 200: { mediaType: 'text/javascript', description: 'The script that a page includes.' }, 304: null },
  },
  'widget-assets.versioned': {
    tag: 'Widget',
    summary: 'A file of the widget, for ever',
    decided: true,
    apart: 'page',
    answers: { 200: { mediaType: '*/*', description: 'The file, which never changes.' }, 304: null },
  },
};
