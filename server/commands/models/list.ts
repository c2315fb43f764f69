import type { Env } from '../../config/env.ts';
import { fitFacts } from '../../diagnosis/gather.ts';
import { checkModelFit } from '../../diagnosis/model-fit.ts';
import { modelSize } from '../../engines/catalogue/model-catalogue.ts';
import { isDownloaded, missingBytes } from '../../engines/catalogue/model-folder.ts';
import type { Model } from '../../engines/catalogue/model-types.ts';
import { formatBytes } from '../../platform/text/format-bytes.ts';
import { type ModelsCommand, namesInUse } from './models-command.ts';

const PURPOSES = {
  embedding: 'Vectors: find passages by what they mean (EMBEDDER)',
  generation: 'Answers: write instead of quoting (ANSWERER)',
  reranking: 'Order: judge how well each passage answers (RERANKER_MODEL)',
  verifying: 'Checks: read what a model wrote together with its passages (VERIFIER_MODEL)',
};

/** `footnote models list`: every model with its size, and what of it is on this machine. */
export async function list(command: ModelsCommand): Promise<void> {
  const { env, catalogue, say } = command;
  const used = await namesInUse(command);
  const width = Math.max(...catalogue.map(({ name }) => name.length));
  say(`Models in ${env.modelsDir}`);
  for (const [purpose, title] of Object.entries(PURPOSES)) {
    say(`\n${title}`);
    for (const model of catalogue.filter((each) => each.purpose === purpose)) {
      const { name, licence, languages } = model;
      const state = used.has(name) ? 'in use' : await stateOf(env, model);
      const cells = [
        name.padEnd(width),
        formatBytes(modelSize(model)).padStart(7),
        licence.padEnd(10),
        languages.padEnd(18),
        state,
      ];
      say(`  ${cells.join('  ')}`.trimEnd());
    }
  }
}

async function stateOf(env: Env, model: Model): Promise<string> {
  if (await isDownloaded(env.modelsDir, model)) return 'here';
  const done = modelSize(model) - (await missingBytes(env.modelsDir, model));
  if (done > 0) return `incomplete: ${formatBytes(done)}`;
  const found = checkModelFit(model, await fitFacts(env, model));
  return found.some(({ verdict }) => verdict === 'problem') ? 'does not fit this machine' : '';
}
