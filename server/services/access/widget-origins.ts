import type { ProjectRow, Projects } from '../../store/types.ts';
import { originAllowed } from './origins.ts';

/** An origin that was seen less than this ago is not noted again: pages ask more often than owners look. */
const AGAIN_MS = 60_000;

export type WidgetOrigins = ReturnType<typeof createWidgetOrigins>;

/** Remembers on which sites the widget works, so that the owner can see it. */
export function createWidgetOrigins({ projects, now }: { projects: Projects; now: () => number }) {
  return {
    /**
     * Notes that a visitor's widget was seen on a page of this origin, if the project allows it. Never throws: no visitor waits
     * for, or fails because of, what only the owner reads.
     */
    async note({ id, allowedOrigins, widgetOrigins }: ProjectRow, origin: string | null): Promise<void> {
      if (origin === null || !originAllowed(allowedOrigins, origin)) return;
      const seenAt = now();
      const last = widgetOrigins.find((seen) => seen.origin === origin)?.seenAt ?? Number.NEGATIVE_INFINITY;
      if (seenAt - last < AGAIN_MS) return;
      await projects.sawWidget(id, { origin, seenAt }).catch(() => {});
    },
  };
}
