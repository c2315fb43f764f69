import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Db, TxOptions } from '../../../../../server/store/db.ts';
import { createConversations } from '../../../../../server/store/tables/conversations/conversations.ts';
import type { NewMessage } from '../../../../../server/store/types.ts';
import { eraserOn, insertProject } from '../../../../helpers/stores/bare-tables.ts';
import { DATABASES, type TestDatabase } from '../../../../helpers/stores/databases.ts';

const AT = { createdAt: 5, updatedAt: 5 };

for (const { name, open } of DATABASES) {
  describe(`what is stored of a conversation, in ${name}`, () => {
    let database: TestDatabase;
    /** Of each transaction: whether its commit waits for the disk. */
    let durable: boolean[];

    beforeEach(async () => {
      database = await open();
      durable = [];
      await insertProject(database.db);
    });
    afterEach(() => database.close());

    const message = (id: string, role: NewMessage['role']): NewMessage => ({
      id,
      role,
      text: id,
      citations: [],
      finishReason: role === 'user' ? null : 'stop',
      usage: null,
      createdAt: 6,
    });

    it('is on the disk when an answer is; a question need not be before', async () => {
      const db: Db = {
        ...database.db,
        forProject: () => db,
        counting: (work, options: TxOptions = {}) => {
          durable.push(options.durable ?? true);
          return database.db.counting(work, options);
        },
      };
      const eraser = eraserOn(db);
      const conversations = createConversations(db, eraser);
      const conversation = { id: 'conv_1', projectId: 'proj_1', visitorId: null, ...AT };
      await conversations.create(conversation, message('msg_1', 'user'));
      await conversations.append('proj_1', 'conv_1', message('msg_2', 'assistant'));
      await conversations.append('proj_1', 'conv_1', message('msg_3', 'user'));
      await conversations.append('proj_1', 'conv_1', message('msg_4', 'assistant'));
      expect(durable).toEqual([false, true, false, true]);
      const stored = await conversations.recentMessages('proj_1', 'conv_1', 9);
      expect(stored.map(({ text }) => text)).toEqual(['msg_1', 'msg_2', 'msg_3', 'msg_4']);
    });
  });
}
