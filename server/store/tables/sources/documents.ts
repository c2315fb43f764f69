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
      // By the index alone: each question asks for it. A source is deleted with its document.
      const rows = await db.forProject(projectId).read<{ language: string }>(
        `select language, count(*) as total from documents
         where project_id = ? and exists (select 1 from projects where projects.id = ?)
         group by language order by total desc, language`,
        [projectId, projectId],
      );
      return rows.map(({ language }) => language);
    },
  };
}
