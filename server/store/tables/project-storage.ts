import type { Db } from '../db.ts';
import type { Raw } from '../table.ts';
import { projects } from '../types/projects.ts';
import type { Paging, QuotaUse, Reports, StoredProject } from '../types.ts';
import { paginate } from './paginate.ts';
import { storedBytes, totalsOf } from './sources/totals.ts';
import { QUOTA_OF_DAY } from './usage/budgets.ts';

/** Sums of one project's rows. Sizes are those of the content: indexes of the database come on top. */
const COLUMNS = `projects.*, users.email as owner_email,
  coalesce((select sources from source_totals where source_totals.project_id = projects.id), 0) as sources,
  coalesce((select bytes from source_totals where source_totals.project_id = projects.id), 0) as originals_bytes,
  (select coalesce(sum(octet_length(documents.text)), 0) from documents where documents.project_id = projects.id) as documents_bytes,
  (select count(*) from conversations where conversations.project_id = projects.id) as conversations,
  (select coalesce(sum(octet_length(messages.text) + octet_length(messages.citations)), 0) from messages
     where messages.conversation_id in (select id from conversations where conversations.project_id = projects.id)) as conversations_bytes,
  (select coalesce(sum(generations.chunks), 0) from generations
     where generations.project_id = projects.id and generations.state = 'live') as passages,
  (select coalesce(sum(octet_length(chunks.text) + octet_length(chunks.headings)), 0) from chunks
     where chunks.generation in (select id from generations
       where generations.project_id = projects.id and generations.state = 'live')) as passages_bytes,
  (select coalesce(sum(octet_length(word_codes.codes) + octet_length(word_codes.mean)), 0) from word_codes
     where word_codes.project_id = projects.id) +
  (select coalesce(sum(octet_length(read_generations.means)), 0) from read_generations
     where read_generations.project_id = projects.id) as codes_bytes,
  (select coalesce(sum(dimensions), 0) from vector_indexes where state <> 'retired') as dimensions,
  (select coalesce(sum(asked), 0) from daily_questions
     where daily_questions.project_id = projects.id and day = ? and visitor_id = ?) as questions_today`;

/** A vector has four bytes for each dimension, and one more in the form that is searched. */
const BYTES_PER_DIMENSION = 5;

export function listStorage(db: Db): Reports['storage'] {
  return ({ search = '', day }, paging: Paging) => {
    const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    return paginate(
      db,
      {
        table: `(select ${COLUMNS} from projects join users on users.id = projects.user_id
          where lower(projects.name) like ? escape '\\' or users.email like ? escape '\\') as stored`,
        where: '1 = 1',
        parameters: [day, QUOTA_OF_DAY, pattern, pattern],
        order: 'originals_bytes + documents_bytes + passages_bytes + conversations_bytes desc, number',
      },
      paging,
      toStored,
    );
  };
}

export function readQuotaUse(db: Db): Reports['quotaUse'] {
  return (projectId, day) =>
    db.snapshot(async (reads): Promise<QuotaUse> => {
      const [row] = await reads.read<Raw>(
        'select sum(asked) as questions from daily_questions where project_id = ? and day = ? and visitor_id = ?',
        [projectId, day, QUOTA_OF_DAY],
      );
      const { sources, bytes } = await totalsOf(reads, projectId);
      return {
        sources,
        bytes,
        accountBytes: await storedBytes(reads, projectId),
        questionsToday: Number(row?.questions ?? 0),
      };
    });
}

function toStored(raw: Raw): StoredProject {
  const whole = (name: string) => Number(raw[name] ?? 0);
  const passages = whole('passages');
  return {
    project: projects.toRow(raw),
    ownerEmail: String(raw.owner_email),
    sources: whole('sources'),
    originalsBytes: whole('originals_bytes'),
    documentsBytes: whole('documents_bytes'),
    passages,
    indexBytes: whole('passages_bytes') + whole('codes_bytes') + passages * whole('dimensions') * BYTES_PER_DIMENSION,
    conversations: whole('conversations'),
    conversationsBytes: whole('conversations_bytes'),
    questionsToday: whole('questions_today'),
  };
}
