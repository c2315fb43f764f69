import type { ModelCheck } from '@footnote/sdk/contract';
import { proveThatItWorks } from '../../answering/probing/try-model.ts';
import type { Env } from '../../config/env.ts';
import { type Finding, findings } from '../../diagnosis/finding.ts';
import type { GenerationModel, Model } from '../../engines/catalogue/model-types.ts';
import { askContextLength } from '../../engines/openai/context-length.ts';
import { explainFailure } from '../../engines/openai/explain-failure.ts';
import { reachOf, servedAddress } from '../../engines/selection/chosen-server.ts';
import { chooseGenerator } from '../../engines/selection/create-engines.ts';
import { type AnswererChoice, answererChoice } from '../../engines/selection/resolve-engine.ts';
import type { Generator } from '../../engines/types.ts';
import { examineModel } from '../../evaluation/examine-model.ts';
import { examinedFile, examinedServer } from '../../evaluation/examined-model.ts';
import { findCheck } from '../../evaluation/kept-checks.ts';
import { createLog } from '../../platform/log.ts';
import { commandLine } from '../../platform/program/command-line.ts';
import { readSecret } from '../../store/open-store.ts';

/**
 * Says what the model that answers can do. One on a server is examined, unless it was; one on this machine is not asked: beside a
 * running server, it would be loaded a second time.
 */
export async function checkAnswerer(env: Env, catalogue: Model[], signal: AbortSignal): Promise<Finding[]> {
  const choice = await answererChoice(env, catalogue).catch(() => null);
  switch (choice?.engine) {
    case 'llama':
      return checkFile(env, choice.model);
    case 'openai':
      return checkServer(env, catalogue, choice, signal);
    default:
      return [];
  }
}

async function checkFile(env: Env, model: GenerationModel): Promise<Finding[]> {
  const check = await findCheck(env.dataDir, examinedFile(model));
  if (check !== null) return [describeCheck(model.name, check)];
  const { warning } = findings('citations');
  const advice = `Examine it, best while the server does not run: ${commandLine(`models examine ${model.name}`)}`;
  return [
    warning(`${model.name} has not been examined: whether it cites and follows instructions is not known.`, advice),
  ];
}

async function checkServer(
  env: Env,
  catalogue: Model[],
  choice: Extract<AnswererChoice, { engine: 'openai' }>,
  signal: AbortSignal,
): Promise<Finding[]> {
  const { problem } = findings('answerer');
  const log = createLog(() => undefined);
  const secret = () => readSecret(env);
  const address = await servedAddress(env, choice.server, secret, log);
  const { model, url } = address;
  if (choice.server?.key && address.apiKey === null) {
    return [
      problem(
        `The stored key of ${url} cannot be read, because the secret of this server has changed.`,
        'Enter the key again in the console, under Models.',
      ),
    ];
  }
  try {
    const generator = await chooseGenerator(env, catalogue, log, secret);
    if (generator === null) return [];
    const contextTokens = async () => env.answererContext ?? (await askContextLength(address));
    const check = await checkOf(generator, env, { model, url, contextTokens, signal });
    return [describeModel({ model, url }, check), describeCheck(model, check)];
  } catch (error) {
    signal.throwIfAborted();
    const explained = explainFailure(error, address, reachOf(env)) as Error;
    return [problem(explained.message, advice(choice))];
  }
}

interface Served {
  model: string;
  url: string;
  contextTokens: () => Promise<number | null>;
  signal: AbortSignal;
}

/** What was kept of it, once it answers; else what it shows now. */
async function checkOf(generator: Generator, { dataDir }: Env, served: Served): Promise<ModelCheck> {
  const { contextTokens, signal } = served;
  const examined = examinedServer(served);
  const kept = await findCheck(dataDir, examined);
  if (kept === null) return examineModel(examined, generator, { dataDir, contextTokens, signal });
  await proveThatItWorks(generator, signal);
  return kept;
}

const advice = ({ server }: Extract<AnswererChoice, { engine: 'openai' }>): string =>
  server === null
    ? 'Check ANSWERER_URL, ANSWERER_API_KEY and ANSWERER_MODEL.'
    : 'Change it in the console, under Models.';

function describeModel({ model, url }: Pick<Served, 'model' | 'url'>, check: ModelCheck): Finding {
  const { streams, context_tokens: context, prompt_tokens } = check;
  const { ok, warning } = findings('answerer');
  const known =
    context === null
      ? 'its server does not tell the context length: ANSWERER_CONTEXT can'
      : `its context has ${context.toLocaleString('en')} tokens`;
  const found = `${model} at ${url} answers; ${known}. Prompts may have ${prompt_tokens.toLocaleString('en')} tokens`;
  if (streams) return ok(`${found}. It streams.`);
  return warning(`${found}. Its answers come all at once.`, 'Check whether a proxy before the model server buffers.');
}

function describeCheck(model: string, { examined_at, summary, findings: found, probes }: ModelCheck): Finding {
  const { ok, warning } = findings('citations');
  const right = probes.filter(({ verdict }) => verdict === 'right').length;
  const count = `${model} was examined on ${examined_at.slice(0, 10)}: ${right} of ${probes.length} answers are as they should be.`;
  const faults = found.filter((each) => !each.ok).map(({ sentence }) => sentence);
  if (faults.length === 0) return ok([count, ...found.map(({ sentence }) => sentence)].join(' '));
  return warning([count, ...faults].join(' '), summary);
}
