import { examplesOf, fieldError } from '../../platform/errors.ts';
import { WIDGET_IMAGE_LIMITS } from '../../platform/limits.ts';

/** Pictures of the widget. */
export const pictureErrors = {
  unsupportedPicture: () =>
    fieldError('unsupported_picture', 'file', 'This is not a PNG, JPEG or WebP picture, or it is damaged.'),
  animatedPicture: () => fieldError('unsupported_picture', 'file', 'This picture is animated. Choose one that is not.'),
  pictureTooHeavy: () =>
    fieldError(
      'picture_too_large',
      'file',
      `The picture has more than ${WIDGET_IMAGE_LIMITS.bytes / 1000} kB. Make it smaller.`,
    ),
  pictureTooWide: (width: number, height: number) =>
    fieldError(
      'picture_too_large',
      'file',
      `The picture has ${width} × ${height} pixels. Each side may have at most ${WIDGET_IMAGE_LIMITS.side}: make it smaller.`,
    ),
};

export const pictureExamples = examplesOf(pictureErrors, { pictureTooWide: [3000, 2000] });
