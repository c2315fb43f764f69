import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sealText } from '../../../server/platform/secret-box.ts';
import { sealRepository } from '../../../server/repositories/secrets.ts';
import { type GitServer, startGitServer } from '../../helpers/server/git-server.ts';
import { createOwnerWithProject, createProject, expectStatus } from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

const TOKEN = 'a-secret-token-of-the-forge';
const WRONG = 'a-wrong-token';

describe('looking at a repository of the project', () => {
  let app: TestApp;
  let git: GitServer;
  let other: GitServer;
  let token: string;
  let project: string;
  let foreign: string;
  const add = async (body: object, to = project) =>
    expectStatus(await app.call('POST', `/v1/projects/${to}/repositories`, { token, body }), 201).body.id as string;
  const look = (body: object) => app.call('POST', `/v1/projects/${project}/repositories/look`, { token, body });

  beforeAll(async () => {
    [git, other] = [await startGitServer(), await startGitServer()];
    app = await startApp({ env: { scrapeAllowCidrs: ['127.0.0.0/8'] } });
    const owner = await createOwnerWithProject(app, 'owner');
    token = owner.token;
    project = owner.project.id;
    foreign = (await createProject(app, token, 'foreign')).id;
    for (const server of [git, other]) {
      server.require(TOKEN);
      server.commit({ 'docs/kettle.md': '# Kettle\n\nRed.', 'docs/drafts/pot.md': '# Pot\n\nBlue.' });
    }
  });
  beforeEach(() => {
    git.requests.length = 0;
    other.requests.length = 0;
  });
  afterAll(async () => {
    await app.close();
    await git.close();
    await other.close();
  });

  it.each([
    { kept: TOKEN, given: undefined, status: 200, code: undefined, says: 'is seen with the token that is kept' },
    { kept: WRONG, given: TOKEN, status: 200, code: undefined, says: 'is seen with the token that is given' },
    { kept: TOKEN, given: WRONG, status: 400, code: 'repository_not_found', says: 'is not seen with a wrong one' },
    { kept: TOKEN, given: null, status: 400, code: 'repository_not_found', says: 'is not seen with none' },
    {
      kept: WRONG,
      given: undefined,
      status: 400,
      code: 'repository_not_found',
      says: 'is not seen with a wrong kept one',
    },
    { kept: null, given: undefined, status: 400, code: 'repository_not_found', says: 'is not seen with none kept' },
    { kept: null, given: TOKEN, status: 200, code: undefined, says: 'is seen with a given one where none is kept' },
  ])('$says', async ({ kept, given, status, code }) => {
    const id = await add({ url: git.url, token: kept });
    const wanted = { folder: 'docs', exclude: ['drafts/**'], ...(given !== undefined && { token: given }) };
    const seen = await look({ url: git.url, repository_id: id, ...wanted });
    expect([seen.status, seen.body.code]).toEqual([status, code]);
    if (status === 200) expect(seen.body).toMatchObject({ branches: ['main'], files: [{ path: 'docs/kettle.md' }] });
    for (const secret of [TOKEN, WRONG]) expect(seen.text + app.log.join()).not.toContain(secret);
    const stored = await app.store.repositories.byId(project, id);
    expect(stored).toMatchObject({ folder: '', exclude: [] });
    expect(await app.call('DELETE', `/v1/projects/${project}/repositories/${id}`, { token })).toMatchObject({
      status: 200,
    });
  });

  describe('with a token that is kept', () => {
    let id: string;
    beforeAll(async () => {
      id = await add({ url: git.url, token: TOKEN });
    });

    it.each([
      ['another server', () => other.url],
      ['the same server under another name', () => git.url.replace('127.0.0.1', 'localhost')],
      ['another port', () => git.url.replace(/:\d+\//, ':9/')],
      ['another path', () => git.url.replace('handbook', 'else')],
    ])('does not send it to %s, with or without another one', async (_, address) => {
      for (const given of [{}, { token: WRONG }, { token: null }]) {
        const seen = await look({ url: address(), repository_id: id, ...given });
        expect([seen.status, seen.body.code]).toEqual([400, 'repository_elsewhere']);
      }
      expect([...git.requests, ...other.requests]).toEqual([]);
    });

    it('does not send it where the server redirects to', async () => {
      git.answer((_, response) => {
        response.writeHead(302, { location: `${other.url}/info/refs?service=git-upload-pack` }).end();
        return true;
      });
      const seen = await look({ url: git.url, repository_id: id });
      git.answer(null);
      expect(seen.body.code).toBe('repository_moved');
      expect(other.requests).toEqual([]);
    });

    it('is not used for an address without its id', async () => {
      expect((await look({ url: git.url })).body.code).toBe('repository_not_found');
      expect(git.requests.map(({ authorization }) => authorization)).toEqual([null]);
    });

    it('is not used from another project, nor for an unknown one', async () => {
      const theirs = await add({ url: git.url, token: TOKEN }, foreign);
      for (const repository_id of [theirs, 'repo_unknown'])
        expect((await look({ url: git.url, repository_id })).status).toBe(404);
      expect(git.requests).toEqual([]);
    });

    it('says that it has to be given again once it cannot be decrypted', async () => {
      const unreadable = await add({ url: git.url, token: TOKEN });
      const sealed = sealText(TOKEN, sealRepository('the former secret of the server', unreadable, 'token'));
      await app.store.repositories.update(project, unreadable, { token: sealed }, app.now());
      const seen = await look({ url: git.url, repository_id: unreadable });
      expect([seen.status, seen.body.code]).toEqual([400, 'token_unreadable']);
      expect(git.requests).toEqual([]);
    });
  });
});
