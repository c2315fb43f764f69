import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { migrations } from '../../../../server/store/migrations/all.ts';
import { apiKeysIn } from '../../../../server/store/sqlite/void-tokens.ts';
import { placeEarlierDatabase } from '../../../helpers/stores/earlier-database.ts';
import { databaseFile, temporaryPlaces } from '../../../helpers/stores/rows.ts';

const places = temporaryPlaces();
afterEach(() => places.clear());

describe('the API keys that a restore brings back', () => {
  it.each([1, migrations.length])('are named from a backup of schema version %i', (version) => {
    const dataDir = places.directory();
    placeEarlierDatabase(dataDir, version);
    expect(apiKeysIn(databaseFile(dataDir))).toEqual([
      { id: 'key_1', hash: 'sha', name: 'Website', prefix: 'chat_ab', project: 'Handbook' },
    ]);
  });

  it('are not those that have expired', () => {
    const dataDir = places.directory();
    placeEarlierDatabase(dataDir, migrations.length);
    const database = new Database(databaseFile(dataDir));
    database.prepare('update api_keys set expires_at = ?').run(Date.now() - 1);
    database.close();
    expect(apiKeysIn(databaseFile(dataDir))).toEqual([]);
  });
});
