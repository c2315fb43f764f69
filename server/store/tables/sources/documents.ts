import type { Db, Reads } from '../../db.ts';
import { createProjectMemory } from '../../search/project-memory.ts';
import type { SearchChanges } from '../../search/search-index.ts';
import type { DocumentRow, Documents } from '../../types.ts';

/**
 * The parsed text of completed sources, written by `chunks.publish` and visible only while source and project exist. Each question
 * asks for the languages several times, and a large project has tens of thousands of documents: they are counted once until
 * something has changed.
 */
export function createDocuments(db: Db, searchChanges: SearchChanges): Documents {
  const remembered = createProjectMemory<string[]>();
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

    // Without a snapshot, which takes another connection: languages that are newer than the number are counted again.
    async languages(projectId) {
      const own = db.forProject(projectId);
      const changes = await searchChanges(own, projectId);
      if (changes === null) return [];
      return [...(await remembered(projectId, changes, () => languagesOf(own, projectId)))];
    },
  };
}

async function languagesOf(reads: Reads, projectId: string): Promise<string[]> {
  // By the index alone. A source is deleted with its document.
  const rows = await reads.read<{ language: string }>(
    `select language, count(*) as total from documents where project_id = ?
     group by language order by total desc, language`,
    [projectId],
  );
  return rows.map(({ language }) => language);
}
