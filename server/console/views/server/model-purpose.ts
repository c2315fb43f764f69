import type { ChosenModelServer, ModelPurpose, ServerEngine, ServerModels } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { formatCount } from '../../format.ts';
import { settingsSection } from '../../parts/forms/settings-section.ts';
import { badge } from '../../parts/states.ts';
import type { ModelChoice } from './model-choice.ts';
import { keptCheck } from './model-results.ts';
import { modelRow } from './model-row.ts';

/** The purposes of models: description, built-in alternative, and the environment variable that overrides the choice. */
const PURPOSES: Record<ModelPurpose, { title: string; about: string; builtIn: string | null; setting: string }> = {
  embedding: {
    title: 'Finding passages',
    about:
      'The built-in search finds passages by their words, and many that say the same in other words. A model finds more of those.',
    builtIn: 'builtin',
    setting: 'EMBEDDER',
  },
  generation: {
    title: 'Writing answers',
    about:
      'Without a model, answers are the sentences of your documents. A model writes its own; each is compared with its passage, and one that contradicts it gets no citation.',
    builtIn: 'extractive',
    setting: 'ANSWERER',
  },
  reranking: {
    title: 'Judging passages',
    about:
      'A model that reads each passage beside the question and puts the best first. It costs about a second an answer.',
    builtIn: null,
    setting: 'RERANKER_MODEL',
  },
  verifying: {
    title: 'Checking sentences',
    about:
      'Rules look for contradictions between a sentence that a model wrote and its passage. A model that reads both finds more of them.',
    builtIn: null,
    setting: 'VERIFIER_MODEL',
  },
};

export const MODEL_PURPOSES = Object.keys(PURPOSES) as ModelPurpose[];

/** What runs for a purpose, and what could. `serverForm`: where a model on a server is entered. */
export function modelPurpose(
  purpose: ModelPurpose,
  report: ServerModels,
  choice: ModelChoice,
  serverForm: () => TemplateResult,
): TemplateResult {
  const { title, about, builtIn } = PURPOSES[purpose];
  const engine = running(report)[purpose];
  const models = report.models.filter((model) => model.purpose === purpose);
  const fixed = engine?.decided_by === 'setting' || builtIn === null;
  const isGeneration = purpose === 'generation';
  return settingsSection(
    title,
    about,
    html`${purpose === 'embedding' ? measured(report) : nothing}${fixed ? decidedBySetting(purpose, engine) : nothing}${missingProgram(purpose, report)}
      <ul class="list">${fixed || builtIn === null ? nothing : builtInRow(builtIn, purpose, report, choice)}${isGeneration && report.server ? serverRow(report.server, fixed, report, choice) : nothing}${models.map((model) => modelRow(model, fixed, report, choice))}</ul>
      ${isGeneration && !fixed ? serverForm() : nothing}`,
  );
}

const running = ({
  embedder,
  answerer,
  reranker,
  verifier,
}: ServerModels): Record<ModelPurpose, ServerEngine | null> => ({
  embedding: embedder,
  generation: answerer,
  reranking: reranker,
  verifying: verifier,
});

/** Where no model is recommended above, what was measured. */
function measured({ recommendation }: ServerModels): TemplateResult | typeof nothing {
  if (recommendation?.model !== 'builtin') return nothing;
  const { asked, answered } = recommendation;
  return html`<p class="soft small">For documents in English, the built-in search is best on this machine: ${formatCount(answered)} of ${formatCount(asked)} questions about documentation were answered with it, and not more with any model that was measured. For other languages, try one that knows them.</p>`;
}

function decidedBySetting(purpose: ModelPurpose, engine: ServerEngine | null): TemplateResult {
  const { setting } = PURPOSES[purpose];
  if (!engine) {
    return html`<p class="soft small">None is in use. To use one, start the server with <code>${setting}</code> and the name of a model.</p>`;
  }
  const runs = engine.model
    ? html`<strong>${engine.model}</strong> (${engine.engine})`
    : html`<strong>${engine.engine}</strong>`;
  return html`<p class="soft small">The server's setting <code>${setting}</code> decides this: ${runs} is in use. It takes precedence over what is chosen here.${purpose === 'generation' ? html` The command <code>doctor</code> says what the model can do.` : nothing}</p>`;
}

/** Says where to add what the models of a purpose run on. */
function missingProgram(purpose: ModelPurpose, { engines }: ServerModels): TemplateResult | typeof nothing {
  const able = engines.filter(({ purposes }) => purposes.includes(purpose));
  const [first] = able;
  if (first === undefined || able.some(({ state }) => state === 'present')) return nothing;
  const what = first.state === 'outdated' ? 'is on the server in another version' : 'is not on the server';
  return html`<p class="soft small">These models need the program <strong>${first.name}</strong>, which ${what}. Add it below, under Programs.</p>`;
}

function builtInRow(builtIn: string, purpose: ModelPurpose, report: ServerModels, choice: ModelChoice): TemplateResult {
  const isUsed = running(report)[purpose]?.model === null;
  return html`<li><div class="model"><span class="name">Built in${isUsed ? badge('In use', 'good', { dot: true }) : nothing}</span>
    <span class="soft small">No model, no download, any language</span></div>
    ${isUsed ? nothing : choice.button(builtIn, 'Use', () => void choice.use(builtIn, purpose))}${choice.outcome(builtIn, report)}</li>`;
}

/** The model server that was chosen, also while something else is in use. */
function serverRow(
  server: ChosenModelServer,
  fixed: boolean,
  report: ServerModels,
  choice: ModelChoice,
): TemplateResult {
  const { url, model, key, in_use } = server;
  const mark = in_use ? badge('In use', 'good', { dot: true }) : nothing;
  return html`<li>
    <div class="model"><span class="name">${model}${mark}${key === 'unreadable' ? badge('Key unreadable', 'bad') : nothing}</span>
      <span class="soft small break">On ${url}${key === 'stored' ? ', with a key' : nothing}</span></div>
    <div class="row">${in_use || fixed ? nothing : choice.button(model, 'Use', () => void choice.useServer(server))}
    ${choice.button(model, 'Remove', () => void choice.forgetServer(server))}</div>${keptCheck(report, model, url)}${choice.outcome(model, report)}</li>`;
}
