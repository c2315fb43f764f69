import type { ServerResponse } from 'node:http';
import type { Quotes } from '../../../../server/answering/extractive/quote-excerpts.ts';
import { generateAnswer } from '../../../../server/answering/generation/generate-answer.ts';
import type { Answer } from '../../../../server/answering/output/to-answer.ts';
import { toAnswer } from '../../../../server/answering/output/to-answer.ts';
import type { MatchedPassage } from '../../../../server/answering/retrieval/match-passage.ts';
import { createOpenAiGenerator } from '../../../../server/engines/openai/openai-generator.ts';
import type { Generator, Verifier } from '../../../../server/engines/types.ts';
import { ApiError } from '../../../../server/platform/errors.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { chunkOf, type ModelServer, sendJson, startModelServer } from '../../../helpers/models/model-server.ts';
import { type AskedQuestion, buildPrompt } from './passages.ts';
import type { RecordedAnswer } from './recorded-files.ts';

/** What the reader gets for a recorded answer: an answer, or the code of an error. */
export type PlayedAnswer = { answer: Answer; error: null } | { answer: null; error: string };

/** The passages of a record, those of each number together, and what the server shows if nothing has support. */
export interface RecalledPassages {
  passages: MatchedPassage[][];
  closest: () => Promise<Quotes | null>;
}

export interface Player {
  play(asked: AskedQuestion, recalled: RecalledPassages, recorded: RecordedAnswer): Promise<PlayedAnswer>;
  close(): Promise<void>;
}

/** The number of a passage in a recorded text. */
const NUMBER = /§(\d+)/g;

/**
 * A model server that writes recorded answers, and the server's own engine and checks behind it. Only the search is left out:
 * the prompt is built from the passages of the record. `verifier`: a model that checks besides the rules, or null.
 */
export async function startPlayer(verifier: Verifier | null): Promise<Player> {
  const model = await startModelServer();
  const address = { url: model.url, apiKey: null, model: 'recorded', contextTokens: null };
  const generator = createOpenAiGenerator(
    address,
    createLog(() => {}, 'error'),
  );
  return {
    async play(asked, { passages, closest }, recorded) {
      const numbers = await currentNumbers(generator, asked, passages);
      speak(model, recorded, numbers);
      // Each answer is the first of its model.
      const habit = { thinks: false, startsThinking: false };
      const { question, query, languages } = asked;
      const input = { question, query, passages: passages.flat(), languages, closest };
      try {
        const answer = await toAnswer(generateAnswer({ generator, embedder: null, habit, verifier }, input));
        return { answer, error: null };
      } catch (error) {
        if (error instanceof ApiError) return { answer: null, error: error.code };
        throw error;
      }
    },
    async close() {
      await generator.close();
      await model.close();
    },
  };
}

/** The number that each recorded passage has in the prompt of today; 0 for one that does not fit into it any more. */
async function currentNumbers(
  generator: Generator,
  asked: AskedQuestion,
  passages: MatchedPassage[][],
): Promise<number[]> {
  await generator.refreshBudget?.();
  const { shown } = await buildPrompt(generator, asked, passages.flat());
  return passages.map((block) => {
    const ids = new Set(block.map(({ passage }) => passage.chunkId));
    return shown.findIndex((one) => one.some(({ chunkId }) => ids.has(chunkId))) + 1;
  });
}

/** Has the model server write this answer from now on. */
function speak(model: ModelServer, { text, thinking, stalls = false, cut = false }: RecordedAnswer, numbers: number[]) {
  const written = text
    .map(([, words]) => words)
    .join('')
    .replace(NUMBER, (_, number) => String(numbers[Number(number) - 1] ?? number));
  let requests = 0;
  model.answerWith(({ path }, response) => {
    if (!path.endsWith('/chat/completions')) return sendJson(response, 200, { data: [{ id: 'recorded' }] });
    requests++;
    if (stalls && requests === 1) stream(response, thinking ?? 'Okay, ', '', 'length');
    else stream(response, thinking ?? '', written, cut ? 'length' : 'stop');
  });
}

function stream(response: ServerResponse, thinking: string, text: string, finish: string): void {
  response.setHeader('content-type', 'text/event-stream');
  for (const part of thinking.match(/.{1,40}/gsu) ?? []) response.write(chunkOf({ reasoning_content: part }));
  // A token of a model is about as long.
  for (const content of text.match(/.{1,4}/gsu) ?? []) response.write(chunkOf({ content }));
  response.write(chunkOf({}, finish));
  response.end('data: [DONE]\n\n');
}
