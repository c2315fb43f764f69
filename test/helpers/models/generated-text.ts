import type { Generated, PromptMessage } from '../../../server/engines/types.ts';

/** A question for the scripted models. */
export const ASKED: PromptMessage[] = [
  { role: 'system', text: 'You answer questions about a set of documents.' },
  { role: 'user', text: 'How do I reset my password?' },
];

/** Collects the pieces of text and the end of a generator. */
export async function generatedText(
  parts: AsyncGenerator<Generated, void>,
): Promise<{ deltas: string[]; end: Generated | undefined }> {
  const deltas: string[] = [];
  let end: Generated | undefined;
  for await (const part of parts) {
    if (part.type === 'text') deltas.push(part.delta);
    else end = part;
  }
  return { deltas, end };
}
