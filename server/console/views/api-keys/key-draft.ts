import type { ApiKey, CreateApiKeyRequest, KeyScope } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { formatDate, formatDateTime } from '../../format.ts';
import { checkboxField, inlineError, selectField, textField } from '../../parts/forms/field.ts';

/** A new key while its form is open. */
export interface KeyDraft {
  name: string;
  scopes: readonly KeyScope[];
  /** Days until it expires; empty if it does not. */
  days: string;
  /** IP addresses and ranges as they are typed; empty for everywhere. */
  addresses: string;
}

/** What each scope allows, in the order of the form. */
const SCOPES: readonly { scope: KeyScope; label: string; short: string }[] = [
  { scope: 'ask', label: 'Search, ask questions and create widget tokens', short: 'asks' },
  { scope: 'ingest', label: 'Add, change and delete sources', short: 'adds sources' },
  { scope: 'read', label: 'Read sources, conversations and usage', short: 'reads' },
  { scope: 'manage', label: 'Delete conversations', short: 'deletes conversations' },
];

const LIFETIMES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

const DAY_MS = 86_400_000;

/** When a former key ends after a rotation, in seconds. */
const OVERLAPS = [
  { value: '0', label: 'At once' },
  { value: '3600', label: 'In an hour' },
  { value: '86400', label: 'In a day' },
  { value: '604800', label: 'In a week' },
];

export const DEFAULT_OVERLAP = '86400';

/** The field for when a key that is rotated ends. */
export const overlapField = (value: string, change: (value: string) => void): TemplateResult =>
  selectField({
    name: 'overlap_seconds',
    label: 'When does the old key stop working?',
    value,
    options: OVERLAPS,
    change,
  });

export const newKeyDraft = (): KeyDraft => ({
  name: '',
  scopes: SCOPES.map(({ scope }) => scope),
  days: '',
  addresses: '',
});

/** The request that creates the key. */
export function keyRequest({ name, scopes, days, addresses }: KeyDraft, now = Date.now()): CreateApiKeyRequest {
  const expires = days === '' ? {} : { expires_at: new Date(now + Number(days) * DAY_MS).toISOString() };
  const listed = addresses.split(/[\s,;]+/).filter((address) => address !== '');
  return { name, scopes: [...scopes], ...expires, ...(listed.length > 0 && { allowed_addresses: listed }) };
}

/** The fields for what a key may do and until when. */
export function keyRights(given: {
  draft: KeyDraft;
  change(draft: KeyDraft): void;
  /** The server's message about a field. */
  error(name: string): string | null;
}): TemplateResult {
  const { draft, change, error } = given;
  const allow = (scope: KeyScope, allowed: boolean) =>
    change({ ...draft, scopes: allowed ? [...draft.scopes, scope] : draft.scopes.filter((one) => one !== scope) });
  return html`<fieldset class="scopes"><legend class="label">What may it do?</legend>
      ${SCOPES.map(({ scope, label }) =>
        checkboxField({
          name: `scope-${scope}`,
          label,
          checked: draft.scopes.includes(scope),
          change: (checked) => allow(scope, checked),
        }),
      )}
      ${inlineError(draft.scopes.length === 0 && error('scopes') ? 'Choose at least one.' : null)}</fieldset>
    ${selectField({
      name: 'expires_at',
      label: 'When does it expire?',
      value: draft.days,
      options: LIFETIMES,
      change: (days) => change({ ...draft, days }),
      error: error('expires_at'),
    })}
    ${textField({
      name: 'allowed_addresses',
      label: 'Allowed addresses',
      value: draft.addresses,
      optional: true,
      hint: 'IP addresses or ranges from which it may be used, such as 192.0.2.0/24, with spaces between them. Empty for everywhere.',
      change: (addresses) => change({ ...draft, addresses }),
      error: error('allowed_addresses'),
    })}`;
}

/** What sets the key apart from one that may do everything for ever. */
export function describeRights(
  { scopes, expires_at, former_until, allowed_addresses }: ApiKey,
  now = Date.now(),
): TemplateResult {
  const words = SCOPES.filter(({ scope }) => scopes.includes(scope)).map(({ short }) => short);
  const isPast = (time: string) => Date.parse(time) <= now;
  return html`${words.length === SCOPES.length ? nothing : html` · ${words.join(', ')} only`}${
    expires_at === null ? nothing : html` · ${isPast(expires_at) ? 'expired' : 'expires'} ${formatDate(expires_at)}`
  }${former_until === null || isPast(former_until) ? nothing : html` · old key valid until ${formatDateTime(former_until)}`}${
    allowed_addresses.length === 0 ? nothing : html` · from ${allowed_addresses.join(', ')} only`
  }`;
}
