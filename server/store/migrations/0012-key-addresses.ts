/** From where API keys may be used, as a list of ranges; empty for everywhere. */
export const keyAddresses = [`alter table api_keys add column addresses text not null default '[]'`];
