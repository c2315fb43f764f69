import { describe, expect, it } from 'vitest';
import { parseAsciiDoc } from '../../../../../server/ingestion/parsers/asciidoc/parse-asciidoc.ts';
import { bytesOf } from '../../make-files.ts';

const parsed = (text: string) => parseAsciiDoc(bytesOf(text));
const words = (text: string) => parsed(`Start\n\n${text}\n\nEnd`).text.split(/\s+/).slice(1, -1).join(' ');

describe('conditions of AsciiDoc', () => {
  it.each([
    ['of an attribute that is set', ':a:\n\nifdef::a[]\nyes\nendif::[]\nifndef::a[]\nno\nendif::[]', 'yes'],
    ['of one that is not', 'ifdef::a[]\nno\nendif::a[]\nifndef::a[]\nyes\nendif::a[]', 'yes'],
    ['of one that was removed', ':a:\n:!a:\n\nifdef::a[]\nno\nendif::[]\nifndef::a[]\nyes\nendif::[]', 'yes'],
    ['of one that is set below', 'ifdef::a[]\nno\nendif::[]\nyes\n\n:a:', 'yes'],
    [
      'of one that a condition sets',
      ':a:\nifdef::a[]\n:b: 1\nendif::[]\nifndef::a[]\n:c: 1\nendif::[]\n\nifdef::b[yes]\nifdef::c[no]',
      'yes',
    ],
    ['in any case of letters', ':Big:\n\nifdef::bIG[yes]', 'yes'],
    ['in one line', ':a:\n\nifdef::a[one]\nifndef::a[no]\nifdef::b[no]\nifndef::b[two]', 'one two'],
    ['of one of several', ':a:\n\nifdef::a,b[one]\nifndef::a,b[no]\nifdef::b,c[no]\nifndef::b,c[two]', 'one two'],
    ['of all of several', ':a:\n:b:\n\nifdef::a+b[one]\nifdef::a+c[no]\nifndef::a+b[no]\nifndef::a+c[two]', 'one two'],
    [
      'in each other',
      ':a:\n\nifdef::a[]\none\nifdef::b[]\nno\nifdef::a[]\nno\nendif::a[]\nendif::b[]\ntwo\nendif::a[]\nthree',
      'one two three',
    ],
    [
      'in the branch that is left out',
      'ifdef::a[]\nifndef::b[]\nno\nendif::[]\nifndef::b[no]\nno\nendif::[]\nyes',
      'yes',
    ],
    [
      'of a page of HTML',
      'ifdef::backend-html5[one]\nifdef::backend-pdf[no]\nifdef::env-github[no]\nifndef::env-github[two]',
      'one two',
    ],
    [
      'that compare texts',
      'ifeval::["{backend}" == "html5"]\none\nendif::[]\nifeval::["{doctype}" != "article"]\nno\nendif::[]',
      'one',
    ],
    ['that compare numbers', ':v: 10\n\nifeval::[{v} >= 9]\none\nendif::[]\nifeval::[{v} < 9]\nno\nendif::[]', 'one'],
    [
      'that compare with what is not set',
      'ifeval::["{none}" == ""]\none\nendif::[]\nifeval::[{none} > 1]\nno\nendif::[]',
      'one',
    ],
    [
      'that compare a text with a number',
      'ifeval::["10" > 9]\nno\nendif::[]\nifeval::["10" != 10]\none\nendif::[]',
      'one',
    ],
    ['that make no sense', 'ifeval::[broken]\nno\nendif::[]\nyes', 'yes'],
    ['that end another one', ':a:\n\nifdef::a[]\none\nendif::b[]\ntwo\nendif::[]\nendif::[]\nthree', 'one two three'],
    ['in code', '----\nifdef::a[]\nno\nendif::[]\nifndef::a[yes]\n----', 'yes'],
    ['around a delimiter', 'ifdef::a[]\n----\nno\nendif::[]\nyes', 'yes'],
    ['in a comment', '////\nifdef::a[]\n////\nyes', 'yes'],
    ['behind a backslash', '----\n\\ifdef::a[]\n\\include::b.adoc[]\n----', 'ifdef::a[] include::b.adoc[]'],
  ])('%s choose what the built page has', (_, text, shown) => {
    expect(words(text)).toBe(shown);
  });

  it('tell what they leave out', () => {
    const { leftOut } = parsed('Shown.\n\nifdef::backend-pdf[]\n== Print\n\nOn paper.\nendif::[]');
    expect(leftOut).toEqual([{ kind: 'hidden', characters: 15, text: 'Print On paper.' }]);
    expect(parsed('ifndef::backend-pdf[]\nShown.\nendif::[]').leftOut).toBeUndefined();
  });

  it('may be open at the end of a document', () => {
    expect(parsed('Shown.\n\nifdef::a[]\nno').text).toBe('Shown.');
  });
});

describe('files that a page of AsciiDoc includes', () => {
  it('are told as missing, each once, but those that may be missing and those of another branch', () => {
    const { text, leftOut } = parsed(
      'Shown.\n\ninclude::a.adoc[]\ninclude::b/c.adoc[tag=x]\ninclude::a.adoc[lines=1..2]\n' +
        'include::d.adoc[opts=optional]\nifdef::pdf[]\ninclude::e.adoc[]\nendif::[]\n////\ninclude::f.adoc[]\n////',
    );
    expect(text).toBe('Shown.');
    expect(leftOut).toContainEqual({ kind: 'missing', characters: 15, text: 'a.adoc b/c.adoc' });
  });

  it('leave a page of nothing else without text, and not refused', () => {
    expect(parsed('include::a.adoc[]')).toMatchObject({
      text: '',
      title: null,
      leftOut: [{ kind: 'missing', characters: 6, text: 'a.adoc' }],
    });
    expect(() => parsed('// nothing')).toThrow('No text was found');
  });
});
