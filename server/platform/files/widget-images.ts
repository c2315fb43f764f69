/** The pictures that a widget may have: beside its title, and beside its answers. */
export const WIDGET_IMAGES = ['logo', 'avatar'] as const;

/** The largest of them. They are shown with at most 44 pixels, three times as many on the screens of phones. */
export const WIDGET_IMAGE_LIMITS = {
  bytes: 200_000,
  /** Pixels of the longer side: decoded, four megabytes. */
  side: 1024,
};
