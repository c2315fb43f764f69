import { describe, expect, it } from 'vitest';
import { readGoldenQuestions } from '../../../server/evaluation/golden-file.ts';

describe('a file of golden questions', () => {
  it('may be JSONL, with empty lines, a byte order mark and Windows line ends', () => {
    const content = [
      '\uFEFF{"question": " When do you open? ", "text": "at nine"}',
      '',
      '{"question": "Who may borrow?", "source": "rules.pdf", "text": null}',
      '{"question": "Who is the king?", "answerable": false}',
    ].join('\r\n');
    expect(readGoldenQuestions('q.jsonl', content)).toEqual([
      { line: 1, question: 'When do you open?', source: null, text: 'at nine', answerable: true },
      { line: 3, question: 'Who may borrow?', source: 'rules.pdf', text: null, answerable: true },
      { line: 4, question: 'Who is the king?', source: null, text: null, answerable: false },
    ]);
  });

  it('may be CSV, with columns in any order and quoted cells', () => {
    const content = 'text,question,answerable\n"at nine, or ten","""When"" do you\nopen?",\n,Who is the king?,FALSE\n';
    expect(readGoldenQuestions('q.CSV', content)).toEqual([
      { line: 3, question: '"When" do you\nopen?', source: null, text: 'at nine, or ten', answerable: true },
      { line: 4, question: 'Who is the king?', source: null, text: null, answerable: false },
    ]);
  });

  it.each([
    ['no JSON', 'q.jsonl', 'When do you open?', 'line 1: is not JSON'],
    ['a list', 'q.jsonl', '[1]', 'line 1: '],
    ['no question', 'q.jsonl', '\n\n{"text": "x"}', 'line 3: "question" must be a text'],
    ['an empty question', 'q.jsonl', '{"question": " ", "text": "x"}', 'line 1: "question" must be 1–4000'],
    ['nothing to cite', 'q.jsonl', '{"question": "x"}', 'line 1: it needs a "source" or a "text"'],
    ['both', 'q.jsonl', '{"question": "x", "text": "y", "answerable": false}', 'line 1: it has a "source" or a "text"'],
    ['an unknown name', 'q.jsonl', '{"question": "x", "texts": "y"}', 'line 1: "texts" is not known'],
    ['no truth value', 'q.csv', 'question,answerable\nx,maybe', 'line 2: "answerable" must be true or false'],
    ['too many cells', 'q.csv', 'question,text\nx,y,z', 'line 2: is not valid CSV'],
    ['an open quote', 'q.csv', 'question,text\n"x,y\n', 'line 2: is not valid CSV'],
    ['nothing', 'q.csv', 'question,text\n', 'there is no question in it'],
  ])('reports the mistake and its line: %s', (_, name, content, mistake) => {
    expect(() => readGoldenQuestions(name, content)).toThrow(mistake);
  });

  it('lists the first ten mistakes and counts the others', () => {
    const read = () => readGoldenQuestions('q.jsonl', 'x\n'.repeat(15));
    expect(read).toThrow(/line 10: [^\n]+\n {2}and 5 more$/);
  });
});
