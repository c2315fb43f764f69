import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { EmbeddingModel, Model } from '../../engines/catalogue/model-types.ts';
import { addModel } from '../../engines/own-models/add-model.ts';
import { commandLine } from '../../platform/program/command-line.ts';
import { formatBytes } from '../../platform/text/format-bytes.ts';
import { progressBar, progressInLines } from '../progress-line.ts';
import { type ModelsCommand, SETTINGS } from './models-command.ts';

const PURPOSES: Record<string, Model['purpose']> = {
  embedding: 'embedding',
  answers: 'generation',
  reranking: 'reranking',
  checks: 'verifying',
};
const POOLINGS: readonly string[] = ['mean', 'cls', 'last'];

/** `footnote models add PATH --for PURPOSE …`: a model of the operator's own. Returns false if the arguments are not understood. */
export async function add(words: string[], command: ModelsCommand): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      for: { type: 'string' },
      name: { type: 'string' },
      licence: { type: 'string', default: 'not stated' },
      pooling: { type: 'string' },
      'query-prefix': { type: 'string' },
      'passage-prefix': { type: 'string' },
    },
  });
  const [path, ...more] = positionals;
  const purpose = PURPOSES[values.for ?? ''];
  const { pooling = null } = values;
  if (path === undefined || more.length > 0 || purpose === undefined) return false;
  if (pooling !== null && !POOLINGS.includes(pooling)) return false;
  const { env, say, terminal, signal } = command;
  const progress = terminal ? progressBar(terminal) : progressInLines(say);
  const request = {
    name: values.name ?? basename(path).replace(/\.gguf$/i, ''),
    purpose,
    licence: values.licence,
    pooling: pooling as EmbeddingModel['pooling'] | null,
    queryPrefix: values['query-prefix'] ?? null,
    passagePrefix: values['passage-prefix'] ?? null,
  };
  let model: Model;
  try {
    model = await addModel(path, request, env, { signal, onProgress: (done, total) => progress.show(done, total) });
  } finally {
    progress.stop();
  }
  describe(model, command);
  return true;
}

function describe(model: Model, { say }: ModelsCommand): void {
  const { name, contextTokens, files } = model;
  say(`${name} was read and not run: it reads ${contextTokens.toLocaleString('en')} tokens.`);
  if (model.purpose === 'embedding') {
    const { dimensions, pooling, queryPrefix, passagePrefix } = model;
    say(
      `Vectors: ${dimensions} numbers, pooled by ${pooling}; questions begin with “${queryPrefix}”, passages with “${passagePrefix}”.`,
    );
  }
  for (const { path, size, sha256 } of files) say(`  ${path}  ${formatBytes(size)}  SHA-256 ${sha256}`);
  const setting = SETTINGS[model.purpose];
  say(`These are pinned now. To use it: ${setting ? `${setting}=${name}` : commandLine(`models use ${name}`)}`);
}
