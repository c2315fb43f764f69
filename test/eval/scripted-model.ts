import { indexTerms } from '../../server/language/terms.ts';
import { sendJson, startModelServer, streamText } from '../helpers/models/model-server.ts';

/** What every second sentence of the scripted model is: words of no document, with a marker like any other. */
const FALSE_CLAIM = 'Zyxtra Quorvin proved it in 1873';

/**
 * A server of OpenAI's protocol that answers like a model which quotes well and also makes things up: of the passages in
 * its prompt the sentence that shares most words with the question, marked, and after it a false one, marked as well. It
 * shows what the checks of the pipeline are worth on real passages: half of the sentences must be found unsupported.
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

/** The follow-up as it was asked. */
const followUpIn = (prompt: string) => prompt.slice(prompt.lastIndexOf(':') + 1).trim();

/** Short words say little, but of scripts without spaces every term is short. */
const wordsOf = (text: string) =>
  indexTerms(text, 'und').filter((term) => term.length > 3 || !/^[\p{Script=Latin}\p{N}]+$/u.test(term));
