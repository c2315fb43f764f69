import type { RepositoryForge, RepositorySite } from '@footnote/sdk';
import { css, html, type TemplateResult } from 'lit';
import type { Action } from '../../controllers/action.ts';
import { checkboxField, selectField, textField } from '../../parts/forms/field.ts';
import { SCHEDULES, scheduleChoice } from '../sources/crawl-fields.ts';
import type { RepositoryDraft } from './repository-draft.ts';

/** The styles of the fields. */
export const repositoryFieldStyles = css`
  .choices { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: var(--space-4); }
  .choices .whole, .choices .check { grid-column: 1 / -1; }
  @media (max-width: 32rem) { .choices { grid-template-columns: minmax(0, 1fr); } }
`;

/** The names of the fields for which files are read, as the API's errors have them. */
export const CHOICE_FIELDS = ['folder', 'include', 'exclude', 'base_url', 'site'];
/** The names of the other fields of both forms. */
export const KEPT_FIELDS = ['branch', 'forge', 'refresh_hours', 'gate'];

export const SITES: Record<RepositorySite, string> = {
  plain: 'None: files are served as they are',
  docusaurus: 'Docusaurus',
  vitepress: 'VitePress',
  mkdocs: 'MkDocs',
  hugo: 'Hugo',
  starlight: 'Starlight',
  sphinx: 'Sphinx',
  antora: 'Antora',
  jekyll: 'Jekyll',
  mdbook: 'mdBook',
  mintlify: 'Mintlify',
  gitbook: 'GitBook',
};

export const FORGES: Record<RepositoryForge, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea or Forgejo',
  bitbucket: 'Bitbucket',
};

const optionsOf = (names: Record<string, string>, none: string) => [
  { value: '', label: none },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
];

type Change = (draft: RepositoryDraft) => void;

/** Which files are read, and what citations of them open. */
export function choiceFields(draft: RepositoryDraft, action: Action, change: Change): TemplateResult {
  const text = (key: 'folder' | 'include' | 'exclude' | 'baseUrl', name: string) => ({
    name,
    value: draft[key],
    optional: true,
    error: action.field(name),
    change: (value: string) => change({ ...draft, [key]: value }),
  });
  return html`<div class="choices">
    ${textField({ ...text('folder', 'folder'), label: 'Folder', placeholder: 'docs', hint: 'Where the documentation is. Empty for all files.', maxlength: 400 })}
    ${selectField({
      name: 'site',
      label: 'Documentation tool',
      value: draft.site,
      options: optionsOf(SITES, 'Known by its settings'),
      hint: 'It decides the addresses of pages.',
      error: action.field('site'),
      change: (site) => change({ ...draft, site: site as RepositorySite | '' }),
    })}
    ${textField({ ...text('include', 'include'), label: 'Files to include', rows: 2, placeholder: 'guide/**', hint: 'Patterns of paths below the folder, one per line.' })}
    ${textField({ ...text('exclude', 'exclude'), label: 'Files to exclude', rows: 2, placeholder: 'drafts/**', hint: 'Patterns of paths below the folder, one per line.' })}
    <div class="whole">${textField({ ...text('baseUrl', 'base_url'), label: 'Address of the built site', type: 'url', placeholder: 'https://docs.example.com', hint: 'Citations open its pages. Empty: they open the files where the repository is.', maxlength: 2000 })}</div>
  </div>`;
}

/** How it is kept up to date. */
export function keptFields(draft: RepositoryDraft, action: Action, change: Change): TemplateResult {
  return html`<div class="choices">
    ${scheduleChoice(draft.hours, action, (hours) => change({ ...draft, hours }), [
      { value: '1', label: 'Every hour' },
      ...SCHEDULES.filter(({ value }) => value !== ''),
      { value: '', label: 'Only on request or with a push' },
    ])}
    ${checkboxField({
      name: 'gate',
      label: 'Take a commit back if it breaks golden questions',
      checked: draft.gate,
      hint: 'They are asked before and after each commit. What it changed is put back where an answer is broken.',
      change: (gate) => change({ ...draft, gate }),
    })}
  </div>`;
}

/** The kind of server, which decides the addresses of files. */
export const forgeField = (draft: RepositoryDraft, action: Action, change: Change): TemplateResult =>
  selectField({
    name: 'forge',
    label: 'Kind of server',
    value: draft.forge,
    options: optionsOf(FORGES, 'Another one'),
    hint: 'It decides the addresses of files there.',
    error: action.field('forge'),
    change: (forge) => change({ ...draft, forge: forge as RepositoryForge | '' }),
  });
