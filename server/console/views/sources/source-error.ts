import type { Source } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../parts/icon.ts';

/** The actions that may resolve an error. */
export interface SourceRemedies {
  again(source: Source): void;
  replaceFile(source: Source): void;
  replaceText(source: Source): void;
}

/** Temporary causes: the same file may be read at the next attempt. */
const PASSING = new Set(['embedder_unavailable', 'storage_full', 'interrupted', 'internal_error']);

/** Why a source could not be read or updated, and what can be done; nothing if there is no problem. */
export function sourceError(source: Source, remedies: SourceRemedies | null): TemplateResult | typeof nothing {
  const { status, error } = source;
  if (!error || status === 'pending' || status === 'processing') return nothing;
  const failed = status === 'failed';
  return html`<div class="note ${failed ? 'bad' : 'warn'} above">${icon('alert')}<div class="spread">
    <span class="words">${failed ? error.message : html`<strong>It could not be read again.</strong> ${error.message} Questions are still answered from what was read before.`}</span>
    ${remedies ? remedyButton(source, error.code, remedies) : nothing}</div></div>`;
}

function remedyButton(source: Source, code: string, remedies: SourceRemedies): TemplateResult {
  if (source.type === 'url' || PASSING.has(code)) return remedy('sync', 'Read again', () => remedies.again(source));
  return source.type === 'file'
    ? remedy('upload', 'Replace the file', () => remedies.replaceFile(source))
    : remedy('text', 'Replace the text', () => remedies.replaceText(source));
}

const remedy = (name: 'sync' | 'upload' | 'text', label: string, act: () => void) =>
  html`<button class="button small" type="button" @click=${act}>${icon(name, 16)}${label}</button>`;
