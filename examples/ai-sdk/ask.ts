// A question to the documents of a project with the AI SDK: npx node examples/ai-sdk/ask.ts [question]
import { createFootnote } from '@footnote/sdk/ai';
import { streamText } from 'ai';

const projectId = process.env.FOOTNOTE_PROJECT;
if (!projectId) throw new Error('Set FOOTNOTE_PROJECT to the id of a project, and FOOTNOTE_API_KEY to a key of it.');

// The address of the server and the key come from FOOTNOTE_BASE_URL and FOOTNOTE_API_KEY.
const footnote = createFootnote();

const answer = streamText({
  model: footnote(projectId),
  prompt: process.argv[2] ?? 'How do I start my own server?',
  onError: ({ error }) => {
    console.error(String(error));
    process.exitCode = 1;
  },
});
for await (const words of answer.textStream) process.stdout.write(words);
console.log('\n');

if (process.exitCode === undefined) {
  for (const source of await answer.sources)
    if (source.sourceType === 'url') console.log(`[${source.id}] ${source.title}: ${source.url}`);
  // Whether it is an answer (stop), or the documents have none (refused), for example.
  console.log(`finish_reason: ${(await answer.providerMetadata)?.footnote?.finish_reason}`);
}
