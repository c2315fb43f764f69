/**
 * What editors and content systems write where an author has written nothing: “image”, “Alt text”, “screenshot 3”, “img_0042.png”, “icons/save_png”,
 * the place of the file on the author's disk, and what Office takes a picture for.
 */
const SAYS_NOTHING =
  /^(?:(?:alt(?:ernative)?(?: ?text)?|images?|img|pictures?|pic|photos?|screen ?shot|figure|graphic|untitled|undefined|null)?[\s_\-–—.()\d]*|\S{1,200}[._](?:png|jpe?g|gif|svg|webp|avif|bmp)|[\p{L}\p{N} _.()@+,–-]{1,100}\.(?:png|jpe?g|gif|svg|webp|avif|bmp)|(?:[a-z]:|file:)?[\\/].{1,300}\.(?:png|jpe?g|gif|svg|webp|avif|bmp|tiff?|emf|wmf)|.{1,300}\s(?:description|beschreibung) automati(?:cally generated|sch generiert))$/isu;

/** Names of files without their ending: `walk_in-thumbnail`, `carousel-1-2`, `team@2x`. */
const IS_TOKEN = /^[\p{L}\p{N}_@-]{1,100}$/u;
const ENDS_AS_FILE = /@[23]x$/;
const NAMED_AS_FILE = /_|-\d{1,3}$|-(?:banner|image|img|photo|picture|thumb(?:nail)?)$/i;

const isFileName = (text: string) =>
  IS_TOKEN.test(text) &&
  (ENDS_AS_FILE.test(text) || (NAMED_AS_FILE.test(text) && text.replace(/[^-_]/g, '').length > 1));

/** The alternative text of a picture, which stands for it in the text; empty where it says nothing of it. */
export function pictureText(alternative: string | undefined): string {
  const text = alternative?.trim() ?? '';
  return SAYS_NOTHING.test(text) || isFileName(text) ? '' : text;
}
