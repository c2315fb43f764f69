// Searches the documents of a project with LangChain: node langchain.ts [query]
import { Footnote } from '@footnote/sdk';
import { FootnoteRetriever } from '@footnote/sdk/langchain';

const projectId = process.env.FOOTNOTE_PROJECT;
if (!projectId) throw new Error('Set FOOTNOTE_PROJECT to the id of a project, and FOOTNOTE_API_KEY to a key of it.');

// The address of the server and the key come from FOOTNOTE_BASE_URL and FOOTNOTE_API_KEY.
const retriever = new FootnoteRetriever({ client: new Footnote(), projectId, limit: 5 });
const documents = await retriever.invoke(process.argv[2] ?? 'How do I start my own server?');
for (const { pageContent, metadata } of documents)
  console.log(`${metadata.score.toFixed(2)} ${metadata.title}: ${pageContent}\n  ${metadata.url}`);
