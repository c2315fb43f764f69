import { describe, expect, it } from 'vitest';
import { contextualizeQuery } from '../../../../server/answering/query/contextualize-query.ts';
import { tellingText } from '../../../../server/answering/query/telling-text.ts';

describe('a pasted error', () => {
  it.each([
    [
      'of JavaScript',
      `ReferenceError: kettle is not defined
    at HTMLButtonElement.onclick (index.html:42:13)
    at async Object.run (file:///srv/app.js:7:1)
    at index.js:3:5`,
      'ReferenceError: kettle is not defined',
    ],
    [
      'of Java, with its cause',
      `java.lang.RuntimeException: The store is closed
\tat org.kettle.Store.open(Store.java:12)
\t... 14 more
Caused by: java.io.IOException: No space left on device`,
      'java.lang.RuntimeException: The store is closed\nCaused by: java.io.IOException: No space left on device',
    ],
    [
      'of Python, and what is said around it',
      `the import fails
Traceback (most recent call last):
  File "/app/import.py", line 98, in consume
    document = parse(path)
             ^^^^^^^^^^^^^^
  File "/app/parse.py", line 3, in parse
PermissionError: [Errno 13] Permission denied: '/app/media'
what now?`,
      "the import fails\nPermissionError: [Errno 13] Permission denied: '/app/media'\nwhat now?",
    ],
    [
      'of PHP',
      'Fatal error: Allowed memory size exhausted\n#0 /var/www/a.php(12): run()\n#1 {main}',
      'Fatal error: Allowed memory size exhausted',
    ],
    ['of Ruby', "undefined method `each' for nil\n  from /app/boil.rb:12:in `run'", "undefined method `each' for nil"],
    [
      'of a log, without the time',
      '2026-05-01 12:00:01,123 ERROR database is locked\n    at Db.open (db.js:1:2)',
      'ERROR database is locked',
    ],
  ])('keeps what went wrong: %s', (_, pasted, telling) => {
    expect(tellingText(pasted)).toBe(telling);
  });

  it.each([
    'How do I restart it?\nIt stops at the moment (always).',
    'at Object.run (app.js:7:1)\nat index.js:3:5',
    'Where is the port set?\nIn which file?',
  ])('is left as it is without calls, or without anything else: %s', (text) => {
    expect(tellingText(text)).toBe(text);
  });
});

describe('a letter', () => {
  it.each([
    [
      'en',
      'Dear support team,\n\nI moved house.\nHow do I change my address?\n\nKind regards,\nPeter Maier\nTel. 0123',
    ],
    [
      'de',
      'Sehr geehrte Damen und Herren,\n\nI moved house.\nHow do I change my address?\n\nMit freundlichen Grüßen\nA. B.',
    ],
    ['fr', 'Madame, Monsieur,\n\nI moved house.\nHow do I change my address?\n\nCordialement,\nA. B.'],
    ['zh', '尊敬的客服：\n\nI moved house.\nHow do I change my address?\n\n此致\n敬礼'],
  ])('is read without salutation and closing: %s', (_, letter) => {
    expect(tellingText(letter)).toBe('I moved house.\nHow do I change my address?');
  });

  it('is no list of lines', () => {
    const list = 'Which of these are free:\ntea\ncoffee\nbest\nwater\nsoda';
    expect(tellingText(list)).toBe(list);
  });
});

describe('capitals throughout', () => {
  it('are read as small letters', () => {
    expect(tellingText('AND HOW DO I UNDO IT')).toBe('and how do i undo it');
  });

  it.each(['HTTP 404', 'API KEY', 'Is the API KEY OK', 'ORA-00942: Tabelle fehlt'])('are left in names: %s', (text) => {
    expect(tellingText(text)).toBe(text);
  });
});

it('is what a question of a conversation is searched for, and what goes before it', () => {
  const history = [
    { role: 'user' as const, text: 'ReferenceError: kettle is not defined\n    at boil (app.js:1:2)\n    at a.js:3:4' },
    { role: 'assistant' as const, text: 'Load the script first. [1]' },
  ];
  const { signal } = new AbortController();
  const asked = { projectId: 'p', text: 'AND HOW DO I UNDO IT', history, contact: '', signal };
  expect(contextualizeQuery(asked)).toMatchObject({
    text: 'and how do i undo it',
    context: 'ReferenceError: kettle is not defined',
  });
});
