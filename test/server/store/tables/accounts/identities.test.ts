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
    expect(linked.filter(Boolean)).toHaveLength(1);
    expect(await db.read('select subject from identities')).toHaveLength(1);
    expect(await link('https://other.example.com', '1')).toBe(true);

    // Two whom an earlier version has linked: the account is that of the first.
    await db.write('insert into identities (issuer, subject, user_id, created_at) values (?, ?, ?, ?)', [
      ...[ISSUER, 'late', 'usr_1', 9],
    ]);
    const identities = createIdentities(db);
    const [first] = linked.flatMap((done, at) => (done ? [String(at + 1)] : []));
    expect(await identities.userOf({ issuer: ISSUER, subject: first ?? '' })).toBe('usr_1');
    expect(await identities.userOf({ issuer: ISSUER, subject: 'late' })).toBe('another');
    expect(await identities.userOf({ issuer: ISSUER, subject: 'unknown' })).toBeNull();
    await close();
  });
});
