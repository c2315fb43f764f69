import * as seven from 'ai';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runExample } from '../helpers/processes/run-example.ts';
import { createOwnerWithProject, type OwnerFixture } from '../helpers/server/owner-with-project.ts';
import { citedAnswer } from '../helpers/server/scripted-answers.ts';
import { startApp, type TestApp } from '../helpers/server/test-app.ts';

vi.setConfig({ testTimeout: 60_000 });

describe('examples/ai-sdk', () => {
  let app: TestApp;
  let owner: OwnerFixture | undefined;
  beforeAll(async () => {
    app = await startApp({
      async *answer() {
        yield* citedAnswer([{ words: 'Four weeks.', ...(owner && { sourceId: owner.project.sourceId }) }]);
      },
    });
    owner = await createOwnerWithProject(app, 'owner');
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await app.close();
  });

  const variables = () => ({
    FOOTNOTE_BASE_URL: `${app.url}/v1`,
    FOOTNOTE_API_KEY: owner?.project.key ?? '',
    FOOTNOTE_PROJECT: owner?.project.id ?? '',
  });

  // The condition takes the SDK's sources instead of a build of them.
  const ask = (env: Record<string, string>) =>
    runExample(process.execPath, ['--conditions=footnote-source', 'examples/ai-sdk/ask.ts', 'How long?'], env);

  it('ask.ts prints the answer, its sources and how it ended', async () => {
    const { code, stdout, stderr } = await ask(variables());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Four weeks\. \[1\]\n\n\[1\] Document of src_\w+: http\S+\nfinish_reason: stop\n$/);
  });

  it('ask.ts says what is wrong', async () => {
    const { code, stdout, stderr } = await ask({ ...variables(), FOOTNOTE_API_KEY: 'chat_wrong' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/401 token_invalid/);
    expect(stdout.trim()).toBe('');
  });

  it('route.ts streams what useChat reads', async () => {
    for (const [name, value] of Object.entries(variables())) vi.stubEnv(name, value);
    const { POST } = await import('../../examples/ai-sdk/route.ts');
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How long?' }] }];
    const response = await POST(
      new Request('http://localhost/api/chat', { method: 'POST', body: JSON.stringify({ messages }) }),
    );
    const transport = new seven.DefaultChatTransport({ fetch: async () => response });
    const stream = await transport.sendMessages({
      ...{ chatId: '1', trigger: 'submit-message', messageId: undefined, abortSignal: undefined },
      messages: messages as seven.UIMessage[],
    });
    let message: seven.UIMessage | undefined;
    for await (const state of seven.readUIMessageStream({ stream })) message = state;
    const { answerOf } = await import('@footnote/sdk/ai');
    expect(answerOf(message as seven.UIMessage)).toMatchObject({
      text: 'Four weeks. [1]',
      citations: [{ id: 1 }],
      finish_reason: 'stop',
    });
  });
});
