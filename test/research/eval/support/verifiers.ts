import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnswererJudge, createAnswererJudge } from '../../../../server/answering/verification/answerer-judge.ts';
import { createModelJudge } from '../../../../server/answering/verification/model-judge.ts';
import type { SentenceJudge } from '../../../../server/answering/verification/sentence-judge.ts';
import { readEnv } from '../../../../server/config/env.ts';
import { MODEL_CATALOGUE } from '../../../../server/engines/catalogue/model-catalogue.ts';
import { createOpenAiGenerator } from '../../../../server/engines/openai/openai-generator.ts';
import { chooseGenerator, chooseVerifier } from '../../../../server/engines/selection/create-engines.ts';
import { createTransformersVerifier } from '../../../../server/engines/transformers/transformers-verifier.ts';
import type { Generator, Verifier } from '../../../../server/engines/types.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { verifyingEntry, writeModel } from '../../../helpers/models/entries.ts';
import { onnxVerifier } from '../../../helpers/models/files/onnx.ts';
import { startModelServer, streamText } from '../../../helpers/models/model-server.ts';

/** What checks sentences besides the rules. */
export interface OpenVerifier {
  /** A judge for one answer; `asked` if it must be settled when the answer is complete. */
  judge(): { judge: SentenceJudge; asked: AnswererJudge | null };
  close(): Promise<void>;
}

export const VERIFIER_NAMES = ['rules', 'configured', 'fixture', 'scripted'] as const;
export type VerifierChoice = (typeof VERIFIER_NAMES)[number];

const log = createLog(() => {}, 'error');
const { signal } = new AbortController();
const FIXTURE_CONTEXT = 512;

/**
 * Opens what checks: the engine of the environment, a generated model, or a model server in this process that replies yes.
 * Null for the rules alone.
 */
export async function openVerifier(name: VerifierChoice): Promise<OpenVerifier | null> {
  switch (name) {
    case 'rules':
      return null;
    case 'fixture':
      return openFixture();
    case 'scripted':
      return openScripted();
    case 'configured':
      return openConfigured();
  }
}

async function openConfigured(): Promise<OpenVerifier> {
  const env = readEnv();
  if (env.verifier !== 'answerer') {
    const verifier = await chooseVerifier(env, MODEL_CATALOGUE, log);
    if (verifier === null) throw new Error('set VERIFIER_MODEL, or VERIFIER=answerer with an ANSWERER.');
    return byModel(verifier, verifier.close);
  }
  const generator = await chooseGenerator(env, MODEL_CATALOGUE, log, async () => null);
  if (generator === null) throw new Error('VERIFIER=answerer needs an ANSWERER that is a model.');
  return byAnswerer(generator, generator.close);
}

async function openFixture(): Promise<OpenVerifier> {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-eval-verifier-'));
  const model = verifyingEntry('fixture', writeModel(folder, 'fixture', onnxVerifier()), {
    contextTokens: FIXTURE_CONTEXT,
  });
  const verifier = await createTransformersVerifier(
    { model, directory: join(folder, 'fixture') },
    { log, enginesDir: readEnv().enginesDir },
  );
  return byModel(verifier, async () => {
    await verifier.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

async function openScripted(): Promise<OpenVerifier> {
  const server = await startModelServer();
  server.answerWith(({ body }, response) => {
    const prompt = String(body.messages.at(-1)?.content ?? '');
    const numbers = [...prompt.matchAll(/^(\d+)\. \(passage \d+\)/gm)].map(([, number]) => number);
    streamText(response, numbers.map((number) => `${number}. yes`).join('\n'));
  });
  const address = { url: server.url, apiKey: null, model: 'scripted', contextTokens: 8_192 };
  return byAnswerer(createOpenAiGenerator(address, log), server.close);
}

async function byModel(verifier: Verifier, close: () => Promise<void>): Promise<OpenVerifier> {
  const warmUp = { heading: '', passage: 'It is there.', sentence: 'It is there.' };
  // Loading is not part of a check.
  await verifier.verify([warmUp], signal);
  return { judge: () => ({ judge: createModelJudge(verifier, signal, undefined), asked: null }), close };
}

function byAnswerer(generator: Generator, close: () => Promise<void>): OpenVerifier {
  return {
    judge() {
      const options = { habit: { thinks: false, startsThinking: false }, signal, onVerification: undefined };
      const asked = createAnswererJudge(generator, options);
      return { judge: asked, asked };
    },
    close,
  };
}
