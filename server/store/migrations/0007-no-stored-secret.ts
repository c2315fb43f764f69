/**
 * Postgres kept the secret that signs tokens in this table, where every dump of the database held it. The settings have it now
 * (`JWT_SECRET`). In an embedded database, the table was always empty.
 */
export const noStoredSecret = ['drop table secrets'];
