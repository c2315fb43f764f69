import { z } from 'zod';
import { createRoutes, type Routes } from '../http/routes.ts';
import { presentProposals, widgetSuggestions } from '../presenters/proposals.ts';
import { field, shape } from '../presenters/shape.ts';
import type { ProposalService } from '../services/answers/proposals/proposals.ts';

const refuse = shape('RefuseSuggestionRequest', 'A question to suggest no more.', {
  question: field(
    z.string().trim().min(1).max(200),
    'The question as it was suggested.',
    'How do I back up the server?',
  ),
});

const ours = { tag: 'Widget', accepts: ['user'], limit: 'general' } as const;

/** What is suggested in the chat of a project whose people have written no suggestions. */
export function widgetSuggestionRoutes({ proposals }: { proposals: ProposalService }): Routes {
  const routes = createRoutes('/v1/projects/:project_id/widget/suggestions');

  routes.get(
    '/',
    {
      ...ours,
      name: 'widget.suggestions',
      resource: 'project',
      role: 'viewer',
      summary: 'Retrieve what Footnote suggests for an empty chat',
      description: 'If documents have changed, questions are looked for in the background, which counts as no use.',
      sdk: {
        method: 'projects.widget.suggestions',
        says: 'Retrieves what Footnote suggests for an empty chat.',
        example: 'const { questions } = await owner.projects.widget.suggestions(projectId);',
      },
      answers: { 200: widgetSuggestions },
    },
    async ({ project }) => ({ status: 200, body: presentProposals(await proposals.of(project)) }),
  );

  routes.post(
    '/refuse',
    {
      ...ours,
      name: 'widget.refuse-suggestion',
      resource: 'project',
      role: 'editor',
      audited: true,
      summary: 'Suggest a question no more',
      sdk: {
        method: 'projects.widget.refuseSuggestion',
        says: 'Suggests a question no more.',
        example:
          "await owner.projects.widget.refuseSuggestion(projectId, { question: 'How do I back up the server?' });",
      },
      body: refuse,
      answers: { 200: widgetSuggestions },
    },
    async ({ project, body }) => ({
      status: 200,
      body: presentProposals(await proposals.refuse(project.id, body.question)),
    }),
  );

  return routes;
}
