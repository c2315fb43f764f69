import { Footnote, type SearchFilter } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { type GitServer, startGitServer } from '../helpers/server/git-server.ts';
import { until } from '../helpers/timing/until.ts';

const SITE = 'https://docs.example.com';
const QUESTION = 'How long does the warranty of a kettle last?';
const warranty = (years: string) =>
  `---\nslug: /guarantee\n---\n\n# Warranty\n\nThe warranty of a kettle lasts ${years} years from the day of purchase.\n`;

/** By version: what it answers, and the page that says so. */
const VERSIONS: [version: string, years: string, page: string][] = [
  ['current', 'five', `${SITE}/docs/next/guarantee`],
  ['2.0', 'three', `${SITE}/docs/guarantee`],
  ['1.0', 'two', `${SITE}/docs/1.0/guarantee`],
];

describe('a repository of Docusaurus with versions', () => {
  let git: GitServer;
  let server: ServerProcess;
  let owner: Footnote;
  let reader: Footnote;
  let projectId: string;
  let id: string;

  const settled = () =>
    until(async () => (await owner.repositories.retrieve(projectId, id)).state === 'idle', 'the repository is read');
  const ask = (filter: SearchFilter) => reader.chat.create(projectId, { query: QUESTION, filter });

  beforeAll(async () => {
    git = await startGitServer();
    git.commit({
      'docusaurus.config.js': "export default { title: 'Kettles', url: 'https://docs.example.com', baseUrl: '/' };\n",
      'versions.json': '["2.0", "1.0"]',
      'docs/warranty.md': warranty('five'),
      'docs/spouts.md': '# Spouts\n\nThe spout of a kettle is made of copper.\n',
      'versioned_docs/version-2.0/warranty.md': warranty('three'),
      'versioned_docs/version-1.0/warranty.md': warranty('two'),
      'versioned_sidebars/version-1.0-sidebars.json': '{}',
      'README.md': '# Kettles\n\nThis builds the documentation of kettles.\n',
    });
    server = await startServer({
      env: { SCRAPE_ALLOW_CIDRS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: git.certificate },
    });
    const guest = new Footnote({ baseURL: server.baseURL });
    const login = { email: 'keeper@example.org', password: 'a long enough password' };
    await guest.auth.register({ ...login, name: 'Keeper', setup_token: server.setupToken });
    owner = guest.withOptions({ accessToken: (await guest.auth.login(login)).access_token });
    projectId = (await owner.projects.create({ name: 'Kettles' })).id;
    const { key } = await owner.projects.apiKeys.create(projectId, { name: 'Reader' });
    reader = guest.withOptions({ apiKey: key });
    ({ id } = await owner.repositories.create(projectId, {
      url: git.url,
      base_url: SITE,
      include: ['docs/**', 'versioned_docs/**'],
    }));
    await settled();
  });
  afterAll(async () => {
    await server?.stop();
    await git?.close();
  });

  it('is known as one, and each page gets its version', async () => {
    const { last_read } = await owner.repositories.retrieve(projectId, id);
    expect(last_read).toMatchObject({ outcome: 'completed', site: 'docusaurus', added: 4, failed: [] });
    const { items } = await owner.sources.list(projectId, { limit: 100 });
    expect(items.map(({ url, metadata }) => [metadata?.version, url]).sort()).toEqual(
      [...VERSIONS.map(([version, , page]) => [version, page]), ['current', `${SITE}/docs/next/spouts`]].sort(),
    );
  });

  it.each(VERSIONS)('is answered from version %s alone, and cites its page', async (version, years, page) => {
    const { response, citations } = await ask({ metadata: { version } });
    expect(response).toContain(`${years} years`);
    for (const [, others] of VERSIONS) if (others !== years) expect(response).not.toContain(`${others} years`);
    expect(citations.map(({ url }) => url?.split('#')[0])).toEqual([page]);
  });

  it('has nothing on what only another version says', async () => {
    const of = async (version: string) => {
      const { results } = await reader.search.create(projectId, {
        query: 'What is the spout made of?',
        filter: { metadata: { version } },
      });
      return JSON.stringify(results);
    };
    expect(await of('current')).toContain('copper');
    expect(await of('2.0')).not.toContain('copper');
  });

  it('follows when a version is added: the last one loses the number in its addresses', async () => {
    git.commit({
      'versions.json': '["3.0", "2.0", "1.0"]',
      'versioned_docs/version-3.0/warranty.md': warranty('five'),
      'docs/warranty.md': warranty('seven'),
    });
    await owner.repositories.sync(projectId, id);
    await settled();
    for (const [version, years, page] of [
      ['current', 'seven', `${SITE}/docs/next/guarantee`],
      ['3.0', 'five', `${SITE}/docs/guarantee`],
      ['2.0', 'three', `${SITE}/docs/2.0/guarantee`],
    ] as const) {
      const { response, citations } = await ask({ metadata: { version } });
      expect(response).toContain(`${years} years`);
      expect(citations.map(({ url }) => url?.split('#')[0])).toEqual([page]);
    }
  });
});
