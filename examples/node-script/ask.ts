// From a new account to an answer with citations: node ask.ts [file] [question]
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { APIConnectionError, APIError, Footnote, SourceFailedError } from '@footnote/sdk';
import { fileFromPath } from '@footnote/sdk/node';

const GUIDE = fileURLToPath(new URL('../docs/getting-started.md', import.meta.url));
const [path = GUIDE, query = 'How do I start my own server?'] = process.argv.slice(2);
const baseURL = process.env.FOOTNOTE_BASE_URL ?? 'http://127.0.0.1:8787/v1';

async function main(): Promise<void> {
  const guest = new Footnote({ baseURL });
  const email = `owner-${randomBytes(6).toString('hex')}@example.com`;
  const password = randomBytes(16).toString('hex');
  // Only the first account of a server needs it: the end of the link that the server prints when it starts.
  const setup_token = process.env.FOOTNOTE_SETUP_TOKEN ?? '';
  await guest.auth.register({ email, password, name: 'Owner', setup_token });
  const { access_token } = await guest.auth.login({ email, password });
  console.log(`Logged in as ${email}`);

  const owner = guest.withOptions({ accessToken: access_token });
  const project = await owner.projects.create({ name: 'Guide', allowed_origins: ['https://www.example.com'] });
  const { key } = await owner.projects.apiKeys.create(project.id, { name: 'script' });
  console.log(`Created ${project.id} and a key for it`);

  const footnote = guest.withOptions({ apiKey: key });
  const source = await footnote.sources.upload({ file: await fileFromPath(path) });
  await footnote.sources.waitUntilReady(source, {
    onProgress: ({ status, progress }) => console.log(`${path}: ${status} ${progress?.stage ?? ''}`),
  });

  console.log(`\n${query}`);
  const stream = footnote.chat.stream(project.id, { query });
  const answer = await stream.on('text', (words) => process.stdout.write(words)).finalAnswer();
  console.log('\n');
  for (const { id, title, page, quote } of answer.citations)
    console.log(`[${id}] ${title}${page ? `, page ${page}` : ''}: "${quote}"`);

  // A page asks with such a token, which its own server gives it.
  const { token, expires_in } = await footnote.widgetTokens.create({ expires_in: 600 });
  console.log(`\nCreated a widget token of ${token.length} characters, good for ${expires_in} s`);
  await owner.auth.logout();
}

try {
  await main();
} catch (error) {
  if (APIConnectionError.isInstance(error)) console.error(`${error.message} Is a server running at ${baseURL}?`);
  else if (APIError.isInstance(error)) console.error(`${error.message} (request ${error.requestId})`);
  else if (SourceFailedError.isInstance(error)) console.error(error.message);
  else console.error(error);
  process.exitCode = 1;
}
