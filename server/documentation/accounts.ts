import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { accessToken, apiKey, createdApiKey, loggedOut, user } from '../presenters/shapes/accounts.ts';
import { deleted, listOf } from '../presenters/shapes/common.ts';
import { paging } from './paging.ts';

const email = ['The account’s e-mail address.', 'ada@example.com'] as const;

/** Accounts and API keys. */
export const accountOperations: Record<string, OperationDocs> = {
  'auth.register': {
    tag: 'Accounts',
    summary: 'Make an account',
    description: 'Needs no credential. On a server that is closed to the public, only the first account can be made.',
    input: {
      email,
      password: ['8 to 128 characters; any will do.', 'correct horse battery'],
      name: ['The person’s name.', 'Ada Lovelace'],
    },
    answers: { 201: user },
  },
  'auth.login': {
    tag: 'Accounts',
    summary: 'Get a user token',
    description:
      'Needs no credential. Repeated failures slow down: 429 with the code `login_throttled`. An address that the account has logged in from before is slowed down only by its own failures at this account.',
    input: { email, password: ['The account’s password.', 'correct horse battery'] },
    answers: { 200: accessToken },
  },
  'auth.logout': {
    tag: 'Accounts',
    summary: 'Revoke the user token that is sent',
    input: {},
    answers: { 200: loggedOut },
  },
  'auth.me': { tag: 'Accounts', summary: 'Read your account', decided: true, answers: { 200: user } },
  'auth.update-me': {
    tag: 'Accounts',
    summary: 'Change your name or your password',
    description:
      'What is absent stays. A new password needs the current one, and revokes every other user token of the account.',
    decided: true,
    input: {
      name: ['1 to 100 characters.', 'Ada King'],
      password: ['The new password: 8 to 128 characters; any will do.', 'battery staple horse'],
      current_password: ['The password until now; needed for a new one.', 'correct horse battery'],
    },
    answers: { 200: user },
  },
  'auth.delete-me': {
    tag: 'Accounts',
    summary: 'Delete your account',
    description: 'With its projects and everything in them, for good.',
    decided: true,
    input: { current_password: ['The account’s password.', 'correct horse battery'] },
    answers: { 200: deleted },
  },
  'api-keys.create': {
    tag: 'API keys',
    summary: 'Make an API key',
    description: 'The answer is the only one that holds the key.',
    decided: true,
    input: { name: ['What the key is for.', 'Website backend'] },
    answers: { 201: createdApiKey },
  },
  'api-keys.list': {
    tag: 'API keys',
    summary: 'List the API keys of a project',
    decided: true,
    input: paging,
    answers: { 200: listOf(apiKey, 'ApiKeyList') },
  },
  'api-keys.delete': {
    tag: 'API keys',
    summary: 'Revoke an API key',
    decided: true,
    answers: { 200: deleted },
  },
};
