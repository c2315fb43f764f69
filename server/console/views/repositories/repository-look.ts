import type { LookAtRepositoryRequest, RepositoryLook, RequestOptions } from '@footnote/sdk';
import { html, type LitElement, type TemplateResult } from 'lit';
import type { Action } from '../../controllers/action.ts';
import { selectField } from '../../parts/forms/field.ts';
import '../../parts/progress-bar.ts';
import type { RepositoryDraft } from './repository-draft.ts';

/** The server gives up earlier. */
const LOOK_MS = 15 * 60_000;

/** A look at a repository in a dialog: what was seen, and whether another look is under way. */
export class LookAction {
  readonly #host: LitElement;
  readonly #action: Action;
  #asked = '';
  #stop: AbortController | null = null;
  /** What was seen last; null before the first look. */
  seen: RepositoryLook | null = null;

  constructor(host: LitElement, action: Action) {
    this.#host = host;
    this.#action = action;
  }

  get busy(): boolean {
    return this.#stop !== null;
  }

  /** What was seen, if it is still what is asked for. */
  current(request: LookAtRepositoryRequest): RepositoryLook | null {
    return this.#asked === JSON.stringify(request) ? this.seen : null;
  }

  /** Asks, keeps what is seen, and moves the focus to the preview. */
  async look(
    request: LookAtRepositoryRequest,
    ask: (request: LookAtRepositoryRequest, options: RequestOptions) => Promise<RepositoryLook>,
  ): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    const { signal } = stop;
    const look = await this.#action.run(() =>
      ask(request, { signal, timeout: { headers: LOOK_MS, total: LOOK_MS }, maxRetries: 0 }).catch((error) => {
        if (signal.aborted) return null;
        throw error;
      }),
    );
    if (this.#stop !== stop) return;
    this.#stop = null;
    this.#host.requestUpdate();
    if (look) {
      this.seen = look;
      this.#asked = JSON.stringify(request);
    }
    await this.#host.updateComplete;
    if (!look) return this.#host.renderRoot.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
    // Not left on the button, which does something else from now on.
    const preview = this.#host.renderRoot.querySelector<HTMLElement>('#preview');
    preview?.focus();
    preview?.scrollIntoView({ block: 'start' });
  }

  stop(): void {
    this.#stop?.abort();
  }

  /** Ends the look and forgets what was seen. */
  clear(): void {
    this.stop();
    this.#stop = null;
    this.seen = null;
    this.#asked = '';
  }
}

export const lookProgress = (): TemplateResult =>
  html`<div class="going" role="status"><ui-progress label="The repository is looked at"></ui-progress>
    <span class="soft small">The repository is looked at. That takes some seconds, and for a large one a minute or more.</span></div>`;

/** The branches that were seen, to choose one. */
export function branchChoice(
  { branches, default_branch }: RepositoryLook,
  draft: RepositoryDraft,
  action: Action,
  change: (draft: RepositoryDraft) => void,
): TemplateResult {
  const names = new Set(branches.filter((name) => name !== default_branch));
  if (draft.branch !== '') names.add(draft.branch);
  return selectField({
    name: 'branch',
    label: 'Branch',
    value: draft.branch,
    options: [
      { value: '', label: default_branch ? `${default_branch} (default)` : 'The first one' },
      ...[...names].map((name) => ({ value: name, label: name })),
    ],
    error: action.field('branch'),
    change: (branch) => change({ ...draft, branch }),
  });
}
