import type { ServerModel, ServerModels } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { formatBytes } from '../../format.ts';
import '../../parts/progress-bar.ts';
import { badge } from '../../parts/states.ts';
import type { ModelChoice } from './model-choice.ts';
import { keptCheck } from './model-results.ts';
import { ownModelFacts } from './own-model-facts.ts';

const STATES: Record<ServerModel['state'], string> = {
  absent: 'Not on the server',
  partial: 'Partly downloaded',
  waiting: 'Queued',
  downloading: 'Downloading',
  present: 'On the server',
  checking: 'Being checked',
  changed: 'Changed since it was added',
};

/** A model that is on the server, or could be. `fixed`: a setting decides which one is used. */
export function modelRow(
  model: ServerModel,
  fixed: boolean,
  report: ServerModels,
  choice: ModelChoice,
): TemplateResult {
  const { name, state, size, done, error } = model;
  return html`<li>
    <div class="model"><span class="name">${name}${mark(model)}</span>
      <span class="soft small">${facts(model)}</span>
      ${state === 'downloading' ? html`<ui-progress value=${done} max=${size} label="Download of ${name}"></ui-progress>` : nothing}
      ${state === 'changed' ? html`<span class="error">A file of it has changed or is missing since it was added, so it is not run. Remove it, and add it again.</span>` : nothing}
      ${error ? html`<span class="error">The download has ended: ${error}</span>` : nothing}</div>
    <div class="row">${nextStep(model, fixed, report, choice)}${removal(model, choice)}</div>${ownModelFacts(model)}${keptCheck(report, name, null)}${choice.outcome(name, report)}</li>`;
}

const isArriving = ({ state }: ServerModel): boolean => state === 'downloading' || state === 'waiting';

function mark(model: ServerModel): TemplateResult | typeof nothing {
  const { state, in_use } = model;
  if (in_use) return badge('In use', 'good', { dot: true });
  if (isArriving(model)) return badge(STATES[state], 'accent', { dot: true });
  if (state === 'absent') return nothing;
  return badge(STATES[state], state === 'changed' ? 'bad' : '');
}

function facts(model: ServerModel): string {
  const { state, size, done, own, languages, licence } = model;
  const isPart = done > 0 && (isArriving(model) || state === 'partial');
  return [
    isPart ? `${formatBytes(done)} of ${formatBytes(size)}` : formatBytes(size),
    ...(own ? [] : [languages]),
    licence === 'not stated' ? 'licence not stated' : licence,
  ].join(' · ');
}

function nextStep(
  model: ServerModel,
  fixed: boolean,
  { offline }: ServerModels,
  choice: ModelChoice,
): TemplateResult | typeof nothing {
  const { name, state, purpose, in_use, own } = model;
  if (isArriving(model)) return choice.button(name, 'Cancel', () => void choice.cancel(name));
  if (state === 'present')
    return in_use || fixed ? nothing : choice.button(name, 'Use', () => void choice.use(name, purpose));
  if (offline || own) return nothing;
  return choice.button(name, state === 'partial' ? 'Continue' : 'Download', () => void choice.pull(name));
}

function removal(model: ServerModel, choice: ModelChoice): TemplateResult | typeof nothing {
  const { name, state, in_use } = model;
  if (in_use || isArriving(model) || state === 'absent' || choice.examinesThis(name)) return nothing;
  return choice.button(name, 'Remove', () => void choice.remove(model));
}
