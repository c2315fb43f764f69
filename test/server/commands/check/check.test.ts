import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerEvent, Question } from '../../../../server/answering/types.ts';
import { check } from '../../../../server/commands/check/check.ts';
import { runCommandHere } from '../../../helpers/processes/run-command-here.ts';
import { createOwnerWithProject, expectStatus, type OwnerFixture } from '../../../helpers/server/owner-with-project.ts';
import { echo, startApp, type TestApp } from '../../../helpers/server/test-app.ts';

/** Does not end by itself. */
async function* endless({ signal }: Question): AsyncGenerator<AnswerEvent> {
  yield { type: 'text', delta: 'Well' };
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

describe('footnote check', () => {
  let app: TestApp;
  let owner: OwnerFixture;
  let asked = 0;
  beforeAll(async () => {
    app = await startApp({
      answer(question) {
        if (!question.text.startsWith('Golden')) return echo(question);
        asked += 1;
        return endless(question);
      },
    });
    owner = await createOwnerWithProject(app, 'owner');
  });
  afterAll(() => app.close());

  it('stops the server, too, on Ctrl-C', async () => {
    const path = `/v1/projects/${owner.project.id}/golden-questions`;
    const call = (method: string, at: string, body?: object) => app.call(method, at, { token: owner.token, body });
    for (const question of ['Golden 1?', 'Golden 2?'])
      expectStatus(await call('POST', path, { question, text: 'x' }), 201);
    const { id, key } = owner.project;
    const env = { FOOTNOTE_URL: app.url, FOOTNOTE_PROJECT: id, FOOTNOTE_API_KEY: key };
    const ctrlC = new AbortController();
    const ended = runCommandHere(check, [], env, ctrlC.signal);
    // It has the id of the check once it asks how far that is.
    await expect.poll(() => app.log.join()).toMatch(/GET[^}]*golden-questions\/checks\/check_/);
    ctrlC.abort(new Error('stopped.'));
    expect(await ended).toMatchObject({ code: 1, errorOut: 'stopped.' });
    expect((await ended).out).toContain('The check is cancelled: 0 of 2 questions were asked.');
    expect((await call('GET', `${path}/checks`)).body.items).toMatchObject([{ state: 'cancelled', asked: 0 }]);
    expect(asked).toBe(1);
  });
});
