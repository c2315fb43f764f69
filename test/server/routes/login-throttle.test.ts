import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwner, PASSWORD } from '../../helpers/server/owner-with-project.ts';
import { type Called, startApp, type TestApp } from '../../helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { trustedProxies: 1 } });
});
afterAll(() => app.close());

const loginFrom = (address: string, email: string, password: string) =>
  app.call('POST', '/v1/auth/login', { body: { email, password }, headers: { 'x-forwarded-for': address } });

/** An account that has logged in from this address, and from the loopback address when it was created. */
async function ownerAt(address: string, name: string): Promise<{ email: string; token: string }> {
  const owner = await createOwner(app, `${name}@example.org`);
  expect((await loginFrom(address, owner.email, PASSWORD)).status).toBe(200);
  return owner;
}

/** Guesses from new addresses until all addresses new to the account are refused. */
async function guessUntilBlocked(email: string): Promise<void> {
  for (let place = 0; place < 100; place += 1) {
    const { status } = await loginFrom(`198.51.100.${place}`, email, `guess ${place}`);
    if (status === 429) return;
    expect(status).toBe(401);
  }
  throw new Error('A hundred addresses guessed without a bound.');
}

/** The content of a response, without the seconds to wait, which change. */
const told = ({ status, text, headers }: Called) => [status, text.replace(/\d+ s/, ''), [...headers.keys()].join()];

describe('strangers who guess a password', () => {
  it('do not lock the owner out at an address that has logged in before', async () => {
    const { email } = await ownerAt('192.0.2.1', 'besieged');
    await guessUntilBlocked(email);
    // They may continue for any time.
    for (let day = 0; day < 2; day += 1) {
      expect((await loginFrom('192.0.2.1', email, PASSWORD)).status).toBe(200);
      app.travel(60 * 60_000);
      await guessUntilBlocked(email);
    }
    expect((await loginFrom('192.0.2.1', email, PASSWORD)).status).toBe(200);
  });

  it('do not prevent a session from changing the password or deleting the account', async () => {
    const { email, token } = await ownerAt('192.0.2.1', 'living');
    await guessUntilBlocked(email);
    // This holds even from the session's own address.
    for (let attempt = 0; attempt < 12; attempt += 1) await loginFrom('203.0.113.9', email, `guess ${attempt}`);
    const me = (method: string, body: unknown) =>
      app.call(method, '/v1/auth/me', { token, body, headers: { 'x-forwarded-for': '203.0.113.9' } });
    const changed = await me('PATCH', { password: 'a new password', current_password: PASSWORD });
    expect([changed.status, changed.body.email]).toEqual([200, email]);
    expect((await me('DELETE', { current_password: 'a new password' })).status).toBe(200);
  });

  it('cannot tell from the responses whether an account exists', async () => {
    const { email } = await ownerAt('192.0.2.1', 'known');
    const answers = async (of: string) => {
      const said: unknown[] = [];
      for (let place = 0; place < 35; place += 1) {
        said.push(told(await loginFrom(`198.51.100.${place}`, of, `guess ${place}`)));
      }
      return said;
    };
    const ofKnown = await answers(email);
    // By now the addresses have failed at other accounts too.
    app.travel(60 * 60_000);
    expect(await answers('nobody-at-all@example.org')).toEqual(ofKnown);
    expect(ofKnown.map((answer) => (answer as unknown[])[0])).toEqual([...Array(30).fill(401), ...Array(5).fill(429)]);
  });
});
