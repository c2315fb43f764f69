import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecondFactorService } from '../../../../server/services/accounts/second-factor.ts';
import { authenticatorCode } from '../../../helpers/server/authenticator.ts';
import { createOwner, expectStatus, PASSWORD } from '../../../helpers/server/owner-with-project.ts';
import { type Called, startApp, type TestApp } from '../../../helpers/server/test-app.ts';
import { SILENT } from '../../../helpers/stores/rows.ts';

const STEP = 30_000;
const HOME = '192.0.2.1';

let app: TestApp;
let ahead = 0;
beforeAll(async () => {
  app = await startApp({ env: { trustedProxies: 1 } });
});
afterAll(() => app.close());

const travel = (milliseconds: number) => {
  ahead += milliseconds;
  app.travel(milliseconds);
};
const codeFor = (secret: string, stepsLater = 0) => authenticatorCode(secret, Date.now() + ahead, stepsLater);
const told = ({ status, body }: Called) => [status, body.code];
const call = (token: string, method: string, path = '', body?: object) =>
  app.call(method, `/v1/auth/second-factor${path}`, { token, body });
const logIn = (email: string, extra: object = {}, address = HOME) =>
  app.call('POST', '/v1/auth/login', {
    body: { email, password: PASSWORD, ...extra },
    headers: { 'x-forwarded-for': address },
  });
const confirm = (token: string, extra: object = {}) =>
  app.call('POST', '/v1/auth/confirm', { token, body: { password: PASSWORD, ...extra } });

/** An owner whose second factor is on, at a time at which no code has been used. */
async function ownerWithFactor(name: string) {
  const owner = await createOwner(app, `${name}@example.org`);
  expectStatus(await logIn(owner.email), 200);
  const { secret, uri } = expectStatus(await call(owner.token, 'POST'), 200).body;
  const enabled = await call(owner.token, 'POST', '/enable', { code: codeFor(secret) });
  const recoveryCodes: string[] = expectStatus(enabled, 200).body.recovery_codes;
  travel(2 * STEP);
  return { ...owner, secret, uri, recoveryCodes };
}

describe('a second factor', () => {
  it('is asked for once a code has shown that the app knows the secret', async () => {
    const { email, token } = await createOwner(app, 'begins@example.org');
    const off = { enabled: false, enabled_at: null, recovery_codes_left: 0 };
    expect((await call(token, 'GET')).body).toEqual(off);
    expect(told(await call(token, 'POST', '/enable', { code: '123456' }))).toEqual([400, 'no_second_factor']);
    const { secret, uri } = (await call(token, 'POST')).body;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`otpauth://totp/Footnote%20(127.0.0.1):begins%40example.org?secret=${secret}&`);
    const wrong = await call(token, 'POST', '/enable', { code: codeFor(secret, 5) });
    expect([...told(wrong), wrong.body.errors[0].field]).toEqual([400, 'wrong_code', 'code']);
    expect((await call(token, 'GET')).body).toEqual(off);
    expect((await logIn(email)).status).toBe(200);
    // Apps show codes in two groups.
    const code = codeFor(secret).replace(/^.../, '$& ');
    const { recovery_codes } = (await call(token, 'POST', '/enable', { code })).body;
    expect(recovery_codes).toHaveLength(10);
    const on = { enabled: true, enabled_at: expect.stringMatching(/Z$/), recovery_codes_left: 10 };
    expect((await call(token, 'GET')).body).toEqual(on);
    expect(told(await logIn(email))).toEqual([401, 'second_factor_required']);
    // Its code is used up.
    expect(told(await logIn(email, { code }))).toEqual([401, 'invalid_code']);
    expect(told(await call(token, 'POST'))).toEqual([400, 'second_factor_enabled']);
    expect(told(await call(token, 'POST', '/enable', { code }))).toEqual([400, 'second_factor_enabled']);
    // Neither the secret nor the codes can be read in the store or the log.
    const stored = JSON.stringify(
      await app.store.secondFactors.byUser((await app.store.users.byEmail(email))?.id ?? ''),
    );
    for (const text of [stored, app.log.join('')]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(recovery_codes[0]);
    }
  });

  it('lets in with the right code, once, and with one of a clock that is a little wrong', async () => {
    const { email, secret } = await ownerWithFactor('logs-in');
    const code = codeFor(secret);
    const several = await Promise.all([logIn(email, { code }), logIn(email, { code }), logIn(email, { code })]);
    expect(several.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(told(await logIn(email, { code }))).toEqual([401, 'invalid_code']);
    travel(3 * STEP);
    expect((await logIn(email, { code: codeFor(secret, -1) })).status).toBe(200);
    expect(told(await logIn(email, { code: codeFor(secret, -1) }))).toEqual([401, 'invalid_code']);
    expect((await logIn(email, { code: codeFor(secret, 1) })).status).toBe(200);
    expect(told(await logIn(email, { code: codeFor(secret, 3) }))).toEqual([401, 'invalid_code']);
    expect((await logIn(email, { code: 7 })).body.code).toBe('invalid_request');
  });

  it('reveals nothing before the right password', async () => {
    const { email, secret } = await ownerWithFactor('quiet');
    const { email: without } = await createOwner(app, 'without@example.org');
    const wrong = { password: 'wrong horse' };
    const answers = [
      await logIn(email, wrong),
      await logIn(email, { ...wrong, code: codeFor(secret) }),
      await logIn(without, wrong),
      await logIn('nobody@example.org', { ...wrong, code: '123456' }),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.body.code).toBe('invalid_credentials');
    // A wrong password has not used up the code, and an account without a second factor ignores one.
    expect((await logIn(email, { code: codeFor(secret) })).status).toBe(200);
    expect((await logIn(without, { code: '123456' })).status).toBe(200);
  });

  it('gives way to a recovery code, once each', async () => {
    const { email, token, recoveryCodes } = await ownerWithFactor('lost-phone');
    const [first = '', second = '', third = ''] = recoveryCodes;
    expect((await logIn(email, { code: first.toUpperCase().replaceAll('-', ' ') })).status).toBe(200);
    expect(told(await logIn(email, { code: first }))).toEqual([401, 'invalid_code']);
    expect((await call(token, 'GET')).body.recovery_codes_left).toBe(9);
    expect((await confirm(token, { code: second })).status).toBe(200);
    const renewed = (await call(token, 'POST', '/recovery-codes')).body.recovery_codes;
    expect(renewed).toHaveLength(10);
    expect(told(await logIn(email, { code: third }))).toEqual([401, 'invalid_code']);
    expect((await logIn(email, { code: renewed[0] })).status).toBe(200);
    const { token: stranger } = await createOwner(app, 'stranger@example.org');
    expect(told(await call(stranger, 'POST', '/recovery-codes'))).toEqual([400, 'no_second_factor']);
  });

  it('is part of a confirmation, without which it is neither set up, nor turned off, nor gets new codes', async () => {
    const { email, token, secret } = await ownerWithFactor('guarded');
    travel(10 * 60_000);
    for (const [method, path] of [
      ['POST', ''],
      ['POST', '/recovery-codes'],
      ['DELETE', ''],
    ] as const) {
      expect(told(await call(token, method, path))).toEqual([403, 'confirmation_required']);
    }
    const missing = await confirm(token);
    expect([...told(missing), missing.body.errors[0].field]).toEqual([400, 'second_factor_required', 'code']);
    expect(told(await confirm(token, { code: codeFor(secret, 5) }))).toEqual([400, 'wrong_code']);
    expect(told(await confirm(token, { password: 'wrong horse', code: codeFor(secret) }))).toEqual([
      400,
      'wrong_password',
    ]);
    expect(told(await call(token, 'DELETE'))).toEqual([403, 'confirmation_required']);
    expect((await confirm(token, { code: codeFor(secret) })).status).toBe(200);
    const off = await call(token, 'DELETE');
    expect([off.status, off.body]).toEqual([200, { enabled: false, enabled_at: null, recovery_codes_left: 0 }]);
    expect(told(await call(token, 'DELETE'))).toEqual([400, 'no_second_factor']);
    expect((await logIn(email)).status).toBe(200);
  });

  it('works with recovery codes alone after the signing secret has changed, until it is set up again', async () => {
    const { email, recoveryCodes, secret } = await ownerWithFactor('moved');
    const { id = '' } = (await app.store.users.byEmail(email)) ?? {};
    const { use } = createSecondFactorService({
      factors: app.store.secondFactors,
      secret: 'another secret of the server, long enough',
      host: () => 'localhost',
      log: SILENT,
      now: () => Date.now() + ahead,
    });
    expect(await use(id, codeFor(secret))).toBe(false);
    expect(await use(id, recoveryCodes[0] ?? '')).toBe(true);
  });
});

