import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { deleted, listOf } from '../presenters/shapes/common.ts';
import { projectOverview } from '../presenters/shapes/overview.ts';
import { project, widgetConfig, widgetRevoked } from '../presenters/shapes/projects.ts';
import { usageReport } from '../presenters/shapes/usage.ts';
import { paging } from './paging.ts';

const fields = {
  name: ['1 to 100 characters.', 'Example manuals'],
  description: ['A note for the owner. Visitors never see it.', 'Everything we publish for customers.'],
  allowed_origins: [
    'The origins whose pages may chat, for example `https://docs.example.com`, `https://*.example.com` for every subdomain, or `http://localhost:*`. If empty, no page may.',
    ['https://docs.example.com'],
  ],
} as const;

/** Projects and their widgets. */
export const projectOperations: Record<string, OperationDocs> = {
  'projects.list': {
    tag: 'Projects',
    summary: 'List your projects',
    input: paging,
    answers: { 200: listOf(project, 'ProjectList') },
  },
  'projects.create': {
    tag: 'Projects',
    summary: 'Create a project',
    description: 'Fails with `quota_reached` if the account has as many projects as the server allows.',
    input: fields,
    answers: { 201: project },
  },
  'projects.retrieve': { tag: 'Projects', summary: 'Retrieve a project', answers: { 200: project } },
  'projects.update': {
    tag: 'Projects',
    summary: 'Update a project',
    description: 'Absent fields stay as they are. Arrays are replaced. `widget` is merged key by key.',
    input: {
      ...fields,
      widget_access: [
        '`token`: your backend gets widget tokens. `public`: pages on an allowed origin may get them too.',
        'public',
      ],
      language: ['`auto` or a BCP 47 tag.', 'auto'],
      widget: ['The appearance and texts of the widget.', { title: 'Ask Example', accent: '#2f5bd8' }],
      open_originals: ['Whether visitors may read whole documents and open the stored files.', false],
      daily_budget: [
        'How many questions may be asked per day; `null` for `default_daily_budget`. An object without numbers is no limit, also for a public widget.',
        { requests: 1000, per_visitor: 50, message: 'Please ask again tomorrow.' },
      ],
      handover: [
        'How visitors hand questions over to a person; `null` for not at all. `consent` is required; `privacy_url` and `notify` are optional.',
        { consent: 'You may use my address to answer me.', notify: 'help@example.com' },
      ],
      record_pages: [
        'Whether to store the pages that questions are asked from, without query and fragment. They are deleted with their conversations. The default is false.',
        true,
      ],
      alert_mails: [
        'Whether the owner and the editors get a mail when clearly more questions are refused than before, if the server sends mail. The default is true.',
        false,
      ],
      retention_days: ['Days after which idle conversations are deleted, 1–3650; `null` for the server’s default.', 30],
    },
    answers: { 200: project },
  },
  'projects.delete': {
    tag: 'Projects',
    summary: 'Delete a project',
    description:
      'Permanently deletes the project with its sources, keys and conversations. Needs a password that was given within the last ten minutes: by the login, or with `POST /v1/auth/confirm`; otherwise it fails with 403 `confirmation_required`.',
    answers: { 200: deleted },
  },
  'projects.usage': {
    tag: 'Projects',
    summary: 'Retrieve the daily usage of a project',
    description:
      'Covers at most 366 days in UTC. Counts remain when conversations are deleted, and are deleted with the project.',
    input: {
      from: ['The first day. Default: 29 days before `to`.', '2026-01-02'],
      to: ['The last day. Default: today.', '2026-01-31'],
    },
    answers: { 200: usageReport },
  },
  'projects.overview': {
    tag: 'Projects',
    summary: 'Retrieve what people ask in a project',
    description:
      'The questions and sources of at most 366 days in UTC, from the conversations that are still stored; and whether refusals rise.',
    input: {
      from: ['The first day. Default: 29 days before `to`.', '2026-01-02'],
      to: ['The last day. Default: today.', '2026-01-31'],
    },
    answers: { 200: projectOverview },
  },
  'widget.config': {
    tag: 'Widget',
    summary: 'Retrieve the widget’s settings',
    answers: { 200: widgetConfig },
  },
  'widget.put-image': {
    tag: 'Widget',
    summary: 'Set the logo or the avatar of a widget',
    description:
      '`kind` is `logo`, which stands beside the title, or `avatar`, which stands beside each answer. A PNG, JPEG or WebP picture with at most 200 kB and 1024 pixels on each side, which does not move. Replaces the former one.',
    input: { file: ['The picture.', 'logo.png'] },
    answers: { 200: project },
  },
  'widget.delete-image': {
    tag: 'Widget',
    summary: 'Remove the logo or the avatar of a widget',
    description: '`kind` is `logo` or `avatar`.',
    answers: { 200: project },
  },
  'widget.revoke': {
    tag: 'Widget',
    summary: 'Revoke every widget token of a project',
    description: 'Pages then need new tokens.',
    input: {},
    answers: { 200: widgetRevoked },
  },
};
