/** What the operator allows a project in place of the server's settings, as JSON; null for these. */
export const projectQuotas = ['alter table projects add column quotas text'];
