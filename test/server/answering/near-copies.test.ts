import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPassageFinder } from '../../../server/answering/retrieval/passage-finder.ts';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import { openIngestion, type TestIngestion } from '../../helpers/ingestion/test-ingestion.ts';
import { until } from '../../helpers/timing/until.ts';

const signal = new AbortController().signal;

/** A project that holds these documents. */
async function ingested(documents: [name: string, markdown: string][]): Promise<TestIngestion> {
  const world = await openIngestion();
  await world.worker.start();
  for (const [name, markdown] of documents) await world.upload(name, markdown);
  await until(() => world.outcomes.length === documents.length, 'all documents have been read');
  return world;
}

describe('many copies of a document', () => {
  let world: TestIngestion;
  beforeAll(async () => {
    const policy = '# Returns\n\nYou can return an item within 30 days of delivery. Keep the invoice.\n';
    world = await ingested([
      ...Array.from({ length: 60 }, (_, at): [string, string] => [`copy-${at}.md`, policy]),
      [
        'gifts.md',
        '# Gifts\n\nA gift can be returned by the person who received it, within 90 days. The refund is a voucher.\n',
      ],
    ]);
  });
  afterAll(() => world.close());

  it('leave room for another document in a search', async () => {
    const embedder = createBuiltinEmbedder();
    const finder = createPassageFinder({ store: world.store, embedder: () => embedder, reranker: () => null });
    const query = { projectId: world.projectId, accountId: 'usr', limit: 10, typing: false, signal };
    const { found } = await finder.find({ ...query, text: 'return an item' });
    expect(found.map(({ passage }) => passage.headings[0])).toEqual(['Returns', 'Gifts']);
  });

  it.each([
    ['Within how many days can I return an item?', 'within 30 days'],
    ['Within how many days can a gift be returned?', 'within 90 days'],
  ])('leave the answer to the document that has it: %s', async (question, answer) => {
    expect((await world.ask(question)).quotes.join('\n')).toContain(answer);
  });
});

describe('a page among a thousand sections that differ in a name', () => {
  const WORDS = ['Amber', 'Basil', 'Cedar', 'Daisy', 'Ember', 'Fjord', 'Grove', 'Hazel', 'Ivory', 'Jade'];
  const nameOf = (number: number) => [100, 10, 1].map((unit) => WORDS[Math.floor(number / unit) % 10]).join('');
  const section = (name: string) => `## ${name}Client

The class ${name}Client sends requests to the ${name} service. Create a client with the endpoint and the credentials. Call
\`list${name}\` to list the items of an account, \`get${name}\` to read one item and \`delete${name}\` to delete it. Each method
returns a promise and throws an error if the request fails.
`;
  let world: TestIngestion;
  beforeAll(async () => {
    const file = (number: number) =>
      Array.from({ length: 100 }, (_, at) => section(nameOf(100 * number + at))).join('\n');
    world = await ingested([
      ...Array.from({ length: 10 }, (_, number): [string, string] => [
        `reference-${number}.md`,
        `# Reference ${number}\n\n${file(number)}`,
      ]),
      ['monitoring.md', '# Monitoring\n\nThe gateway sends metrics with each request to Graphite and Influx.\n'],
      ['gateway.md', '# Gateway\n\n## Metrics\n\nMetrics of the gateway are shown on the dashboard.\n'],
      ['limits.md', '# Limits\n\nRequests of one client fail and return an error above 600 calls in a minute.\n'],
      ['minutes.md', '# Minutes\n\n## A minute of silence\n\nThe minute of silence is held in the hall.\n'],
      ['security.md', '# Security\n\nSigning keys are rotated every 45 days by the platform team.\n'],
    ]);
  });
  afterAll(() => world.close());

  it.each([
    'How frequently is a key renewed by the team?',
    'When do the keys change?',
    'How often are the keys rotated?',
  ])('is what answers: %s', async (question) => {
    const { citations } = await world.ask(question);
    expect(citations[0]?.quote).toContain('rotated every 45 days');
  });

  it.each([
    ['Which requests send the metrics of the gateway?', 'Graphite'],
    ['After how many requests in a minute does a client get an error?', '600'],
  ])('is told by the words that it shares with them from other pages: %s', async (question, answer) => {
    const { citations } = await world.ask(question);
    expect(citations[0]?.quote).toContain(answer);
  });

  it('leaves the section of each name to be found', async () => {
    const { citations } = await world.ask('What does GroveJadeCedarClient do?');
    expect(citations[0]?.quote).toContain('GroveJadeCedarClient');
  });

  it.each(['What is the capital of Peru?', 'Who painted the Amber Room in the palace?'])(
    'does not answer: %s',
    async (question) => {
      expect((await world.ask(question)).citations).toEqual([]);
    },
  );
});
