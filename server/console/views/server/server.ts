import type { ServerFinding, ServerState } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Poll } from '../../controllers/poll.ts';
import { Resource } from '../../controllers/resource.ts';
import '../../parts/code-block.ts';
import { type IconName, icon } from '../../parts/icon.ts';
import '../../parts/progress-bar.ts';
import {
  formatBytes,
  formatCount,
  formatDateTime,
  formatRate,
  formatRelativeTime,
  formatShare,
  plural,
} from '../../format.ts';
import { settingsSection, settingsSectionStyles } from '../../parts/forms/settings-section.ts';
import { badge, pageHeader, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';

const VERDICTS: Record<ServerFinding['verdict'], { label: string; tone: '' | 'warn' | 'bad'; icon: IconName }> = {
  ok: { label: 'Well', tone: '', icon: 'check' },
  warning: { label: 'Warning', tone: 'warn', icon: 'info' },
  problem: { label: 'Problem', tone: 'bad', icon: 'alert' },
};

const FORMS: Record<ServerState['installation']['form'], string> = {
  clone: 'A clone of the repository',
  bundle: 'The bundle',
  container: 'A container',
  pod: 'A pod of Kubernetes',
  project: 'The npm package, in the folder of a project',
  global: 'The npm package, for the whole machine',
};

/** Where its commands are typed; empty for anywhere. */
const FOLDERS: Record<ServerState['installation']['form'], string> = {
  clone: 'in the folder of the clone',
  bundle: 'in the folder with the newer bundle',
  container: 'in the folder of the clone',
  pod: '',
  project: 'in the folder of the project',
  global: 'in the folder with the newer package',
};

/** What an engine without a model does; the name of a model otherwise. */
function inWords(id: string): string {
  if (id.startsWith('builtin')) return 'The built-in search';
  if (id === 'extractive') return 'The sentences of your documents';
  const [engine = '', ...rest] = id.split(':');
  const model = rest.join(':');
  // Only models on this machine have a revision behind their name.
  return (engine === 'openai' ? model : model.split('@')[0]) || id;
}

/** `/settings/server`: the state of the server. For the operator. */
export class ServerView extends View {
  static override styles = [
    shared,
    settingsSectionStyles,
    css`
      section:first-of-type { border: 0; padding-block-start: 0; }
      .finding { display: grid; gap: 0.125rem; min-inline-size: 0; }
      .finding .what { font-weight: 550; }
      .list > li { align-items: flex-start; }
      .list > li > svg { margin-block-start: 0.125rem; }
      .ok > svg { color: var(--good); } .warning > svg { color: var(--warn); } .problem > svg { color: var(--bad); }
      ui-progress { max-inline-size: 26rem; }
    `,
  ];
  readonly #state = new Resource<ServerState>(this, {
    key: () => 'server',
    load: (_, signal) => this.app.client.server.retrieve({ signal }),
  });

  constructor() {
    super();
    new Poll(this, {
      minInterval: 10_000,
      maxInterval: 60_000,
      active: () => this.#state.value !== undefined,
      request: async (signal) => {
        this.#state.set(await this.app.client.server.retrieve({ signal }));
        return false;
      },
    });
  }

  override render(): TemplateResult {
    return html`<div class="page">
      ${pageHeader({ title: 'Server', lead: 'The state of the whole server. Only its operator sees this page.' })}
      ${renderResource(this.#state, (state) => html`<div>${this.#health(state)}${this.#work(state)}${this.#load(state)}${this.#machine(state)}${this.#backup(state)}${this.#updates(state)}</div>`, { lines: 8 })}
    </div>`;
  }

  #health({ findings, command }: ServerState): TemplateResult {
    const wrong = findings.filter(({ verdict }) => verdict !== 'ok');
    const rest = findings.filter(({ verdict }) => verdict === 'ok');
    return settingsSection(
      'Health',
      html`<code>${command} doctor</code> on the server's machine looks more closely, also from outside.`,
      html`${
        wrong.length === 0
          ? html`<p class="row">${badge('All is well', 'good', { dot: true })}</p>`
          : html`<ul class="list">${wrong.map((finding) => this.#finding(finding))}</ul>`
      }
      ${rest.length === 0 ? nothing : html`<details><summary>Passed checks (${rest.length})</summary><ul class="list">${rest.map((finding) => this.#finding(finding))}</ul></details>`}`,
    );
  }

  #finding({ check, verdict, found, advice }: ServerFinding): TemplateResult {
    const { label, tone, icon: name } = VERDICTS[verdict];
    return html`<li class=${verdict}>${icon(name)}<div class="finding grow"><span class="row"><span class="what">${check}</span>${verdict === 'ok' ? html`<span class="only-read">${label}</span>` : badge(label, tone)}</span>
      <span class="soft small break">${found}</span>${advice ? html`<span class="small break">${advice}</span>` : nothing}</div></li>`;
  }

  #work({ ingestion, answers, engines, re_embedding, deepened }: ServerState): TemplateResult {
    const engine = (name: string, state: ServerState['engines']['embedder'] | null) =>
      state
        ? html`<dt>${name}</dt><dd class="break">${inWords(state.id)} ${state.ready ? badge('Ready', 'good') : badge('Does not answer', 'bad')}</dd>`
        : nothing;
    return settingsSection(
      'Work',
      html`You choose the models under <a href="/settings/models">Models</a>.`,
      html`<dl class="facts">
        <dt>Sources</dt><dd class="number">${formatCount(ingestion.running)} being read, ${formatCount(ingestion.queued)} waiting, ${formatCount(ingestion.failed)} that could not be read</dd>
        <dt>Answers</dt><dd class="number">${formatCount(answers.running)} being written, ${formatCount(answers.waiting)} waiting${answers.limit > 0 ? `, at most ${formatCount(answers.limit)} at once` : ''}</dd>
        ${engine('Finding passages', engines.embedder)}${engine('Writing answers', engines.answerer)}${engine('Judging passages', engines.reranker)}${engine('Checking sentences', engines.verifier)}
      </dl>
      ${
        re_embedding
          ? html`<div class="stack tight"><span class="small">Documents are being indexed again: ${formatCount(re_embedding.done)} of ${formatCount(re_embedding.total)} passages</span>
              <ui-progress value=${re_embedding.done} max=${Math.max(1, re_embedding.total)} label="Passages re-embedded"></ui-progress></div>`
          : nothing
      }
      ${
        deepened && deepened.done < deepened.total
          ? html`<div class="stack tight"><span class="small">Passages are being read for a better order: ${formatCount(deepened.done)} of ${formatCount(deepened.total)}. Questions are answered meanwhile.</span>
              <ui-progress value=${deepened.done} max=${deepened.total} label="Passages read"></ui-progress></div>`
          : nothing
      }`,
    );
  }

  /** What to do about it is a finding above. */
  #load({ load: { passages, questions, busy, carried_per_second } }: ServerState): TemplateResult {
    return settingsSection(
      'Load',
      'How much is asked of this process, and how much it carries, as measured here since its start, for at most a day.',
      html`<dl class="facts">
        <dt>Passages</dt><dd class="number">${formatCount(passages)}</dd>
        <dt>Questions</dt><dd class="number">${formatCount(questions.last_hour)} in the last hour, ${formatCount(questions.last_day)} in the last day</dd>
        <dt>Busiest minute</dt><dd class="number">${
          questions.busiest_minute === null || busy === null
            ? 'Known a minute after the start'
            : `${plural(questions.busiest_minute, 'question')}, with the process busy for ${formatShare(busy)} of it`
        }</dd>
        <dt>Carries</dt><dd class="number">${carried_per_second === null ? 'Too few questions to tell' : `${formatRate(carried_per_second)} questions a second`}</dd>
      </dl>`,
    );
  }

  #machine({ started_at, memory, disk }: ServerState): TemplateResult {
    return settingsSection(
      'Machine',
      'Where it runs.',
      html`<dl class="facts">
        <dt>Started</dt><dd title=${formatDateTime(started_at)}>${formatRelativeTime(started_at)}</dd>
        <dt>Memory</dt><dd class="number">${formatBytes(memory.process)} used by Footnote; ${formatBytes(memory.available)} of ${formatBytes(memory.total)} free</dd>
        <dt>Database</dt><dd class="number">${formatBytes(disk.database)}</dd>
        <dt>Free disk</dt><dd class="number">${formatBytes(disk.free)}</dd>
      </dl>`,
    );
  }

  #updates({ version, command, installation }: ServerState): TemplateResult {
    const { form, check, upgrade, rollback, restart } = installation;
    const part = (title: string, text: string, commands: string[]) =>
      html`<div class="stack tight"><h3>${title}</h3><p>${text}</p><ui-code wrap label=${title} code=${commands.join('\n')}></ui-code></div>`;
    const asksFirst = form === 'bundle' && check.length === 0;
    const upgradeText = asksFirst
      ? 'Says first what it would change, asks, makes a backup, and goes back if the newer version does not become ready.'
      : `Makes a backup, and starts the newer version.${restart.stop_first ? ' Stop this server before the start.' : ''}`;
    const rollbackText = asksFirst
      ? 'Goes back to the version before the last upgrade, and to its data if it cannot read today’s.'
      : `Goes back to the version before, with the data of that backup.${restart.stop_first ? ' Stop the server first.' : ''}`;
    return settingsSection(
      'Updates',
      'The server looks for no newer version by itself, and tells no one that it runs.',
      html`<dl class="facts"><dt>Version</dt><dd>${version}</dd><dt>Installed as</dt><dd>${FORMS[form]}</dd>
          <dt>Folder</dt><dd class="break"><code>${installation.root}</code></dd>
          <dt>Command</dt><dd class="break"><code>${command}</code></dd></dl>
        <p>These commands are for the server's machine${FOLDERS[form] ? html`, ${FOLDERS[form]}` : nothing}. <code>VERSION</code> stands for that of the newer version.</p>
        ${check.length > 0 ? part('Check', 'Gets the newer version, and asks it what it would change in the data. It changes nothing there, and this server may go on meanwhile.', check) : nothing}
        ${part('Upgrade', upgradeText, upgrade)}
        ${part('Go back', rollbackText, rollback)}
        <p class="soft small break">Restart: ${restart.stop_first ? 'stop the server, then ' : nothing}<code>${restart.command}</code></p>`,
    );
  }

  #backup({ last_backup }: ServerState): TemplateResult {
    return settingsSection(
      'Backup',
      'It is made while the server runs, and holds everything except models and the signing secret.',
      html`<p>${last_backup ? html`The last one was made <span title=${formatDateTime(last_backup.created_at)}>${formatRelativeTime(last_backup.created_at)}</span> (${formatBytes(last_backup.size)}).` : 'None has been made yet.'} <a href="/settings/backups">Backups</a></p>`,
    );
  }
}

customElements.define('view-server', ServerView);
