import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { deleted, listOf } from '../presenters/shapes/common.ts';
import { project, widgetConfig, widgetRevoked } from '../presenters/shapes/projects.ts';
import { usageReport } from '../presenters/shapes/usage.ts';
import { paging } from './paging.ts';

const fields = {
  name: ['1 to 100 characters.', 'Example manuals'],
  description: ['For its owner; visitors never see it.', 'Everything we publish for customers.'],
  allowed_origins: [
    'Whose pages may chat: `https://docs.example.com`, `https://*.example.com` for every subdomain, `http://localhost:*`. If it is empty, no page may.',
    ['https://docs.example.com'],
  ],
} as const;

/** Projects, and what a widget may know of its own. */
export const projectOperations: Record<string, OperationDocs> = {
  'projects.list': {
    tag: 'Projects',
    summary: 'List your projects',
    input: paging,
    answers: { 200: listOf(project, 'ProjectList') },
  },
  'projects.create': {
    tag: 'Projects',
    summary: 'Make a project',
    input: fields,
    answers: { 201: project },
  },
  'projects.retrieve': { tag: 'Projects', summary: 'Read a project', answers: { 200: project } },
  'projects.update': {
    tag: 'Projects',
    summary: 'Change a project',
    description: 'What is absent stays. Arrays replace; `widget` is merged key by key.',
    input: {
      ...fields,
      widget_access: ['`public`: pages on an allowed origin get widget tokens on their own.', 'public'],
      language: ['`auto` or a BCP 47 tag.', 'auto'],
      widget: ['How the widget looks and greets.', { title: 'Ask Example', accent: '#2f5bd8' }],
      open_originals: ['May visitors open the stored files?', false],
      daily_budget: [
        'How many questions may be asked on a day; `null` for no limit.',
        { requests: 1000, per_visitor: 50, message: 'Please ask again tomorrow.' },
      ],
      retention_days: [
        'Delete conversations so many days after they were last touched, 1–3650; `null`: the server’s default applies.',
        30,
      ],
    },
    answers: { 200: project },
  },
  'projects.delete': {
    tag: 'Projects',
    summary: 'Delete a project',
    description: 'With its sources, keys and conversations, for good.',
    answers: { 200: deleted },
  },
  'projects.usage': {
    tag: 'Projects',
    summary: 'Read how a project was used, day by day',
    description:
      'At most 366 days, in UTC. What was counted stays when conversations are forgotten; it goes with the project.',
    decided: true,
    input: {
      from: ['The first day; 30 days up to `to` where it is absent.', '2026-01-02'],
      to: ['The last day, today where it is absent.', '2026-01-31'],
    },
    answers: { 200: usageReport },
  },
  'widget.config': {
    tag: 'Widget',
    summary: 'Read how the widget looks and greets',
    decided: true,
    answers: { 200: widgetConfig },
  },
  'widget.revoke': {
    tag: 'Widget',
    summary: 'Revoke every widget token of a project',
    description: 'Pages need new ones from then on.',
    decided: true,
    input: {},
    answers: { 200: widgetRevoked },
  },
};
