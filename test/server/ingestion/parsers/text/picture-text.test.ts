import { describe, expect, it } from 'vitest';
import { pictureText } from '../../../../../server/ingestion/parsers/text/picture-text.ts';

describe('the text of a picture', () => {
  it.each([
    'The dialog with all options',
    'image of a cat',
    'Figure 3: the flow',
    'Photosynthesis',
    '图片说明',
    'imagemagick',
    'COVID-19',
    'max_connections',
    'state-of-the-art',
  ])('is its alternative text: %s', (text) => {
    expect(pictureText(` ${text} `)).toBe(text);
  });

  it.each([
    undefined,
    '',
    'image',
    'Alt Text',
    'alt',
    'Screenshot 3',
    'screen shot (2)',
    'img_0042.png',
    '/Users/anna/Work/Our Logos/lamp 4.jpg',
    'C:\\Users\\anna\\Pictures\\A lamp.emf',
    'A picture containing text, clock\n\nDescription automatically generated',
    'Ein Bild, das Text enthält. Beschreibung automatisch generiert',
    'icons/save_library_png',
    'image-20240101-1.png',
    'Screenshot 2024-04-16 155729.png',
    'Pasted image (2), März.jpeg',
    'undefined',
    'walk_in-thumbnail',
    'carousel-team-1-2',
    'obstetrics@2x',
    '0316_kiln_main',
  ])('is empty where that says nothing: %s', (text) => {
    expect(pictureText(text)).toBe('');
  });
});