describe('codes of a second factor', () => {
  const wrongCode = (email: string, address?: string) => logIn(email, { code: '000000' }, address);

  it('cannot be guessed at an address that has logged in before, nor by asking for a code in between', async () => {
    const { email, secret } = await ownerWithFactor('guessed');
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(told(await wrongCode(email))).toEqual([401, 'invalid_code']);
      if (attempt < 9) expect(told(await logIn(email))).toEqual([401, 'second_factor_required']);
    }
    const refused = await logIn(email, { code: codeFor(secret) });
    expect(told(refused)).toEqual([429, 'login_throttled']);
    travel(Number(refused.headers.get('retry-after')) * 1000);
    expect((await logIn(email, { code: codeFor(secret) })).status).toBe(200);
  });

  it('cannot be guessed from ever new addresses, which keeps no known address out', async () => {
    const { email, secret } = await ownerWithFactor('spread');
    const guesses = [];
    for (let place = 0; place < 12; place += 1) guesses.push(told(await wrongCode(email, `198.51.100.${place}`))[1]);
    expect(guesses).toEqual([...Array(10).fill('invalid_code'), 'login_throttled', 'login_throttled']);
    travel(2 * 60 * 60_000);
    expect(told(await logIn(email, { code: codeFor(secret) }, '198.51.100.99'))).toEqual([429, 'login_throttled']);
    expect((await logIn(email, { code: codeFor(secret) })).status).toBe(200);
    travel(24 * 60 * 60_000);
    expect((await logIn(email, { code: codeFor(secret) }, '198.51.100.99')).status).toBe(200);
  });

  it('do not use up what others may attempt when they are right', async () => {
    const { email, secret } = await ownerWithFactor('traveller');
    for (let place = 0; place < 12; place += 1) {
      const address = `203.0.113.${place}`;
      expect(told(await logIn(email, {}, address))).toEqual([401, 'second_factor_required']);
      travel(STEP);
      expect((await logIn(email, { code: codeFor(secret) }, address)).status).toBe(200);
    }
  });

  it('cannot be guessed in a stolen session', async () => {
    const { token, secret } = await ownerWithFactor('stolen');
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(told(await confirm(token, { code: '000000' }))).toEqual([400, 'wrong_code']);
      if (attempt < 9) expect(told(await confirm(token))).toEqual([400, 'second_factor_required']);
    }
    expect(told(await confirm(token, { code: codeFor(secret) }))).toEqual([429, 'login_throttled']);
  });
});
