import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { health, readiness, streamPiece } from '../presenters/shapes/common.ts';
import { restarting, serverState } from '../presenters/shapes/server.ts';
import {
  foundServers,
  modelCheck,
  modelTrial,
  servedModels,
  serverModels,
} from '../presenters/shapes/server-models.ts';
import { setup } from '../presenters/shapes/usage.ts';

const server = { tag: 'Server' } as const;

const anyway = ['Whether it is used without an examination, and also if it was found unfit.', false] as const;
const servedInput = {
  url: [
    'The address of the server. What belongs to the address of its API may be missing.',
    'http://gpu.example.com:11434/v1',
  ],
  api_key: [
    'Its key; `null` for a server without keys. If it is absent, the stored key is used, but only for the origin that it was entered with.',
    'sk-proj-4YHhQ0V2b7c9D1k',
  ],
  model: ['The model’s name.', 'qwen3:8b'],
} as const;

/** Operations for the operator of the server, and for the documentation itself. */
export const serverOperations: Record<string, OperationDocs> = {
  'health.retrieve': { tag: 'Server', summary: 'Check that the server is up', answers: { 200: health } },
  'setup.retrieve': {
    ...server,
    summary: 'Check whether accounts exist and registration is open',
    description: 'For pages shown before login. Needs no credential.',
    answers: { 200: setup },
  },
  'health.ready': {
    ...server,
    summary: 'Check that the server is ready',
    description:
      'Its status is 200 also while its disk is `low`: a server that answers questions stays in the load balancer. Read the part `disk` to tell the operator.',
    noSdkMethod: 'operator',
    answers: { 200: readiness, 503: readiness },
  },
  'health.stream': {
    ...server,
    summary: 'Check that the proxy passes streams on',
    description:
      'Sends four events within half a second. Each contains the client address that the server uses for rate limits. The command `doctor` calls it.',
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
    summary: 'Retrieve the state of the server',
    description:
      'Version, memory, disk, queues, engines and the last backup, with problems and how to solve them. Only for the operator, by default the first account of the server.',
    answers: { 200: serverState },
  },
  'server.restart': {
    ...server,
    summary: 'Restart the server',
    description:
      'For a planned restore, or to load what was replaced. The process finishes its requests and ends with exit code 75; its supervisor starts it again, which `SUPERVISED=1` says there is (`not_supervised`). Needs a password that was given within the last ten minutes. Only for the operator.',
    answers: { 202: restarting },
  },
  'server-models.retrieve': {
    ...server,
    summary: 'List the models and the running engines',
    description: 'Only for the operator, by default the first account of the server.',
    answers: { 200: serverModels },
  },
  'server-models.pull': {
    ...server,
    summary: 'Download a model',
    description:
      'Resumes an earlier download. Every file is checked against a pinned hash. Downloads run one after another. Only for the operator.',
    answers: { 202: serverModels },
  },
  'server-models.cancel': {
    ...server,
    summary: 'Cancel a download',
    description: 'The next download of the model resumes where this one stopped. Only for the operator.',
    answers: { 200: serverModels },
  },
  'server-models.use': {
    ...server,
    summary: 'Switch to a model',
    description:
      'Takes effect at once and at every later start. `builtin` and `extractive` name the engines that need no model. After a change of the embedder, all documents are embedded again in the background. Until that is done, questions are answered with the previous embedder. A model that writes answers is examined first, unless its file was: it is asked six questions with known answers, which may take minutes, and refused (`model_unfit`) if answering by quotation is better. `examining` of the list shows the progress. It ends when the request is ended, and nothing changes then. Only for the operator.',
    input: { anyway },
    answers: { 200: serverModels },
  },
  'server-engines.add': {
    ...server,
    summary: 'Add an engine',
    description:
      'What runs models on the server’s machine, or reads text from pictures. npm installs it from the registry that it is set to, without running a script of a package, and every file is compared with its pinned checksum. One that is damaged or of another version is replaced. Engines are added one at a time; `adding` of the list shows the progress, and `error` why it failed. Needs a password that was given within the last ten minutes. Only for the operator.',
    input: {
      gpu: ['The build for a graphics card; without it, models run on the processor.', null],
      languages: [
        'The languages of text recognition; by default those that are there, else German and English.',
        ['eng', 'fra'],
      ],
    },
    answers: { 202: serverModels },
  },
  'server-engines.cancel': {
    ...server,
    summary: 'Stop adding an engine',
    description: 'Nothing of it is kept; one that was there before stays. Only for the operator.',
    answers: { 200: serverModels },
  },
  'server-engines.remove': {
    ...server,
    summary: 'Remove an engine',
    description:
      'Is refused with `engine_in_use` while a model in use needs it. Needs a password that was given within the last ten minutes. Only for the operator.',
    answers: { 200: serverModels },
  },
  'model-server.find': {
    ...server,
    summary: 'Look for model servers on this machine',
    description: 'Asks Ollama at its usual port, for at most a second. Only for the operator.',
    answers: { 200: foundServers },
  },
  'model-server.models': {
    ...server,
    summary: 'List the models of a server',
    description:
      'Asks a server that speaks OpenAI’s protocol. It may be on the internet, in the private network or on the same machine. Only for the operator.',
    input: { url: servedInput.url, api_key: servedInput.api_key },
    answers: { 200: servedModels },
  },
  'model-server.try': {
    ...server,
    summary: 'Ask a model one question',
    description: 'Without passages, to see that it answers and how fast. Nothing is stored. Only for the operator.',
    input: { ...servedInput, question: ['What to ask.', 'What is a citation?'] },
    answers: { 200: modelTrial },
  },
  'model-server.check': {
    ...server,
    summary: 'Check what a model can do',
    description:
      'Examines it: asks it six built-in questions about a few passages, with the prompt of real questions. They find out whether it cites by number, keeps numbers and commands, refuses where no passage answers, answers in the language of the question, and does not obey orders that stand in a passage. The result is kept (`checks` of `GET /v1/server/models`), and `npx footnote doctor` shows it. Only for the operator.',
    input: servedInput,
    answers: { 200: modelCheck },
  },
  'model-server.use': {
    ...server,
    summary: 'Switch to a model on a server',
    description:
      'Takes effect at once and at every later start, if the model answers. It is examined first, unless it has been (`POST /v1/server/model-server/check`), and refused (`model_unfit`) if answering by quotation is better. Answers that run or wait are still written by the previous engine. The key is stored encrypted. Only for the operator.',
    input: { ...servedInput, anyway },
    answers: { 200: serverModels },
  },
  'model-server.forget': {
    ...server,
    summary: 'Remove the chosen server and its key',
    description: 'If it is in use, answers come without a model from now on. Only for the operator.',
    answers: { 200: serverModels },
  },
  'documentation.openapi': {
    ...server,
    summary: 'Retrieve this document as OpenAPI',
    noSdkMethod: 'page',
    answers: { 200: { mediaType: 'application/json', description: 'The API as an OpenAPI 3.1 document.' }, 304: null },
  },
  'documentation.page': {
    ...server,
    summary: 'Read this document in a browser',
    noSdkMethod: 'page',
    answers: { 200: { mediaType: 'text/html', description: 'A page without scripts.' }, 304: null },
  },
  'metrics.retrieve': {
    ...server,
    summary: 'Retrieve metrics for Prometheus',
    description:
      'If `METRICS_TOKEN` is set, send it as `Authorization: Bearer …`. If it is not set, only requests from the same machine are answered. All others get a 404.',
    noSdkMethod: 'operator',
    answers: {
      200: {
        mediaType: 'text/plain',
        description: 'Metrics in the Prometheus text format, version 0.0.4.',
        example: '# TYPE footnote_questions_total counter\nfootnote_questions_total{outcome="answered"} 128\n',
      },
    },
  },
};
