import type { ApiKey, CreateApiKeyRequest, KeyScope } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { formatDate } from '../../format.ts';
import { checkboxField, inlineError, selectField } from '../../parts/forms/field.ts';

/** A new key while its form is open. */
export interface KeyDraft {
  name: string;
  scopes: readonly KeyScope[];
  /** Days until it expires; empty if it does not. */
  days: string;
}

/** What each scope allows, in the order of the form. */
const SCOPES: readonly { scope: KeyScope; label: string; short: string }[] = [
  { scope: 'ask', label: 'Ask questions and create widget tokens', short: 'asks' },
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

export const newKeyDraft = (): KeyDraft => ({ name: '', scopes: SCOPES.map(({ scope }) => scope), days: '' });

/** The request that creates the key. */
export function keyRequest({ name, scopes, days }: KeyDraft, now = Date.now()): CreateApiKeyRequest {
  const expires = days === '' ? {} : { expires_at: new Date(now + Number(days) * DAY_MS).toISOString() };
  return { name, scopes: [...scopes], ...expires };
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
  return html`<fieldset class="scopes"><legend>What may it do?</legend>
      ${SCOPES.map(({ scope, label }) =>
        checkboxField({
          ...{ name: `scope-${scope}`, label, checked: draft.scopes.includes(scope) },
          change: (checked) => allow(scope, checked),
        }),
      )}
      ${inlineError(draft.scopes.length === 0 && error('scopes') ? 'Choose at least one.' : null)}</fieldset>
    ${selectField({
      ...{ name: 'expires_at', label: 'When does it expire?', value: draft.days, options: LIFETIMES },
      change: (days) => change({ ...draft, days }),
      error: error('expires_at'),
    })}`;
}

/** What sets the key apart from one that may do everything for ever; nothing for such a key. */
export function describeRights({ scopes, expires_at }: ApiKey, now = Date.now()): TemplateResult | typeof nothing {
  const words = SCOPES.filter(({ scope }) => scopes.includes(scope)).map(({ short }) => short);
  const rights = words.length === SCOPES.length ? nothing : html` · ${words.join(', ')} only`;
  if (expires_at === null) return rights;
  const word = Date.parse(expires_at) <= now ? 'expired' : 'expires';
  return html`${rights} · ${word} ${formatDate(expires_at)}`;
}
