import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { health, readiness, streamPiece } from '../presenters/shapes/common.ts';
import { serverState } from '../presenters/shapes/server.ts';
import { serverModels } from '../presenters/shapes/server-models.ts';
import { setup } from '../presenters/shapes/usage.ts';

const server = { tag: 'Server', decided: true } as const;

/** For those who run the server, and for readers of this very document. */
export const serverOperations: Record<string, OperationDocs> = {
  // In the specification, as are its address and its purpose; its answer is ours.
  'health.retrieve': { tag: 'Server', summary: 'Is the server up?', answers: { 200: health } },
  'setup.retrieve': {
    ...server,
    summary: 'Is there an account yet, and may one be made?',
    description: 'For a page that somebody opens before they have logged in. Needs no credential.',
    answers: { 200: setup },
  },
  'health.ready': {
    ...server,
    summary: 'Can the server do its work?',
    noSdkMethod: 'operator',
    answers: { 200: readiness, 503: readiness },
  },
  'health.stream': {
    ...server,
    summary: 'Do streams pass the proxy?',
    description:
      'Sends four pieces in half a second, each with the address that the server counts this request by. The command `doctor` asks it.',
    noSdkMethod: 'operator',
    answers: {
      200: {
        mediaType: 'text/event-stream',
        description: 'Server-sent events, closed by `[DONE]`.',
        lines: streamPiece,
      },
    },
  },
  'server.retrieve': {
    ...server,
    summary: 'How is the whole server?',
    description:
      'Version, memory, disk, queues, engines and the last backup, with what is not well and what to do about it. For the operator, whose account is the first of the server.',
    answers: { 200: serverState },
  },
  'server-models.retrieve': {
    ...server,
    summary: 'What runs, and which models there are',
    description: 'For the operator alone, as everything about models: the account that was made first.',
    answers: { 200: serverModels },
  },
  'server-models.pull': {
    ...server,
    summary: 'Download a model',
    description:
      'Or go on where an earlier download stopped. Every byte is held against what is pinned. Downloads are made one after the other.',
    answers: { 202: serverModels },
  },
  'server-models.cancel': {
    ...server,
    summary: 'End a download',
    description: 'What has arrived is kept for the next.',
    answers: { 200: serverModels },
  },
  'server-models.use': {
    ...server,
    summary: 'Take a model into use',
    description:
      'At once, and at every start from now on. `builtin` and `extractive` stand for what needs no model. After a change of what makes the vectors, all documents are read again in the background, and questions are answered as before until that is done.',
    answers: { 200: serverModels },
  },
  'documentation.openapi': {
    ...server,
    summary: 'This document',
    noSdkMethod: 'page',
    answers: { 200: { mediaType: 'application/json', description: 'The API as an OpenAPI 3.1 document.' }, 304: null },
  },
  'documentation.page': {
    ...server,
    summary: 'This document, for people',
    noSdkMethod: 'page',
    answers: { 200: { mediaType: 'text/html', description: 'A page without scripts.' }, 304: null },
  },
  'metrics.retrieve': {
    ...server,
    summary: 'Counters and gauges for Prometheus',
    description:
      'Where `METRICS_TOKEN` is set, send it as `Authorization: Bearer …`. Where it is not, only the machine itself may ask, and everybody else gets a 404.',
    noSdkMethod: 'operator',
    answers: {
      200: {
        mediaType: 'text/plain',
        description: 'The Prometheus text format, version 0.0.4.',
        example: '# TYPE footnote_questions_total counter\nfootnote_questions_total{outcome="answered"} 128\n',
      },
    },
  },
};
