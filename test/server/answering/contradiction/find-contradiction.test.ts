import { describe, expect, it } from 'vitest';
import { createComparedPassage } from '../../../../server/answering/contradiction/find-contradiction.ts';

const find = (language: string, passage: string, sentence: string) =>
  createComparedPassage(passage, language).findContradiction(sentence);

describe('what contradicts a passage', () => {
  it.each<[string, string, string, string]>([
    ['en', 'You can change the owner of a project.', 'You cannot change the owner of a project.', 'negation'],
    ['en', 'Deleted pages can’t be restored.', 'Deleted pages can be restored.', 'negation'],
    ['en', 'There is no limit on the number of users.', 'There is a limit on the number of users.', 'negation'],
    ['en', 'The old key is no longer accepted by the server.', 'The old key is accepted by the server.', 'negation'],
    [
      'de',
      'Gelöschte Seiten lassen sich nicht wiederherstellen.',
      'Gelöschte Seiten lassen sich wiederherstellen.',
      'negation',
    ],
    ['fr', 'Les pages supprimées ne sont pas restaurées.', 'Les pages supprimées sont restaurées.', 'negation'],
    ['es', 'El servidor nunca guarda las contraseñas.', 'El servidor guarda las contraseñas.', 'negation'],
    ['it', 'Il server non salva le password.', 'Il server salva le password.', 'negation'],
    ['pt', 'O servidor não guarda as senhas.', 'O servidor guarda as senhas.', 'negation'],
    [
      'nl',
      'De server bewaart geen wachtwoorden van gebruikers.',
      'De server bewaart wachtwoorden van gebruikers.',
      'negation',
    ],
    ['ru', 'Сервер не хранит пароли пользователей.', 'Сервер хранит пароли пользователей.', 'negation'],
    ['ja', '削除したページは復元できません。', '削除したページは復元できます。', 'negation'],
    ['zh', '删除的页面无法恢复。', '删除的页面可以恢复。', 'negation'],
    ['en', 'Caching is enabled by default.', 'Caching is disabled by default.', 'antonym'],
    [
      'en',
      'The maximum length of a name is 40 characters.',
      'The minimum length of a name is 40 characters.',
      'antonym',
    ],
    ['en', 'Synchronous writes are supported on Linux.', 'Synchronous writes are unsupported on Linux.', 'antonym'],
    ['de', 'Die Angabe einer Adresse ist optional.', 'Die Angabe einer Adresse ist verpflichtend.', 'antonym'],
    ['ja', '最大文字数は40です。', '最小文字数は40です。', 'antonym'],
    ['en', 'The session ends after 10 minutes.', 'The session ends after 10 seconds.', 'quantity'],
    ['en', 'The cache holds 5 MB of files.', 'The cache holds 5 GB of files.', 'quantity'],
    ['en', 'Start three workers for the queue.', 'Start two workers for the queue.', 'quantity'],
    [
      'en',
      'Timeout of the session. Default: 3000. In milliseconds.',
      'The default timeout of the session is 3000 seconds.',
      'quantity',
    ],
    ['de', 'Das Protokoll umfasst vierundzwanzig Stunden.', 'Das Protokoll umfasst zwölf Stunden.', 'quantity'],
    ['ja', 'セッションは10分後に終了します。', 'セッションは10秒後に終了します。', 'quantity'],
    ['en', 'Passwords need at least 8 characters.', 'Passwords need at most 8 characters.', 'limit'],
    ['en', 'Only owners can delete projects.', 'All members can delete projects.', 'quantifier'],
    ['en', 'Stop the server before you copy the files.', 'Stop the server after you copy the files.', 'order'],
    ['en', 'Copy the files after you stop the server.', 'Copy the files before you stop the server.', 'order'],
    ['ja', '起動する前に設定を保存します。', '起動した後に設定を保存します。', 'order'],
    ['en', 'The bridge was moved in 1967 and rebuilt.', 'The bridge was moved in 1971 and rebuilt.', 'quantity'],
    ['en', 'The lifetime option gives the number of minutes.', 'The lifetime option is given in seconds.', 'quantity'],
    ['en', 'You must get an approval for the trip first.', 'An approval for the trip is not needed.', 'negation'],
    ['en', 'Old comments are not included in the new file.', 'Old comments are kept in the new file.', 'negation'],
    [
      'en',
      'The reset command drops all tables of the database.',
      'The reset command drops only tables of the database.',
      'quantifier',
    ],
    ['en', 'In all modes except preview, pages are cached.', 'In preview, pages are cached.', 'exception'],
    [
      'en',
      'The limit is 100 requests for members or 10 requests for guests.',
      'The limit is 100 requests for guests and 10 requests for members.',
      'role',
    ],
    [
      'en',
      'Release | Bug fixes until | Security fixes until\n11 | March 2025 | April 2026\n12 | May 2026 | June 2027',
      'Release 12 gets security fixes until May 2026.',
      'role',
    ],
    [
      'en',
      '- embedded mode: the output runs inside another server\n- standalone mode: starts a server by itself',
      'In embedded mode it starts a server by itself.',
      'role',
    ],
    [
      'en',
      'The levels are emergency, alert, error, warning and debug.',
      'The levels are debug, warning, error, alert and emergency.',
      'order',
    ],
    ['en', 'Specify -d to make it follow symbolic links.', 'Specify -x to make it follow symbolic links.', 'wording'],
  ])('%s: %s | %s', (language, passage, sentence, contradiction) => {
    expect(find(language, passage, sentence)).toBe(contradiction);
  });

  it.each<[string, string, string]>([
    ['en', 'Without a key you pay for all calls.', 'You need a key; without it you may have to pay for all calls.'],
    ['en', 'When decrypting, the current key is tried first.', 'When decrypting, it tries the current key first.'],
    ['en', 'Order is guaranteed only within one partition.', 'Order is not guaranteed across partitions.'],
    [
      'en',
      'Messages that fail five times are moved to the dead letter queue.',
      'After five failures a message is moved to the dead letter queue.',
    ],
    ['en', 'The lifetime option gives the number of minutes.', 'The lifetime option is given in minutes.'],
    ['en', 'You cannot import .astro components.', 'Importing .astro components is impossible.'],
    ['en', 'In all modes except preview, pages are cached.', 'In preview, pages are not cached.'],
    [
      'en',
      'Release | Bug fixes until | Security fixes until\n11 | March 2025 | April 2026\n12 | May 2026 | June 2027',
      'Release 12 gets security fixes until June 2027.',
    ],
    [
      'en',
      '- embedded mode: the output runs inside another server\n- standalone mode: starts a server by itself',
      'Standalone mode starts a server by itself, and embedded mode runs inside another server.',
    ],
    ['en', 'Deleted pages cannot be restored.', 'It is impossible to restore deleted pages.'],
    ['en', 'Without a key, the file cannot be read.', 'The file cannot be read without a key.'],
    ['en', 'Caching is not enabled by default.', 'Caching is disabled by default.'],
    ['en', 'The option prevents users from deleting pages.', 'With the option, users cannot delete pages.'],
    ['en', 'Names may have up to 40 characters.', 'Names must not exceed 40 characters.'],
    ['en', 'The lease lasts one year.', 'The lease lasts 12 months.'],
    ['en', 'Wait 90 seconds for the restart.', 'Wait 1.5 minutes for the restart.'],
    ['en', 'Start three workers for the queue.', 'Start 3 workers for the queue.'],
    ['en', 'Stop the server before you copy the files.', 'Copy the files after you stop the server.'],
    ['en', 'Guests can read pages, but they cannot edit them.', 'Guests can read pages.'],
    ['en', 'It is not only fast but also safe.', 'It is fast and safe.'],
    [
      'de',
      'Gelöschte Seiten lassen sich nicht wiederherstellen.',
      'Es ist unmöglich, gelöschte Seiten wiederherzustellen.',
    ],
    ['de', 'Der Cache ist nicht aktiviert.', 'Der Cache ist deaktiviert.'],
    ['fr', 'Le serveur n’accepte que les connexions chiffrées.', 'Le serveur accepte les connexions chiffrées.'],
    ['es', 'El nombre no debe superar 40 caracteres.', 'El nombre admite como máximo 40 caracteres.'],
    ['ja', '設定を保存しなければなりません。', '設定を保存する必要があります。'],
    ['zh', '名称不超过40个字符。', '名称最多40个字符。'],
    ['sv', 'Sidan kan inte ändras.', 'Sidan kan ändras.'],
  ])('%s, not: %s | %s', (language, passage, sentence) => {
    expect(find(language, passage, sentence)).toBe(null);
  });

  it('says nothing of a sentence that speaks of something else', () => {
    expect(find('en', 'Caching is enabled by default.', 'Logs are never disabled on this machine.')).toBe(null);
  });

  it.each<[string, string, string]>([
    ['one clause', 'en', 'not the backup server '],
    ['many clauses', 'en', 'no backup, but the server never stops after 3 days; '],
    ['orders', 'en', 'before the backup server after '],
    ['one word', 'en', 'backup'],
    ['exceptions', 'fr', "n'est-ce que le serveur "],
    ['Japanese', 'ja', '保存しません'],
    ['Han characters', 'zh', '不'],
  ])('reads a sentence of 100 kB: %s', (_, language, part) => {
    const sentence = part.repeat(Math.ceil(100_000 / part.length));
    const passage = 'The server keeps each backup for 3 days. サーバーは保存します。服务器保存三天。';
    expect(() => find(language, passage, sentence)).not.toThrow();
  });
});

describe('synonyms', () => {
  it('are known for English, in any form of the word', () => {
    const { hasSynonym } = createComparedPassage('Files are deleted when the build begins.', 'en');
    expect(['delet', 'remov', 'start', 'colour'].map(hasSynonym)).toEqual([false, true, true, false]);
  });
});
