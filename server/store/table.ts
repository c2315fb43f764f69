import type { SqlValue } from './db.ts';

/** A row as the engines return it, by the names of its columns in SQL. */
export type Raw = Record<string, SqlValue>;

/**
 * How a column is stored, alike on every engine. `Hidden`: the value stays in the store, and is no part of the rows that it returns.
 * `Optional`: a new row need not give it.
 */
export interface Column<Value = unknown, Hidden extends boolean = boolean, Optional extends boolean = boolean> {
  readonly type: 'text' | 'whole' | 'large' | 'real' | 'bytes';
  readonly nullable: boolean;
  readonly hidden: Hidden;
  readonly optional: Optional;
  /** Of an optional column that a new row does not give. */
  readonly initial: Value | undefined;
  /** Null: that of the property, with underscores. */
  readonly name: string | null;
  read(stored: SqlValue | undefined): Value;
  write(value: Value): SqlValue;
}

type Plain<Value> = Column<Value, false, false>;

const plain = { nullable: false, hidden: false, optional: false, initial: undefined, name: null } as const;
const numeric = { ...plain, read: Number, write: (value: number) => value };

export const text: Plain<string> = {
  ...plain,
  type: 'text',
  read: (value) => String(value ?? ''),
  write: (value) => value,
};
export const whole: Plain<number> = { ...numeric, type: 'whole' };
/** Whole numbers of 64 bits. */
export const large: Plain<number> = { ...numeric, type: 'large' };
/** Epoch milliseconds. */
export const time = large;
export const real: Plain<number> = { ...numeric, type: 'real' };
export const bytes: Plain<Uint8Array> = {
  ...plain,
  type: 'bytes',
  read: (value) => value as Uint8Array,
  write: (value) => value,
};
export const flag: Plain<boolean> = { ...plain, type: 'whole', read: (value) => value === 1, write: Number };

/** One of some texts, which the compiler checks where they are written. */
export const oneOf = <Value extends string>(): Plain<Value> => text as Plain<string> as Plain<Value>;

/** JSON as text. The compiler checks its type where it is written. */
export const json = <Value>(): Plain<Value> => ({
  ...plain,
  type: 'text',
  read: (value) => JSON.parse(String(value)) as Value,
  write: (value) => JSON.stringify(value),
});

export const nullable = <Value>({ read, write, ...column }: Plain<Value>): Plain<Value | null> => ({
  ...column,
  nullable: true,
  read: (value) => (value == null ? null : read(value)),
  write: (value) => (value === null ? null : write(value)),
});

/** Null in the database stands for a value, which is read in its place. */
export const orElse = <Value>(absent: () => Value, column: Plain<Value>): Plain<Value> => {
  const asNull = column.write(absent());
  return {
    ...column,
    nullable: true,
    read: (stored) => (stored == null ? absent() : column.read(stored)),
    write(value) {
      const written = column.write(value);
      return written === asNull ? null : written;
    },
  };
};

/** The name of a column that is not that of its property. */
export const named = <Value>(name: string, column: Plain<Value>): Plain<Value> => ({ ...column, name });

export const hidden = <Value, Optional extends boolean>(
  column: Column<Value, false, Optional>,
): Column<Value, true, Optional> => ({ ...column, hidden: true });

/** What a new row has if it does not give the column. */
export const initially = <Value>(initial: Value, column: Plain<Value>): Column<Value, false, true> => ({
  ...column,
  optional: true,
  initial,
});

export type Columns = Record<string, Column>;

type ValueOf<C extends Column> = ReturnType<C['read']>;
/** The properties of columns that are hidden, or not, and optional, or not. */
type Which<C extends Columns, Kind extends Partial<Pick<Column, 'hidden' | 'optional'>>> = {
  [K in keyof C as C[K] extends Kind ? K : never]: ValueOf<C[K]>;
};
/** All of a new row. */
export type Values<C extends Columns> = Which<C, { optional: false }> & Partial<Which<C, { optional: true }>>;

export interface Table<C extends Columns = Columns, R = Which<C, { hidden: false }>> {
  readonly name: string;
  readonly declared: C;
  readonly columns: readonly (Column & { property: string; name: string })[];
  /** The columns of its primary key, in order. */
  readonly key: readonly string[];
  /** The names of all columns, a mark for each, and the statement that inserts them: the same text finds it prepared. */
  readonly list: string;
  readonly marks: string;
  readonly insertion: string;
  /** Of the optional columns that are not hidden. */
  readonly initial: Which<C, { hidden: false; optional: true }>;
  toRow(raw: Raw): R;
}

/** What is read of a table: all columns that are not hidden. */
export type Row<T extends { toRow(raw: Raw): unknown }> = ReturnType<T['toRow']>;
/** What makes a new row outside of the store: the same, without what the table has a value for. */
export type NewRow<T extends { declared: Columns }> = Which<T['declared'], { hidden: false; optional: false }> &
  Partial<Which<T['declared'], { hidden: false; optional: true }>>;

/** The one declaration of a table. A test compares it with the database. `key`: its primary key. */
export function table<C extends Columns>(name: string, declared: C, key: (keyof C & string)[] = ['id']): Table<C> {
  const columns = Object.entries(declared).map(([property, column]) => ({
    ...column,
    property,
    name: column.name ?? inSnakeCase(property),
  }));
  const shown = columns.filter((column) => !column.hidden);
  const list = columns.map((column) => column.name).join(', ');
  const marks = columns.map(() => '?').join(', ');
  const names = new Map(columns.map((column) => [column.property, column.name]));
  return {
    name,
    declared,
    columns,
    key: key.map((property) => names.get(property) ?? property),
    list,
    marks,
    insertion: `insert into ${name} (${list}) values (${marks})`,
    initial: Object.fromEntries(
      shown.filter(({ optional }) => optional).map(({ property, initial }) => [property, initial]),
    ) as Table<C>['initial'],
    toRow(raw) {
      const row: Record<string, unknown> = {};
      for (const column of shown) row[column.property] = column.read(raw[column.name]);
      return row as Which<C, { hidden: false }>;
    },
  };
}

/** The same table, whose rows have another shape outside of the store. */
export const shaped = <C extends Columns, R, Shape>(from: Table<C, R>, shape: (row: R) => Shape): Table<C, Shape> => ({
  ...from,
  toRow: (raw) => shape(from.toRow(raw)),
});

const inSnakeCase = (property: string) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
