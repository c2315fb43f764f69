import type { GoldenCheck, GoldenQuestion, Page } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { Poll } from '../../controllers/poll.ts';
import { Resource } from '../../controllers/resource.ts';
import { errorMessage, formatDateTime, formatRelativeTime, plural } from '../../format.ts';
import { answerText, answerTextStyles } from '../../parts/answer-text.ts';
import '../../parts/dialogs/dialog.ts';
import { checkboxField, inlineError, textField } from '../../parts/forms/field.ts';
import { icon } from '../../parts/icon.ts';
import '../../parts/progress-bar.ts';
import { may } from '../../parts/role.ts';
import { badge, emptyState, pageHeader, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import { GOLDEN_FAULTS } from '../improve/kinds/broken.ts';

/** As many as a project may have. */
const LIMIT = 100;
const SHOWN_CHECKS = 10;

interface Draft {
  question: string;
  text: string;
  source: string;
  refused: boolean;
}
const EMPTY: Draft = { question: '', text: '', source: '', refused: false };

interface Loaded {
  questions: GoldenQuestion[];
  checks: Page<GoldenCheck>;
}

/** `/projects/{id}/golden-questions`: questions that must stay answered, and their checks. */
export class GoldenQuestionsView extends View {
  static override styles = [
    shared,
    answerTextStyles,
    css`
      .line { display: grid; gap: 0.25rem; }
      @media (max-width: 40rem) { .list > li { flex-wrap: wrap; } .list .line { flex: 1 0 100%; } .list li > .badge { margin-inline-end: auto; } }
      .under { display: grid; gap: var(--space-3); }
      details summary { cursor: pointer; color: var(--accent-ink); padding-block: 0.25rem; inline-size: fit-content; }
      @media (pointer: coarse) { details summary { padding-block: 0.75rem; } }
    `,
  ];
  static override properties = { draft: { state: true }, open: { state: true } };
  draft: Draft = EMPTY;
  open = false;
  readonly #add = new Action(this);
  readonly #run = new Action(this);
  readonly #loaded = new Resource<Loaded, { project: string }>(this, {
    key: () => ({ project: this.params.project ?? '' }),
    load: async ({ project }, signal) => {
      const { goldenQuestions } = this.app.client;
      const questions: GoldenQuestion[] = [];
      for await (const one of goldenQuestions.list(project, { limit: LIMIT }, { signal })) questions.push(one);
      return { questions, checks: await goldenQuestions.checks(project, { limit: SHOWN_CHECKS }, { signal }) };
    },
  });

  constructor() {
    super();
    new Poll(this, {
      minInterval: 1000,
      active: () => this.#latest?.state === 'running',
      request: async (signal) => {
        const { value } = this.#loaded;
        if (!value) return false;
        const project = this.params.project ?? '';
        const checks = await this.app.client.goldenQuestions.checks(project, { limit: SHOWN_CHECKS }, { signal });
        this.#loaded.set({ ...value, checks });
        return true;
      },
    });
  }

  get #latest(): GoldenCheck | undefined {
    return this.#loaded.value?.checks.items[0];
  }

  override render(): TemplateResult {
    const add = html`<button class="button" type="button" @click=${() => this.#ask(true)}>${icon('add', 16)}New question</button>`;
    const isRunning = this.#latest?.state === 'running';
    return html`<div class="page">
      ${pageHeader({
        title: 'Golden questions',
        lead: 'Questions whose right answer you know. Check them after a change to see which answers it broke; a folder sync does so by itself.',
        actions:
          this.#loaded.value?.questions.length && may(this.project, 'editor')
            ? html`${add}<button class="button primary" type="button" ?disabled=${isRunning} aria-busy=${this.#run.busy} @click=${this.#start}>${icon('play', 16)}Check them now</button>`
            : nothing,
      })}
      ${inlineError(this.#run.error())}
      ${renderResource(this.#loaded, ({ questions, checks }) =>
        questions.length === 0
          ? emptyState({
              icon: 'check',
              title: 'No golden questions yet',
              text: 'Add the questions that matter most to your visitors, with a text that a right answer has or a source that it cites.',
              ...(may(this.project, 'editor') && { action: add }),
            })
          : html`${this.#check(checks.items[0])}${this.#list(questions, checks.items[0])}${this.#history(checks.items)}`,
      )}
      ${this.#window()}
    </div>`;
  }

  #check(check: GoldenCheck | undefined): TemplateResult {
    if (!check) return html`<p class="soft">They have not been checked yet.</p>`;
    const { state, asked, total, broken, started_at } = check;
    if (state === 'running')
      return html`<section class="card under" aria-label="The check under way"><div role="status">${asked} of ${plural(total, 'question')} asked${broken > 0 ? html`, ${broken} broken so far` : nothing}</div>
        <ui-progress label="Asking the golden questions" value=${asked} max=${total}></ui-progress>
        ${may(this.project, 'editor') ? html`<div class="actions"><button class="button" type="button" @click=${() => this.#cancel(check)}>Cancel</button></div>` : nothing}</section>`;
    return html`<p class="row" role="status">${summary(check)}<span class="soft small">Checked <time datetime=${started_at} title=${formatDateTime(started_at)}>${formatRelativeTime(started_at)}</time></span></p>`;
  }

  #list(questions: GoldenQuestion[], latest: GoldenCheck | undefined): TemplateResult {
    const results = new Map(latest?.results.map((one) => [one.question_id, one]));
    return html`<ul class="list">${this.app.removals.left(questions).map((golden) => {
      const result = results.get(golden.id);
      return html`<li><div class="line grow"><span class="title break"><bdi>${golden.question}</bdi></span>
        <span class="soft small break">${expectation(golden)}</span>
        ${result?.fault ? html`<details><summary>What it answered</summary><h2 class="only-read">The answer</h2>${result.answer ? answerText(result.answer) : html`<p class="soft">Nothing.</p>`}</details>` : nothing}</div>
        ${result ? (result.fault ? badge(GOLDEN_FAULTS[result.fault], 'bad') : badge('Holds', 'good')) : badge('Not asked yet')}
        ${may(this.project, 'editor') ? html`<button class="button quiet icon small" type="button" aria-label="Delete “${golden.question}”" title="Delete" @click=${() => this.#delete(golden)}>${icon('trash')}</button>` : nothing}</li>`;
    })}</ul>`;
  }

  #history(checks: GoldenCheck[]): TemplateResult | typeof nothing {
    if (checks.length < 2) return nothing;
    return html`<section class="stack tight"><h2>Earlier checks</h2><ul class="list">${checks
      .slice(1)
      .map(
        (check) =>
          html`<li><span class="grow"><time datetime=${check.started_at}>${formatDateTime(check.started_at)}</time></span>${summary(check)}</li>`,
      )}</ul></section>`;
  }

  #window(): TemplateResult {
    const { draft } = this;
    const change = (changes: Partial<Draft>) => {
      this.draft = { ...this.draft, ...changes };
    };
    return html`<ui-dialog asks heading="New golden question" .open=${this.open} .locked=${this.#add.busy} @close=${() => this.#ask(false)}>
      <form id="form" class="stack" novalidate @submit=${this.#submit}>
        ${textField({ name: 'question', label: 'Question', value: draft.question, required: true, focused: true, maxlength: 2000, error: this.#add.field('question'), change: (question) => change({ question }) })}
        ${checkboxField({ name: 'refused', label: 'It must be refused', checked: draft.refused, hint: 'Because your documents do not answer it, and must not seem to.', change: (refused) => change({ refused }) })}
        ${
          draft.refused
            ? nothing
            : html`${textField({ name: 'text', label: 'The answer must contain', optional: true, value: draft.text, maxlength: 500, error: this.#add.field('text'), change: (text) => change({ text }) })}
              ${textField({ name: 'source', label: 'It must cite this source', optional: true, value: draft.source, hint: 'Its title, file name, address or external id.', maxlength: 500, error: this.#add.field('source'), change: (source) => change({ source }) })}`
        }
        ${inlineError(this.#add.error('question', 'text', 'source'))}</form>
      <button slot="footer" class="button" type="button" @click=${this.#close}>Cancel</button>
      <button slot="footer" class="button primary" type="submit" form="form" aria-busy=${this.#add.busy}>Add the question</button>
    </ui-dialog>`;
  }

  #ask(open: boolean): void {
    this.open = open;
    this.draft = EMPTY;
    this.#add.clear();
  }

  #close(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const question = this.draft.question.trim();
    if (!question) return this.#add.refuse({ question: 'Write the question.' });
    const { refused } = this.draft;
    const [text, source] = [this.draft.text, this.draft.source].map((one) => (refused ? null : one.trim() || null));
    const body = { question, refused, text: text ?? null, source: source ?? null };
    const added = await this.#add.run(() => this.app.client.goldenQuestions.create(this.params.project ?? '', body));
    if (!added) return;
    this.#close();
    await this.#loaded.reload();
  }

  async #start(): Promise<void> {
    const project = this.params.project ?? '';
    const check = async () => {
      // What was just deleted is not asked, though its deletion could still be undone.
      await this.app.removals.flush();
      return this.app.client.goldenQuestions.check(project);
    };
    if (await this.#run.run(check)) await this.#loaded.reload();
  }

  async #cancel({ id }: GoldenCheck): Promise<void> {
    try {
      await this.app.client.goldenQuestions.cancelCheck(this.params.project ?? '', id);
      await this.#loaded.reload();
    } catch (error) {
      this.app.toast(errorMessage(error), 'bad');
    }
  }

  #delete({ id, question }: GoldenQuestion): void {
    const project = this.params.project ?? '';
    this.app.removals.add({
      ids: [id],
      text: `“${question}” deleted. Earlier checks keep its results.`,
      remove: async (client) => {
        await client.goldenQuestions.delete(project, id);
        return [];
      },
      removed: () => this.isConnected && this.#loaded.reload(),
    });
    this.renderRoot.querySelector('h1')?.focus();
  }
}

function expectation({ text, source, refused }: GoldenQuestion): string {
  if (refused) return 'Must be refused';
  const parts = [text && `must have “${text}”`, source && `must cite “${source}”`].filter(Boolean).join(', ');
  return parts ? `Its answer ${parts}` : 'Must not be refused';
}

function summary({ state, asked, total, broken }: GoldenCheck): TemplateResult {
  if (state === 'cancelled') return badge(`Cancelled after ${asked} of ${total}`);
  if (state === 'failed') return badge(`Failed after ${asked} of ${total}`, 'bad');
  if (state === 'running') return badge('Under way');
  return broken === 0
    ? badge(`Nothing broken (${plural(asked, 'question')})`, 'good')
    : badge(`${broken} of ${asked} broken`, 'bad');
}

customElements.define('view-golden-questions', GoldenQuestionsView);
