import { describe, expect, it } from 'vitest';
import { createIdentities, linkIdentity } from '../../../../../server/store/tables/accounts/identities.ts';
import { DATABASES } from '../../../../helpers/stores/databases.ts';

const ISSUER = 'https://id.example.com';

describe.each(DATABASES)('identities of a provider: $name', ({ open }) => {
  it('are one for each account and issuer, also when several are linked at once', async () => {
    const { db, close } = await open();
    await db.write(
      "insert into users (id, email, name, password_hash, token_epoch, operator, created_at) values ('usr_1', 'a@example.org', 'A', '', 1, 0, 1)",
    );
    const link = (issuer: string, subject: string) => db.tx((tx) => linkIdentity(tx, { issuer, subject }, 'usr_1', 1));
    const linked = await Promise.all(['1', '2', '3', '4', '5'].map((subject) => link(ISSUER, subject)));
    expect(linked.toSorted()).toEqual(['linked', 'other', 'other', 'other', 'other']);
    const first = String(linked.indexOf('linked') + 1);
    expect(await link(ISSUER, first)).toBe('already');
    expect(await link('https://other.example.com', '1')).toBe('linked');

    const second = "insert into identities (issuer, subject, user_id, created_at) values (?, 'late', 'usr_1', 9)";
    await expect(db.write(second, [ISSUER])).rejects.toThrow(/unique/i);
    const identities = createIdentities(db);
    expect(await identities.userOf({ issuer: ISSUER, subject: first })).toBe('usr_1');
    expect(await identities.userOf({ issuer: ISSUER, subject: 'late' })).toBeNull();
    expect(await identities.subjectOf('usr_1', ISSUER)).toBe(first);
    await close();
  });
});
