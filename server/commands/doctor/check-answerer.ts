import { isUnfit, type ModelAbilities, type ProbeVerdict, probeModel } from '../../answering/probing/probe-model.ts';
import type { Env } from '../../config/env.ts';
import { type Finding, findings } from '../../diagnosis/finding.ts';
import type { Model } from '../../engines/catalogue/model-types.ts';
import { askContextLength } from '../../engines/openai/context-length.ts';
import { explainFailure } from '../../engines/openai/explain-failure.ts';
import { reachOf, servedAddress } from '../../engines/selection/chosen-server.ts';
import { chooseGenerator } from '../../engines/selection/create-engines.ts';
import { type AnswererChoice, answererChoice } from '../../engines/selection/resolve-engine.ts';
import { createLog } from '../../platform/log.ts';
import { readSecret } from '../../store/open-store.ts';

/** A model on a machine without a GPU may take a minute for each question. */
const TIMEOUT_MS = 300_000;

const VERDICTS: Record<ProbeVerdict, string> = {
  right: 'right',
  uncited: 'right, but without a citation',
  wrong_citation: 'right, but with the citation of another passage',
  wrong: 'wrong',
  refused: 'refused, although a passage answers',
  invented: 'answered, although no passage does',
  echoed: 'answered with its instructions',
  empty: 'answered with nothing',
};

/**
 * Asks the model that answers what it can do, if it is on a server. A model on this machine is not asked: beside a running
 * server, it would be loaded a second time.
 */
export async function checkAnswerer(env: Env, catalogue: Model[], signal: AbortSignal): Promise<Finding[]> {
  const choice = await answererChoice(env, catalogue).catch(() => null);
  if (choice?.engine !== 'openai') return [];
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
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const generator = await chooseGenerator(env, catalogue, log, secret);
    if (generator === null) return [];
    const abilities = await probeModel(generator, AbortSignal.any([signal, limit]));
    const context = env.answererContext ?? (await askContextLength(address));
    return [describeModel({ model, url, context }, abilities), describeFormat(abilities)];
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) {
      return [problem(`${model} at ${url} did not answer three questions in five minutes.`, 'Choose a faster model.')];
    }
    const explained = explainFailure(error, address, reachOf(env)) as Error;
    return [problem(explained.message, advice(choice))];
  }
}

const advice = ({ server }: Extract<AnswererChoice, { engine: 'openai' }>): string =>
  server === null
    ? 'Check ANSWERER_URL, ANSWERER_API_KEY and ANSWERER_MODEL.'
    : 'Change it in the console, under Models.';

function describeModel(
  { model, url, context }: { model: string; url: string; context: number | null },
  { streams, promptTokens }: ModelAbilities,
): Finding {
  const { ok, warning } = findings('answerer');
  const known =
    context === null
      ? 'its server does not tell the context length: ANSWERER_CONTEXT can'
      : `its context has ${context.toLocaleString('en')} tokens`;
  const found = `${model} at ${url} answers; ${known}. Prompts may have ${promptTokens.toLocaleString('en')} tokens`;
  if (streams) return ok(`${found}. It streams.`);
  return warning(`${found}. Its answers come all at once.`, 'Check whether a proxy before the model server buffers.');
}

function describeFormat({ probes }: ModelAbilities): Finding {
  const { ok, warning } = findings('citations');
  const right = probes.filter(({ verdict }) => verdict === 'right').length;
  const count = `${right} of ${probes.length} built-in questions are answered and cited as they should be`;
  if (right === probes.length) return ok(`${count}.`);
  const faults = probes
    .filter(({ verdict }) => verdict !== 'right')
    .map(({ question, verdict }) => `“${question}” ${VERDICTS[verdict]}`);
  if (isUnfit(probes)) {
    return warning(
      `${count}: ${faults.join('; ')}. The model does not follow instructions.`,
      'Answering by quoting is better than this model: choose answers without a model, or a larger one.',
    );
  }
  return warning(
    `${count}: ${faults.join('; ')}.`,
    'What a passage supports gets its citation nevertheless, and the rest is marked or dropped. A larger model, or one that follows instructions better, answers more.',
  );
}
