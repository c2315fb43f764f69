import type { ParsedDocument } from '../../types.ts';
import { type OfficePart, readMainPart, readPart } from '../archive/office-parts.ts';
import { attributeNamed, childNamed, descend } from '../archive/xml.ts';
import { openZip, type ZipDocument } from '../archive/zip-archive.ts';
import { titledByHeading } from '../text/page-heading.ts';
import { createTextBuilder } from '../text/text-builder.ts';
import { addSlide } from './slide-blocks.ts';
import { createSlideFurniture, type SlideFurniture } from './slide-furniture.ts';
import { readLayout, type SlideLayout } from './slide-layout.ts';

/**
 * Parses a PowerPoint presentation: each slide is a page and a section under its title. What the audience does not see is not
 * read: hidden slides, and the speaker's notes.
 */
export async function parsePptx(
  bytes: Uint8Array,
  onPage: (done: number, total: number) => void,
): Promise<ParsedDocument> {
  const zip = await openZip(bytes);
  const main = await readMainPart(zip);
  const builder = createTextBuilder();
  const slides = slidesOf(main);
  const layoutOf = layoutReader(zip);
  const furniture = await furnitureOf(zip, slides);
  for (const [index, name] of slides.entries()) {
    const slide = name === undefined ? null : await readPart(zip, name);
    builder.startPage(index + 1);
    if (slide && isShown(slide))
      addSlide(builder, slide.root, {
        number: index + 1,
        layout: await layoutOf(slide),
        diagrams: await diagramsOf(zip, slide),
        furniture,
      });
    onPage(index + 1, slides.length);
  }
  return titledByHeading(builder.finish({}), 1);
}

const isShown = ({ root }: OfficePart) => !/^(?:0|false)$/.test(root.attributes.show ?? '1');

/** So many slides tell what all of them have alike. */
const MAX_SAMPLE = 30;

/** What most slides have alike. They are read twice for it, as all of them at once may be large. */
async function furnitureOf(zip: ZipDocument, slides: (string | undefined)[]): Promise<SlideFurniture> {
  const furniture = createSlideFurniture();
  for (const name of slides.slice(0, MAX_SAMPLE)) {
    const slide = name === undefined ? null : await readPart(zip, name);
    const tree = slide && isShown(slide) ? descend(slide.root, 'cSld', 'spTree') : undefined;
    if (tree) furniture.count(tree);
  }
  return furniture;
}

/** The names of the slides' parts in their order; undefined for one that is missing, which keeps the numbers of the others. */
function slidesOf({ root, relationships }: OfficePart): (string | undefined)[] {
  // A slide has two ids: its own, and that of the relationship, whose name has a prefix.
  return (childNamed(root, 'sldIdLst')?.children ?? []).map((slide) => {
    const prefixed = Object.keys(slide.attributes).find((name) => name.endsWith(':id'));
    const wanted = prefixed ? slide.attributes[prefixed] : attributeNamed(slide, 'id');
    return relationships.find(({ id, type }) => id === wanted && type === 'slide')?.target;
  });
}

/** The data of a slide's diagrams (SmartArt), by the relationship that names it. */
async function diagramsOf(zip: ZipDocument, { relationships }: OfficePart): Promise<Map<string, OfficePart>> {
  const diagrams = new Map<string, OfficePart>();
  for (const { id, type, target } of relationships) {
    const part = type === 'diagramData' || type === 'chart' ? await readPart(zip, target) : null;
    if (part) diagrams.set(id, part);
  }
  return diagrams;
}

/** Reads the layout of a slide, each once: a presentation has few. */
function layoutReader(zip: ZipDocument): (slide: OfficePart) => Promise<SlideLayout> {
  const layouts = new Map<string | undefined, SlideLayout>();
  return async (slide) => {
    const name = targetOf(slide, 'slideLayout');
    const known = layouts.get(name);
    if (known) return known;
    const layout = name === undefined ? null : await readPart(zip, name);
    const masterName = layout && targetOf(layout, 'slideMaster');
    const master = masterName ? await readPart(zip, masterName) : null;
    const read = readLayout([layout, master].filter((part) => part !== null));
    layouts.set(name, read);
    return read;
  };
}

const targetOf = ({ relationships }: OfficePart, wanted: string) =>
  relationships.find(({ type }) => type === wanted)?.target;
