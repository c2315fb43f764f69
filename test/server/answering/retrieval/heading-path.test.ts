import { describe, expect, it } from 'vitest';
import { headingPath } from '../../../../server/answering/retrieval/heading-path.ts';
import { passage } from '../passages.ts';

describe('what is above a passage', () => {
  it.each([
    [
      ['Web', 'Add a room'],
      ['Guide', 'Web', 'Add a room'],
    ],
    [
      ['Guide', 'Web', 'Web'],
      ['Guide', 'Web'],
    ],
    [
      ['T', 'Trigger'],
      ['Guide', 'Trigger'],
    ],
    [
      ['Ж', 'Журнал'],
      ['Guide', 'Журнал'],
    ],
    [
      ['序', '3'],
      ['Guide', '序', '3'],
    ],
  ])('are the title and the headings that say something: %j', (headings, path) => {
    expect(headingPath(passage('Text.', { title: 'Guide', headings }))).toEqual(path);
  });
});
