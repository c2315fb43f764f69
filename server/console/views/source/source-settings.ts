import type { Source } from '@footnote/sdk';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { Unsaved } from '../../controllers/unsaved.ts';
import { inlineError } from '../../parts/forms/field.ts';
import { shared } from '../../styles/shared.ts';
import {
  CRAWL_FIELDS,
  type CrawlDraft,
  crawlDraft,
  crawlFields,
  crawlOptions,
  crawlStyles,
  refreshHours,
  scheduleChoice,
} from '../sources/crawl-fields.ts';

/**
 * `<source-settings .app=${…} .source=${…} @changed=${({ detail }) => …}>`: the schedule of a web source and
 * the pages to include from a site. Event `changed`: a `CustomEvent<Source>`.
 */
export class SourceSettings extends LitElement {
  static override properties = {
    app: { attribute: false },
    source: { attribute: false },
    hours: { state: true },
    crawl: { state: true },
  };
  static override styles = [shared, crawlStyles, css`form { max-inline-size: 46rem; }`];
  declare app: App;
  declare source: Source;
  readonly #action = new Action(this);
  readonly #unsaved = new Unsaved(this, { changed: () => this.#changed, discard: () => this.#discard() });
  hours = '';
  crawl: CrawlDraft = crawlDraft();
  #of = '';

  override render(): TemplateResult {
    const site = this.source.crawl !== undefined;
    return html`<form class="card stack" novalidate @submit=${this.#save}>
      <h2>${site ? 'How the site is read' : 'When it is read'}</h2>
      ${scheduleChoice(this.hours, this.#action, (hours) => {
        this.hours = hours;
      })}
      ${
        site
          ? html`${crawlFields(this.crawl, this.#action, (crawl) => {
              this.crawl = crawl;
            })}<p class="soft small">This takes effect when the site is next read. Pages that it excludes are then removed.</p>`
          : nothing
      }
      ${inlineError(this.#action.error('refresh_hours', ...CRAWL_FIELDS))}
      <div class="actions"><button class="button primary" type="submit" aria-busy=${this.#action.busy}>Save</button>
        <button class="button quiet" type="button" ?disabled=${!this.#changed} @click=${this.#unsaved.discard}>Discard</button></div>
    </form>`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    // A poll must not overwrite what is being edited.
    if (!changed.has('source') || this.#of === this.source.id) return;
    this.#of = this.source.id;
    this.#take(this.source);
  }

  #take({ refresh_hours, crawl }: Source): void {
    this.hours = hoursOf(refresh_hours);
    this.crawl = crawlDraft(crawl);
  }

  get #changed(): boolean {
    const { refresh_hours, crawl } = this.source;
    return this.hours !== hoursOf(refresh_hours) || JSON.stringify(this.crawl) !== JSON.stringify(crawlDraft(crawl));
  }

  #discard(): void {
    this.#action.clear();
    this.#take(this.source);
  }

  async #save(event: Event): Promise<void> {
    event.preventDefault();
    const crawl = this.source.crawl ? { crawl: crawlOptions(this.crawl) } : {};
    const changes = { refresh_hours: refreshHours(this.hours), ...crawl };
    const source = await this.#action.run(() => this.app.client.sources.update(this.source.id, changes));
    if (!source) return;
    this.source = source;
    this.#take(source);
    this.app.toast('Saved.');
    this.dispatchEvent(new CustomEvent<Source>('changed', { detail: source }));
  }
}

const hoursOf = (hours: Source['refresh_hours']) => (hours ? String(hours) : '');

customElements.define('source-settings', SourceSettings);
