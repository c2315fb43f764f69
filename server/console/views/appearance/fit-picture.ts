/** What the server takes at most (server/platform/limits.ts). */
const MAX_BYTES = 200_000;
/** Pixels of the longer side: more than the widget shows on any screen. */
const SIDE = 512;
/** The largest file that is read at all. */
const MOST_READ = 30_000_000;

/**
 * The forms in which a picture is tried, each with the bytes that it may have. Photographs are smaller as WebP, in whose place Safari
 * writes PNG.
 */
const FORMS = [
  { side: SIDE, type: 'image/png', bytes: 50_000 },
  { side: SIDE, type: 'image/webp', bytes: MAX_BYTES },
  { side: SIDE / 2, type: 'image/png', bytes: MAX_BYTES },
];

/**
 * Makes a picture that the widget can show of whatever the browser can show, such as a large photograph or an SVG file, whose
 * scripts do not run in it. A new picture has no place or camera in it any more. A small PNG stays as it is.
 */
export async function fitPicture(file: File): Promise<Blob> {
  if (file.size > MOST_READ) throw new Error('This file is larger than 30 MB. Choose a smaller picture.');
  const image = await toImage(file);
  // An SVG file without a size of its own.
  const [width, height] = [image.naturalWidth || SIDE, image.naturalHeight || SIDE];
  const longer = Math.max(width, height);
  if (file.type === 'image/png' && file.size <= MAX_BYTES && longer <= SIDE) return file;
  let fitted: Blob = file;
  for (const { side, type, bytes } of FORMS) {
    const scale = file.type === 'image/svg+xml' ? side / longer : Math.min(1, side / longer);
    fitted = await draw(image, Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), type);
    if (fitted.size <= bytes) break;
  }
  return fitted;
}

/** The policy of the console allows pictures that stand in an address, and no others from outside. */
async function toImage(file: File): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('This file could not be read. It may have been moved or changed.'));
    reader.readAsDataURL(file);
  });
  try {
    await image.decode();
    return image;
  } catch {
    throw new Error('Your browser cannot show this file as a picture. Choose a PNG, JPEG, WebP or SVG picture.');
  }
}

async function draw(image: HTMLImageElement, width: number, height: number, type: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (context) context.imageSmoothingQuality = 'high';
  context?.drawImage(image, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, 0.9);
  });
  if (!blob) throw new Error('Your browser could not make this picture smaller. Choose one with at most 512 pixels.');
  return blob;
}
