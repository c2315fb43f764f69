import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { WidgetImageKind } from '@footnote/sdk/contract';
import { type PictureType, readPictureHeader } from '../platform/files/picture-header.ts';
import { WIDGET_IMAGE_LIMITS } from '../platform/limits.ts';
import type { ProjectRow, StoredWidgetImage, WidgetImages } from '../store/types.ts';
import type { Usage } from './answers/usage.ts';
import { errors } from './errors.ts';
import type { UploadedFile } from './sources/source-files.ts';

const ENDINGS: Record<PictureType, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' };

/** The logo and the avatar of a project's widget. */
export type WidgetImageService = ReturnType<typeof createWidgetImageService>;

export function createWidgetImageService(deps: { widgetImages: WidgetImages; usage: Usage; now: () => number }) {
  const { widgetImages, usage, now } = deps;
  async function store(projectId: string, kind: WidgetImageKind, image: Parameters<WidgetImages['put']>[2]) {
    const project = await widgetImages.put(projectId, kind, image, now());
    if (!project) throw errors.notFound();
    return usage.withPending(project);
  }

  return {
    /** Throws 400 for what is no picture, or too large, and 404 if the project has been deleted meanwhile. */
    put: async (projectId: string, kind: WidgetImageKind, { temporaryPath }: UploadedFile): Promise<ProjectRow> =>
      store(projectId, kind, toWidgetImage(await readFile(temporaryPath))),
    /** Also if there is none. Throws 404 if the project has been deleted meanwhile. */
    remove: (projectId: string, kind: WidgetImageKind): Promise<ProjectRow> => store(projectId, kind, null),

    /** Throws 404 if the project has no picture of this name, or does not exist. */
    async read(projectId: string, name: string): Promise<{ content: Uint8Array; type: PictureType }> {
      const content = await widgetImages.content(projectId, name);
      const [type] = TYPES.find(([, ending]) => name.endsWith(`.${ending}`)) ?? [];
      if (!content || !type) throw errors.notFound();
      return { content, type };
    },
  };
}

const TYPES = Object.entries(ENDINGS) as [PictureType, string][];

/** Checks a picture and names it by its content. Throws 400 for what a widget cannot have. */
export function toWidgetImage(content: Uint8Array): StoredWidgetImage & { content: Uint8Array } {
  if (content.length === 0) throw errors.fileEmpty();
  if (content.length > WIDGET_IMAGE_LIMITS.bytes) throw errors.pictureTooHeavy();
  const header = readPictureHeader(content);
  if (!header) throw errors.unsupportedPicture();
  const { type, orientation, animated } = header;
  const [width, height] = orientation < 5 ? [header.width, header.height] : [header.height, header.width];
  if (animated) throw errors.animatedPicture();
  if (Math.max(width, height) > WIDGET_IMAGE_LIMITS.side) throw errors.pictureTooWide(width, height);
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 27);
  return { name: `${hash}.${ENDINGS[type]}`, width, height, content };
}
