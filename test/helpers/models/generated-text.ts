import type { Generated, PromptMessage } from '../../../server/engines/types.ts';

/** A question as the scripted models are asked it. */
export const ASKED: PromptMessage[] = [
  { role: 'system', text: 'You answer questions about a set of documents.' },
  { role: 'user', text: 'How do I reset my password?' },
];

/** All that a generator gives: its words piece by piece, and its end. */
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
