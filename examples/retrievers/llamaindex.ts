// Searches the documents of a project with LlamaIndex: node llamaindex.ts [query]
import { Footnote } from '@footnote/sdk';
import { FootnoteRetriever, type PassageMetadata } from '@footnote/sdk/llamaindex';
import { MetadataMode } from '@llamaindex/core/schema';

const projectId = process.env.FOOTNOTE_PROJECT;
if (!projectId) throw new Error('Set FOOTNOTE_PROJECT to the id of a project, and FOOTNOTE_API_KEY to a key of it.');

// The address of the server and the key come from FOOTNOTE_BASE_URL and FOOTNOTE_API_KEY.
const retriever = new FootnoteRetriever({ client: new Footnote(), projectId, limit: 5 });
const nodes = await retriever.retrieve(process.argv[2] ?? 'How do I start my own server?');
for (const { node, score = 0 } of nodes) {
  const { title, url } = node.metadata as PassageMetadata;
  console.log(`${score.toFixed(2)} ${title}: ${node.getContent(MetadataMode.NONE)}\n  ${url}`);
}
