import type { Db, SqlValue } from '../../db.ts';
import type { Raw } from '../../table.ts';
import { conversations } from '../../types/conversations.ts';
import type { ConversationFilter, ListedConversation, Page, Paging } from '../../types.ts';
import { paginate } from '../paginate.ts';

/** A text search covers this many of the latest conversations, as there is no index. */
const SEARCHED = 10_000;

const answersWith = (condition: string) =>
  `(select count(*) from messages where messages.conversation_id = conversations.id and ${condition})`;
const anyWith = (condition: string) =>
  `exists (select 1 from messages where messages.conversation_id = conversations.id and ${condition})`;

/** The columns of a listed conversation, joined to its first message. */
export const LISTED = `conversations.*, first.text as title, ${answersWith("finish_reason = 'refused'")} as refused,
  ${answersWith("finish_reason = 'unsure'")} as unsure,
  ${answersWith("rating = 'up'")} as up, ${answersWith("rating = 'down'")} as down`;
export const WITH_FIRST = 'left join messages as first on first.conversation_id = conversations.id and first.seq = 1';

export const toListed = (raw: Raw): ListedConversation => ({
  ...conversations.toRow(raw),
  title: String(raw.title ?? ''),
  messages: Number(raw.last_seq),
  refused: Number(raw.refused),
  unsure: Number(raw.unsure),
  up: Number(raw.up),
  down: Number(raw.down),
});

/** Lists the conversations of a project that match the whole filter, newest first. */
export function listConversations(
  db: Db,
  projectId: string,
  filter: ConversationFilter,
  paging: Paging,
): Promise<Page<ListedConversation>> {
  const listing = { table: 'conversations', select: LISTED, join: WITH_FIRST, order: 'number desc' };
  return paginate(db.forProject(projectId), { ...listing, ...filterCondition(projectId, filter) }, paging, toListed);
}

/** The filter in SQL. */
export function filterCondition(
  projectId: string,
  { visitorId, words = [], feedback, refused, unsure, from, to }: ConversationFilter,
): { where: string; parameters: SqlValue[] } {
  const where = ['conversations.project_id = ?'];
  const parameters: SqlValue[] = [projectId];
  const and = (condition: string, ...values: SqlValue[]) => {
    where.push(condition);
    parameters.push(...values);
  };
  if (visitorId !== undefined) and('conversations.visitor_id = ?', visitorId);
  if (from !== undefined) and('conversations.updated_at >= ?', from);
  if (to !== undefined) and('conversations.created_at < ?', to);
  if (feedback === 'any') and(anyWith('messages.rating is not null'));
  else if (feedback) and(anyWith('messages.rating = ?'), feedback);
  if (refused !== undefined) and(`${refused ? '' : 'not '}${anyWith("messages.finish_reason = 'refused'")}`);
  if (unsure !== undefined) and(`${unsure ? '' : 'not '}${anyWith("messages.finish_reason = 'unsure'")}`);
  if (words.length > 0) {
    and(
      `conversations.number > coalesce((select latest.number from conversations as latest
         where latest.project_id = ? order by latest.number desc limit 1 offset ?), 0)`,
      projectId,
      SEARCHED,
    );
  }
  for (const word of words) {
    // NUL ends the pattern in some engines and does not occur in texts.
    if (word.includes('\0')) and('1 = 0');
    const spellings = spellingsOf(word);
    const any = spellings.map(() => "messages.text like ? escape '\\'").join(' or ');
    and(anyWith(`(${any})`), ...spellings.map((spelling) => `%${spelling.replace(/[\\%_]/g, '\\$&')}%`));
  }
  return { where: where.join(' and '), parameters };
}

/** All engines ignore the case of ASCII letters only. */
function spellingsOf(word: string): string[] {
  const lower = word.toLowerCase();
  const capital = lower.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
  return [...new Set([word, lower, capital, word.toUpperCase()])];
}
