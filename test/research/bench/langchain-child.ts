/**
 * The ingestion that the documentation of LangChain.js shows: loads a folder of Markdown files, cuts and embeds them, and saves
 * them in a vector store. The embedder is Footnote's own, so that both embed alike. Prints the number of chunks.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';

/** What is used of LangChain, whose packages are no dependencies of the project. */
interface LangChain {
  DirectoryLoader: new (
    folder: string,
    loaders: Record<string, (path: string) => unknown>,
  ) => { load(): Promise<unknown[]> };
  TextLoader: new (path: string) => unknown;
  RecursiveCharacterTextSplitter: {
    fromLanguage(language: string): { splitDocuments(documents: unknown[]): Promise<unknown[]> };
  };
  LanceDB: { fromDocuments(documents: unknown[], embeddings: object, options: { uri: string }): Promise<unknown> };
}

const [packages = '', documentsFolder = '', database = ''] = process.argv.slice(2);
const load = createRequire(join(packages, 'package.json'));
const { DirectoryLoader, TextLoader, RecursiveCharacterTextSplitter, LanceDB }: LangChain = {
  ...load('@langchain/classic/document_loaders/fs/directory'),
  ...load('@langchain/classic/document_loaders/fs/text'),
  ...load('@langchain/textsplitters'),
  ...load('@langchain/community/vectorstores/lancedb'),
};
const embedder = createBuiltinEmbedder();
const embed = async (texts: string[], kind: 'passage' | 'query') =>
  (await embedder.embed(texts, kind)).map((vector) => Array.from(vector));
const embeddings = {
  embedDocuments: (texts: string[]) => embed(texts, 'passage'),
  embedQuery: async (text: string) => (await embed([text], 'query'))[0],
};

const documents = await new DirectoryLoader(documentsFolder, { '.md': (path) => new TextLoader(path) }).load();
const chunks = await RecursiveCharacterTextSplitter.fromLanguage('markdown').splitDocuments(documents);
await LanceDB.fromDocuments(chunks, embeddings, { uri: database });
console.log(chunks.length);
await embedder.close();
