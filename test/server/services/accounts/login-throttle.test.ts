import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiError } from '../../../../server/platform/errors.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { createLoginThrottle, type LoginThrottle } from '../../../../server/services/accounts/login-throttle.ts';
import { startRetention } from '../../../../server/services/server/retention.ts';
import type { Store } from '../../../../server/store/types.ts';
import { SILENT, temporaryPlaces, withUser } from '../../../helpers/stores/rows.ts';
import { rowStores } from '../../../helpers/stores/tested-stores.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const SECRET = 'a secret for tests that is long enough';

/** The account `usr_ada` as `withUser` creates it. */
const ADA = { id: 'usr_ada', email: 'usr_ada@example.com' };
const HOME = '192.0.2.1';

for (const { name, alone, open, rows } of rowStores()) {
  describe(`failed logins (${name})`, () => {
    const places = temporaryPlaces();
    let now: number;
    let directory: string;
    let store: Store;
    let throttle: LoginThrottle;

    const throttleOn = (of: Store, changes: { secret?: string; store?: Partial<Store['loginAddresses']> } = {}) =>
      createLoginThrottle({
        limits: of.limits,
        addresses: { ...of.loginAddresses, ...changes.store },
        secret: changes.secret ?? SECRET,
        log: SILENT,
        now: () => now,
      });

    beforeEach(async () => {
      now = 1_000_000_000;
      directory = places.directory();
      store = places.track(await open(directory));
      throttle = throttleOn(store);
      await withUser(store, ADA.id);
    });
    afterEach(() => places.clear());

    const wait = (seconds: number) => {
      now += seconds * 1000;
    };
    const secondsToWait = (attempt: Promise<unknown>): Promise<number> =>
      attempt.then(
        () => 0,
        (error: ApiError) => error.retryAfter ?? Number.NaN,
      );
    /** Tries a wrong password. Returns the seconds to wait; 0 if the password was tried. */
    const guess = (email: string, address: string, by = throttle) => secondsToWait(by.login(email, address));
    /** Tries the right password. Returns the seconds to wait; 0 if the login succeeded. */
    const logIn = async (address: string, user = ADA, by = throttle): Promise<number> =>
      secondsToWait(by.login(user.email, address).then((attempt) => attempt.succeeded(user.id)));
    const provesWrong = (session: string) => secondsToWait(throttle.proof(session));
    const stranger = (number: number) => `198.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
    /** Lets new addresses guess once each until one is refused. Returns how many were not refused. */
    async function guessFromNewAddresses(email = ADA.email, from = 0): Promise<number> {
      for (let tried = 0; tried < 200; tried += 1) {
        if ((await guess(email, stranger(from + tried))) > 0) return tried;
      }
      throw new Error('Two hundred addresses guessed without being limited.');
    }

    describe('from one address', () => {
      it('at one account are delayed after the tenth, each time longer, up to 15 minutes', async () => {
        for (let attempt = 0; attempt < 10; attempt += 1) expect(await guess(ADA.email, HOME)).toBe(0);
        const delays: number[] = [];
        for (let attempt = 0; attempt < 14; attempt += 1) {
          const delay = await guess(ADA.email, HOME);
          delays.push(delay);
          wait(delay);
          expect(await guess(ADA.email, HOME)).toBe(0);
        }
        expect(delays.slice(0, 4)).toEqual([1, 2, 4, 8]);
        expect(Math.max(...delays)).toBe(900);
      });

      it('are delayed just the same if the account has logged in from there', async () => {
        await logIn(HOME);
        for (let attempt = 0; attempt < 10; attempt += 1) expect(await guess(ADA.email, HOME)).toBe(0);
        expect(await logIn(HOME)).toBe(1);
        wait(1);
        expect(await guess(ADA.email, HOME)).toBe(0);
        expect(await logIn(HOME)).toBe(2);
      });

      it('do not delay logins at other accounts, and are forgotten after a successful login', async () => {
        for (let attempt = 0; attempt < 10; attempt += 1) await guess(ADA.email, HOME);
        expect(await guess('other@example.com', HOME)).toBe(0);
        wait(1);
        expect(await logIn(HOME)).toBe(0);
        for (let attempt = 0; attempt < 10; attempt += 1) expect(await guess(ADA.email, HOME)).toBe(0);
      });

      it('are delayed across all accounts', async () => {
        for (let attempt = 0; attempt < 50; attempt += 1) expect(await guess(`${attempt}@x.org`, HOME)).toBe(0);
        expect(await guess('new@x.org', HOME)).toBe(1);
        expect(await guess('new@x.org', '192.0.2.2')).toBe(0);
      });

      it('do not lock out an account that has logged in from there', async () => {
        await logIn(HOME);
        for (let attempt = 0; attempt < 50; attempt += 1) await guess(`${attempt}@x.org`, HOME);
        expect(await guess('new@x.org', HOME)).toBeGreaterThan(0);
        expect(await logIn(HOME)).toBe(0);
        // The login does not unblock the others.
        expect(await guess('new@x.org', HOME)).toBeGreaterThan(0);
      });

      it.each([
        ['the attacker’s own account', () => ADA],
        ['new accounts of the attacker', (turn: number) => ({ id: `usr_${turn}`, email: `usr_${turn}@example.com` })],
      ])('stay limited despite logins at %s in between', async (_, ownAt) => {
        let guesses = 0;
        for (let turn = 0; turn < 70; turn += 1) {
          if ((await guess(`${turn}@x.org`, HOME)) === 0) guesses += 1;
          const own = ownAt(turn);
          await withUser(store, own.id);
          await logIn(HOME, own);
        }
        expect(guesses).toBe(50);
      });

      it('count from their start, so that parallel guesses do not exceed the limit', async () => {
        const waits = await Promise.all(Array.from({ length: 40 }, () => guess(ADA.email, HOME)));
        expect(waits.filter((seconds) => seconds === 0)).toHaveLength(10);
      });

      it('are forgotten after an hour', async () => {
        for (let attempt = 0; attempt < 9; attempt += 1) await guess(ADA.email, HOME);
        wait(HOUR);
        for (let attempt = 0; attempt < 9; attempt += 1) expect(await guess(ADA.email, HOME)).toBe(0);
      });

      it('leave attempts for other new addresses, however long they continue', async () => {
        const until = now + DAY * 1000;
        let guesses = 0;
        while (now < until) {
          const delay = await guess(ADA.email, '203.0.113.1');
          if (delay === 0) guesses += 1;
          wait(delay);
        }
        expect(guesses).toBeLessThan(120);
        expect(await logIn('192.0.2.77')).toBe(0);
      });
    });

    describe('from many addresses', () => {
      it('at one account are limited to thirty per hour', async () => {
        expect(await guessFromNewAddresses()).toBe(30);
        expect(await guess(ADA.email, stranger(1_000))).toBe(HOUR);
        expect(await guess('other@example.com', stranger(1_000))).toBe(0);
        wait(HOUR);
        expect(await guessFromNewAddresses(ADA.email, 2_000)).toBe(30);
      });

      it('are limited just the same if they arrive at once', async () => {
        const waits = await Promise.all(Array.from({ length: 60 }, (_, place) => guess(ADA.email, stranger(place))));
        expect(waits.filter((seconds) => seconds === 0)).toHaveLength(30);
      });

      it('do not lock the owner out at a known address, however long they continue', async () => {
        await logIn(HOME);
        for (let hour = 0; hour < 24; hour += 1) {
          await guessFromNewAddresses(ADA.email, hour * 100);
          expect(await logIn(HOME)).toBe(0);
          wait(HOUR);
        }
      });

      it('stay limited when the owner logs in', async () => {
        await logIn(HOME);
        await guessFromNewAddresses();
        await logIn(HOME);
        expect(await guess(ADA.email, stranger(1_000))).toBeGreaterThan(0);
      });

      it('are not counted while they are refused', async () => {
        await guessFromNewAddresses();
        for (let attempt = 0; attempt < 60; attempt += 1) expect(await logIn(HOME)).toBe(HOUR);
        wait(HOUR);
        expect(await logIn(HOME)).toBe(0);
      });

      it('are answered alike whether the account exists or not', async () => {
        const delays = async (email: string, meanwhile: (turn: number) => Promise<unknown>) => {
          const seen: number[] = [];
          for (let attempt = 0; attempt < 12; attempt += 1) seen.push(await guess(email, '203.0.113.1'));
          for (let turn = 0; turn < 40; turn += 1) {
            await meanwhile(turn);
            wait(1);
            seen.push(await guess(email, stranger(turn)));
          }
          return seen;
        };
        // Even while the owner logs in, from new and from known addresses.
        const ofOwner = await delays(ADA.email, (turn) => logIn(`192.0.2.${turn % 8}`));
        expect(ofOwner).toEqual(await delays('nobody@example.com', async () => undefined));
        expect(ofOwner.filter((delay) => delay === 0)).toHaveLength(30);
      });
    });

    describe('of a session that proves its password', () => {
      it('are delayed, but no other session and no login is', async () => {
        for (let attempt = 0; attempt < 10; attempt += 1) expect(await provesWrong('session 1')).toBe(0);
        expect(await provesWrong('session 1')).toBe(1);
        expect(await provesWrong('session 2')).toBe(0);
        expect(await logIn(HOME)).toBe(0);
      });

      it('are forgotten once it has proved the password', async () => {
        for (let attempt = 0; attempt < 9; attempt += 1) await provesWrong('session 1');
        await (await throttle.proof('session 1')).succeeded();
        for (let attempt = 0; attempt < 10; attempt += 1) expect(await provesWrong('session 1')).toBe(0);
      });
    });

    describe('and the known addresses of an account', () => {
      /** Reports whether the owner can log in from this address while new addresses are blocked. */
      const lets = async (address: string) => (await logIn(address)) === 0;

      it('do not apply to other accounts', async () => {
        const other = { id: 'usr_other', email: 'usr_other@example.com' };
        await withUser(store, other.id);
        await logIn(HOME, other);
        await guessFromNewAddresses();
        expect(await lets(HOME)).toBe(false);
      });

      it('are the latest twenty', async () => {
        for (let place = 0; place < 21; place += 1) {
          expect(await logIn(`192.0.2.${place}`)).toBe(0);
          wait(60);
        }
        wait(HOUR);
        await guessFromNewAddresses();
        expect(await lets('192.0.2.0')).toBe(false);
        for (let place = 1; place < 21; place += 1) expect(await lets(`192.0.2.${place}`)).toBe(true);
        expect(await rows(directory, 'select * from login_addresses')).toHaveLength(20);
      });

      it('are forgotten ninety days after the last login from there', async () => {
        await logIn(HOME);
        wait(60 * DAY);
        await logIn(HOME);
        wait(89 * DAY);
        await guessFromNewAddresses();
        expect(await lets(HOME)).toBe(true);
        wait(90 * DAY);
        await guessFromNewAddresses();
        expect(await lets(HOME)).toBe(false);
        const retention = startRetention({ store, conversationDays: 0, log: SILENT, now: () => now });
        await retention.sweep();
        retention.stop();
        expect(await rows(directory, 'select * from login_addresses')).toEqual([]);
      });

      it('are forgotten with the account', async () => {
        await logIn(HOME);
        const attempt = await throttle.login(ADA.email, '192.0.2.2');
        await store.users.delete(ADA.id);
        // So are those of a login under way.
        await attempt.succeeded(ADA.id);
        expect(await rows(directory, 'select * from login_addresses')).toEqual([]);
      });

      it('are stored as hashes that depend on the secret', async () => {
        await logIn(HOME);
        await guess(ADA.email, '203.0.113.1');
        const kept = JSON.stringify([
          await rows(directory, 'select * from login_addresses'),
          await rows(directory, 'select * from limit_states'),
        ]);
        expect(kept).not.toContain(HOME);
        expect(kept).not.toContain('203.0.113.1');
        await guessFromNewAddresses();
        expect(await logIn(HOME, ADA, throttleOn(store, { secret: 'another secret that is as long' }))).toBe(0);
        expect(await rows(directory, 'select * from login_addresses')).toHaveLength(2);
      });

      it('do not fail a login if they cannot be written', async () => {
        const lines: string[] = [];
        const failing = createLoginThrottle({
          limits: store.limits,
          addresses: {
            lastLogin: store.loginAddresses.lastLogin,
            note: () => Promise.reject(new Error('The disk is full.')),
          },
          secret: SECRET,
          log: createLog((line) => lines.push(line)),
          now: () => now,
        });
        expect(await logIn(HOME, ADA, failing)).toBe(0);
        expect(lines.join()).toContain('login_address_write_failed');
      });

      it('are written at most once a day', async () => {
        let written = 0;
        const counting = throttleOn(store, {
          store: {
            note: async (...given) => {
              written += 1;
              await store.loginAddresses.note(...given);
            },
          },
        });
        for (let hour = 0; hour < 48; hour += 1) {
          await logIn(HOME, ADA, counting);
          wait(HOUR);
        }
        expect(written).toBe(2);
      });
    });

    it.skipIf(alone)('are counted across all servers, which share the known addresses', async () => {
      const others = [places.track(await open(directory)), places.track(await open(directory))].map((of) =>
        throttleOn(of),
      );
      const servers = [throttle, ...others];
      expect(await logIn(HOME, ADA, others[0])).toBe(0);
      const waits = await Promise.all(
        Array.from({ length: 60 }, (_, place) => guess(ADA.email, stranger(place), servers[place % 3])),
      );
      expect(waits.filter((seconds) => seconds === 0)).toHaveLength(30);
      for (const server of servers) expect(await logIn(HOME, ADA, server)).toBe(0);
      for (let attempt = 0; attempt < 10; attempt += 1) await guess(ADA.email, HOME, servers[attempt % 3]);
      for (const server of servers) expect(await logIn(HOME, ADA, server)).toBeGreaterThan(0);
    });
  });
}
