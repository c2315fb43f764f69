import { indexTerms } from '../../../server/language/terms.ts';
import { sendJson, startModelServer, streamText } from '../../helpers/models/model-server.ts';

/** Every second sentence of the scripted model. It is in no document, but has a marker. */
const FALSE_CLAIM = 'Zyxtra Quorvin proved it in 1873';

/**
 * Starts a server with OpenAI's protocol that answers like a model that quotes well but also makes things up: with the sentence
 * of its prompt that shares the most words with the question, then with a false sentence, both with markers. It tests the
 * checks of the pipeline on real passages: half of the sentences must be found unsupported.
 */
export async function startScriptedModel(): Promise<{ settings: Record<string, string>; close(): Promise<void> }> {
  const server = await startModelServer();
  server.answerWith(({ path, body }, response) => {
    if (!path.endsWith('/chat/completions')) return sendJson(response, 200, { data: [{ id: 'scripted' }] });
    const prompt = String(body.messages.at(-1)?.content ?? '');
    streamText(response, prompt.includes('<passage number=') ? answerTo(prompt) : followUpIn(prompt));
  });
  return {
    settings: { ANSWERER: 'openai', ANSWERER_URL: server.url, ANSWERER_MODEL: 'scripted' },
    close: server.close,
  };
}

function answerTo(prompt: string): string {
  const question = new Set(wordsOf(prompt.slice(prompt.lastIndexOf('\nQuestion: '))));
  let best = { shared: 0, sentence: '', number: '' };
  for (const [, number = '', text = ''] of prompt.matchAll(/<passage number="(\d+)"[^>]*>\n([\s\S]*?)\n<\/passage>/g)) {
    for (const sentence of text.split(/(?<=[.!?。！？।]["”]?)\s+|\n+/u)) {
      const shared = new Set(wordsOf(sentence).filter((word) => question.has(word))).size;
      if (shared > best.shared) best = { shared, sentence: sentence.trim(), number };
    }
  }
  if (best.shared === 0) return 'NO_ANSWER';
  const quoted = best.sentence.replace(/[.!?。！？।]$/u, '').replace(/\[/g, '(');
  return `${quoted} [${best.number}]. ${FALSE_CLAIM} [${best.number}].`;
}

/** Extracts the follow-up from the prompt. */
const followUpIn = (prompt: string) => prompt.slice(prompt.lastIndexOf(':') + 1).trim();

/** Ignores short words, except in scripts without spaces, where every term is short. */
const wordsOf = (text: string) =>
  indexTerms(text, 'und').filter((term) => term.length > 3 || !/^[\p{Script=Latin}\p{N}]+$/u.test(term));
