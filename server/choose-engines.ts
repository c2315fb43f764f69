import { createBuiltinEmbedder } from './engines/builtin-embedder.ts';
import { createOpenAiEmbedder } from './engines/openai-embedder.ts';
import { createOpenAiGenerator } from './engines/openai-generator.ts';
import type { Embedder, Generator } from './engines/types.ts';
import type { Env } from './env.ts';
import type { Log } from './log.ts';

/** What the settings name, else what needs nothing. */
export async function chooseEmbedder({ embedderServer }: Env, log: Log): Promise<Embedder> {
  return embedderServer ? createOpenAiEmbedder(embedderServer, log) : createBuiltinEmbedder();
}

/** Null: the documents answer in their own words. */
export function chooseGenerator({ answererServer }: Env, log: Log): Generator | null {
  return answererServer && createOpenAiGenerator(answererServer, log);
}
