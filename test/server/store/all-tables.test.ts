import { expect, it } from 'vitest';
import { TABLES } from '../../../server/store/all-tables.ts';
import { migrations } from '../../../server/store/migrations/all.ts';
import type { Raw } from '../../../server/store/table.ts';
import { DATABASES } from '../../helpers/stores/databases.ts';
import { fill, filledTables } from './migrations/rows.ts';

interface FoundColumn {
  table: string;
  name: string;
  type: string;
  required: boolean | number;
  /** In the primary key, from 1; 0 or null for other columns. */
  place: number | null;
}

const ON_SQLITE = `select tables.name as "table", info.name, lower(info.type) as type, info."notnull" as required, info.pk as place
  from sqlite_master as tables, pragma_table_info(tables.name) as info
  where tables.type = 'table' and tables.name not like 'sqlite%' and tables.name not like 'search%'`;

const ON_POSTGRES = `select columns.table_name as "table", columns.column_name as name, columns.data_type as type,
    columns.is_nullable = 'NO' as required, keys.ordinal_position as place
  from information_schema.columns as columns
  left join information_schema.table_constraints as constraints on constraints.table_schema = columns.table_schema
    and constraints.table_name = columns.table_name and constraints.constraint_type = 'PRIMARY KEY'
  left join information_schema.key_column_usage as keys on keys.table_schema = columns.table_schema
    and keys.constraint_name = constraints.constraint_name and keys.column_name = columns.column_name
  where columns.table_schema = current_schema() and columns.table_name not like 'search%'`;

/** What a migration may call a column of each type. */
const TYPES = {
  text: ['text'],
  whole: ['integer'],
  large: ['bigint'],
  real: ['double precision'],
  bytes: ['bytea'],
};

it.each(DATABASES)(
  'the declared tables are exactly those of the migrated database, in $name',
  async ({ name, open }) => {
    const { db, close } = await open();
    const found = await db.read<FoundColumn>(name === 'sqlite' ? ON_SQLITE : ON_POSTGRES);
    await close();
    const inDatabase = found.map(({ table, name, type, required, place }) => {
      const isKey = Number(place) > 0;
      return `${table}.${name}: ${type}${required || isKey ? '' : ', nullable'}${isKey ? `, key ${place}` : ''}`;
    });
    const declared = TABLES.flatMap(({ name: table, columns, key }) =>
      columns.map(({ name, type, nullable }) => {
        const place = key.indexOf(name) + 1;
        return `${table}.${name}: ${TYPES[type]}${nullable ? ', nullable' : ''}${place > 0 ? `, key ${place}` : ''}`;
      }),
    );
    expect(declared.sort()).toEqual(inDatabase.sort());
  },
);

it('the database that is kept of each version has every column of the tables that it fills', () => {
  const filled = filledTables(migrations.length);
  const declared = TABLES.filter(({ name }) => filled.has(name)).map(({ name, columns }) => ({
    name,
    columns: columns.map((column) => column.name).sort(),
  }));
  expect(declared).toEqual(declared.map(({ name }) => ({ name, columns: [...(filled.get(name) ?? [])].sort() })));
});

it.each(DATABASES)('a value that is read is written as it was, in every column, in $name', async ({ open }) => {
  const { db, close } = await open();
  await fill(db, migrations.length);
  const stored: unknown[] = [];
  const written: unknown[] = [];
  for (const { name, columns } of TABLES) {
    for (const raw of await db.read<Raw>(`select * from ${name}`)) {
      for (const column of columns) {
        const value = raw[column.name] ?? null;
        if (value === null) continue;
        stored.push([name, column.name, value]);
        written.push([name, column.name, column.write(column.read(value))]);
      }
    }
  }
  await close();
  expect(written).toEqual(stored);
  expect(stored.length).toBeGreaterThan(300);
});
