import type { Db } from '../db.ts';
import type { WidgetImages } from '../types.ts';
import { type Raw, toProject, toWidgetImages } from './row-mapping.ts';

/** The pictures of widgets, by project. */
export function createWidgetImages(db: Db): WidgetImages {
  return {
    put: (projectId, kind, image, updatedAt) =>
      db.forProject(projectId).tx(async (tx) => {
        const [project] = await tx.read<Raw>('select widget_images from projects where id = ?', [projectId]);
        if (!project) return null;
        await tx.write('delete from widget_images where project_id = ? and kind = ?', [projectId, kind]);
        if (image) {
          await tx.write('insert into widget_images (project_id, kind, name, content) values (?, ?, ?, ?)', [
            projectId,
            kind,
            image.name,
            Buffer.from(image.content).toString('base64'),
          ]);
        }
        const known = image && { name: image.name, width: image.width, height: image.height };
        const { rows } = await tx.write<Raw>(
          'update projects set widget_images = ?, updated_at = ? where id = ? returning *',
          [JSON.stringify({ ...toWidgetImages(project), [kind]: known }), updatedAt, projectId],
        );
        return rows[0] ? toProject(rows[0]) : null;
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
