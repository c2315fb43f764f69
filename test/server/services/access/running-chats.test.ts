import { describe, expect, it } from 'vitest';
import {
  type Asker,
  createRunningChats,
  type RevocationTarget,
} from '../../../../server/services/access/running-chats.ts';
import { errors } from '../../../../server/services/errors.ts';
import { settle } from '../../../helpers/timing/until.ts';

const asker = (changes: Partial<Asker> = {}): Asker => ({
  userId: 'usr_1',
  projectId: 'proj_1',
  keyId: 'key_1',
  mintedBy: null,
  ...changes,
});

const HOLDS = { name: 'key_1', verify: async () => undefined };

const ASKERS = {
  key: asker(),
  'other key': asker({ keyId: 'key_2' }),
  widget: asker({ keyId: null }),
  'widget of a member': asker({ keyId: null, mintedBy: 'usr_9' }),
  'other project': asker({ projectId: 'proj_2', keyId: 'key_3' }),
  'other project’s widget': asker({ projectId: 'proj_2', keyId: null }),
  'widget of the member elsewhere': asker({ projectId: 'proj_2', keyId: null, mintedBy: 'usr_9' }),
  'other owner': asker({ userId: 'usr_2', projectId: 'proj_3', keyId: 'key_4' }),
};

const REVOKED: [RevocationTarget, (keyof typeof ASKERS)[]][] = [
  [{ projectId: 'proj_1', keyId: 'key_1' }, ['key']],
  // A stranger may name another project's key. That ends nothing.
  [{ projectId: 'proj_2', keyId: 'key_1' }, []],
  [{ widgetOf: 'proj_1' }, ['widget', 'widget of a member']],
  [{ mintedBy: 'usr_9', projectId: 'proj_1' }, ['widget of a member']],
  [{ mintedBy: 'usr_9' }, ['widget of a member', 'widget of the member elsewhere']],
  [{ projectId: 'proj_1' }, ['key', 'other key', 'widget', 'widget of a member']],
  [{ userId: 'usr_1' }, Object.keys(ASKERS).filter((name) => name !== 'other owner') as (keyof typeof ASKERS)[]],
];

describe('running chats', () => {
  it.each(REVOKED)('end when %j is revoked: %j', async (revoked, ends) => {
    const chats = createRunningChats();
    const begun = Object.entries(ASKERS).map(([name, one]) => ({ name, chat: chats.begin(one, HOLDS) }));
    const done = await chats.revoke(revoked, async () => {
      // They end before the work, which may take long.
      const ended = begun.filter(({ chat }) => chat.signal.aborted);
      expect(ended.map(({ name }) => name)).toEqual(ends);
      for (const { chat } of ended) expect(chat.signal.reason).toMatchObject({ code: 'token_revoked' });
      for (const [name, one] of Object.entries(ASKERS)) {
        const begin = () => chats.begin(one, HOLDS);
        if (ends.includes(name as keyof typeof ASKERS)) expect(begin).toThrow(errors.tokenRevoked());
        else expect(begin).not.toThrow();
      }
      return 'done';
    });
    expect(done).toBe('done');
    // Afterwards, the store decides which credentials are valid.
    for (const one of Object.values(ASKERS)) expect(() => chats.begin(one, HOLDS)).not.toThrow();
  });

  it('may begin again if the revocation fails', async () => {
    const chats = createRunningChats();
    const failing = chats.revoke({ projectId: 'proj_1' }, () => Promise.reject(new Error('the disk is full')));
    await expect(failing).rejects.toThrow('the disk is full');
    expect(() => chats.begin(ASKERS.key, HOLDS)).not.toThrow();
  });

  it('end when the server stops, which refuses new ones and waits until the ended ones are stored', async () => {
    const chats = createRunningChats();
    const [one, two] = [chats.begin(ASKERS.key, HOLDS), chats.begin(ASKERS.widget, HOLDS)];
    chats.stop();
    expect([one.signal.reason, two.signal.reason]).toEqual([errors.stopping(), errors.stopping()]);
    expect(() => chats.begin(ASKERS.key, HOLDS)).toThrow(errors.stopping());
    let settled = false;
    const over = chats.settled().then(() => {
      settled = true;
    });
    one.end();
    await new Promise(setImmediate);
    expect(settled).toBe(false);
    two.end();
    await over;
  });

  it('end soon after another server has revoked their credential, which is verified once for all of them', async () => {
    const chats = createRunningChats(10);
    let asked = 0;
    let verify = async () => {
      asked += 1;
    };
    const revoked = { name: 'key_1', verify: () => verify() };
    const begun = [ASKERS.key, ASKERS.key].map((one) => chats.begin(one, revoked));
    const other = chats.begin(ASKERS['other key'], { ...HOLDS, name: 'key_2' });
    await expect.poll(() => asked).toBeGreaterThan(2);
    // None of these says that the credential is revoked.
    for (const trouble of [new Error('broken'), errors.databaseUnavailable(), errors.rateLimited(1)]) {
      asked = 0;
      verify = () => {
        asked += 1;
        return Promise.reject(trouble);
      };
      await expect.poll(() => asked).toBeGreaterThan(1);
    }
    expect(begun.map(({ signal }) => signal.aborted)).toEqual([false, false]);

    verify = () => Promise.reject(errors.tokenRevoked());
    await expect.poll(() => begun.every(({ signal }) => signal.aborted)).toBe(true);
    expect(begun[0]?.signal.reason).toMatchObject({ code: 'token_revoked' });
    expect(other.signal.aborted).toBe(false);

    for (const chat of [...begun, other]) chat.end();
    asked = 0;
    verify = async () => {
      asked += 1;
    };
    await settle();
    expect(asked).toBe(0);
  });
});
