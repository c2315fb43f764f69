import type { Db } from '../../db.ts';
import type { DocumentRow, Documents } from '../../types.ts';

/** The parsed text of completed sources, written by `chunks.publish` and visible only while source and project exist. */
export function createDocuments(db: Db): Documents {
  return {
    async bySource(projectId, sourceId) {
      const [row] = await db.forProject(projectId).read<DocumentRow>(
        `select documents.source_id as "sourceId", documents.title, documents.language, documents.text from documents
         join sources on sources.id = documents.source_id
         join projects on projects.id = documents.project_id
         where documents.source_id = ? and documents.project_id = ?`,
        [sourceId, projectId],
      );
      return row ?? null;
    },

    async languages(projectId) {
      const rows = await db.forProject(projectId).read<{ language: string }>(
        `select documents.language, count(*) as total from documents
         join sources on sources.id = documents.source_id
         join projects on projects.id = documents.project_id
         where documents.project_id = ? group by documents.language order by total desc, documents.language`,
        [projectId],
      );
      return rows.map(({ language }) => language);
    },
  };
}
