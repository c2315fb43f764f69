import type { Db } from '../db.ts';
import { find, insert, remove, updateOne } from '../rows.ts';
import { projects, widgetImages } from '../types/projects.ts';
import type { WidgetImages } from '../types.ts';

/** The pictures of widgets, by project. */
export function createWidgetImages(db: Db): WidgetImages {
  return {
    put: (projectId, kind, image, updatedAt) =>
      db.forProject(projectId).tx(async (tx) => {
        const project = await find(tx, projects, 'id = ?', [projectId]);
        if (!project) return null;
        await remove(tx, widgetImages, 'project_id = ? and kind = ?', [projectId, kind]);
        if (image) {
          const content = Buffer.from(image.content).toString('base64');
          await insert(tx, widgetImages, { projectId, kind, name: image.name, content });
        }
        const known = image && { name: image.name, width: image.width, height: image.height };
        const changes = { widgetImages: { ...project.widgetImages, [kind]: known }, updatedAt };
        return updateOne(tx, projects, changes, 'id = ?', [projectId]);
      }),

    async content(projectId, name) {
      const [found] = await db
        .forProject(projectId)
        .read<{ content: string }>('select content from widget_images where project_id = ? and name = ? limit 1', [
          projectId,
          name,
        ]);
      return found ? Buffer.from(found.content, 'base64') : null;
    },
  };
}
