import type { WidgetRevoked } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { RouteRule } from '../http/guard.ts';
import { createRoutes, type Routes, type RoutesBelow } from '../http/routes.ts';
import { errors } from '../platform/errors.ts';
import { WIDGET_IMAGES } from '../platform/limits.ts';
import { presentWidgetConfig, project, widgetConfig, widgetRevoked } from '../presenters/projects.ts';
import type { WidgetOrigins } from '../services/access/widget-origins.ts';
import type { ProposalService } from '../services/answers/proposals/proposals.ts';
import type { ProjectService } from '../services/projects.ts';
import type { WidgetImageService } from '../services/widget-images.ts';
import { projectPresenters } from './projects.ts';

interface Deps {
  projects: ProjectService;
  widgetOrigins: WidgetOrigins;
  widgetImages: WidgetImageService;
  proposals: Pick<ProposalService, 'firstQuestions'>;
  /** Null if conversations are kept forever. */
  defaultRetentionDays: number | null;
}

/** The settings that a widget can read, the end of its tokens, and its pictures. */
export function widgetRoutes(deps: Deps): Routes {
  const routes = createRoutes('/v1/projects');
  addWidget(routes, deps);
  addImages(routes, deps);
  return routes;
}

function addWidget(routes: RoutesBelow<'/v1/projects'>, { projects, widgetOrigins, proposals }: Deps): void {
  routes.get(
    '/:project_id/widget/config',
    {
      name: 'widget.config',
      resource: 'project',
      accepts: ['widget'],
      limit: 'general',
      crossOrigin: true,
      tag: 'Widget',
      summary: 'Retrieve the widget’s settings',
      sdk: {
        method: 'widget.config',
        says: 'Retrieves the settings of the widget. Needs a widget token.',
        example: 'const { widget, language } = await visitor.widget.config(projectId);',
      },
      answers: { 200: widgetConfig },
    },
    async ({ project, credential, origin }) => {
      if (!credential.trace) await widgetOrigins.note(project, origin);
      return { status: 200, body: presentWidgetConfig(project, await proposals.firstQuestions(project)) };
    },
  );

  routes.post(
    '/:project_id/widget/revoke',
    {
      name: 'widget.revoke',
      resource: 'project',
      audited: true,
      accepts: ['user'],
      role: 'editor',
      limit: 'general',
      tag: 'Widget',
      summary: 'Revoke every widget token of a project',
      description: 'Pages then need new tokens.',
      sdk: { method: 'projects.widget.revoke', says: 'Revokes every widget token of the project.' },
      body: z.strictObject({}).optional(),
      answers: { 200: widgetRevoked },
    },
    async ({ project }) => {
      await projects.revokeWidget(project.id);
      return { status: 200, body: { revoked: true } satisfies WidgetRevoked };
    },
  );
}

function addImages(routes: RoutesBelow<'/v1/projects'>, { projects, widgetImages, defaultRetentionDays }: Deps): void {
  const { presentOne } = projectPresenters({ projects, defaultRetentionDays });
  const path = '/:project_id/widget/images/:kind';
  const editing = {
    tag: 'Widget',
    accepts: ['user'],
    role: 'editor',
    limit: 'general',
    audited: true,
    resource: 'membership',
  } as const satisfies Partial<RouteRule>;

  routes.put(
    path,
    {
      ...editing,
      name: 'widget.put-image',
      summary: 'Set the logo or the avatar of a widget',
      description:
        '`kind` is `logo`, which stands beside the title, or `avatar`, which stands beside each answer. A PNG, JPEG or WebP picture with at most 200 kB and 1024 pixels on each side, which does not move. Replaces the former one.',
      sdk: { method: 'projects.widget.putImage', byHand: true, input: "await fileFromPath('logo.png')" },
      file: 'one',
      fileSize: 'picture',
      answers: { 200: project },
    },
    async ({ project, role, param, file }) => ({
      status: 200,
      body: await presentOne(await widgetImages.put(project.id, kindOf(param('kind')), await file()), role),
    }),
  );

  routes.delete(
    path,
    {
      ...editing,
      name: 'widget.delete-image',
      summary: 'Remove the logo or the avatar of a widget',
      description: '`kind` is `logo` or `avatar`.',
      sdk: {
        method: 'projects.widget.deleteImage',
        says: 'Removes the logo or the avatar.',
        example: "await owner.projects.widget.deleteImage(projectId, 'avatar');",
      },
      answers: { 200: project },
    },
    async ({ project, role, param }) => ({
      status: 200,
      body: await presentOne(await widgetImages.remove(project.id, kindOf(param('kind'))), role),
    }),
  );
}

function kindOf(text: string): (typeof WIDGET_IMAGES)[number] {
  const kind = WIDGET_IMAGES.find((one) => one === text);
  if (!kind) throw errors.notFound();
  return kind;
}
