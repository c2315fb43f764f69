import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How a form reports and discards its unsaved changes. */
export interface UnsavedOptions {
  /** True if something has been changed and not saved. */
  changed(): boolean;
  /** Restores the saved values. */
  discard(): void;
}

/** The forms on the page. */
const forms = new Set<Unsaved>();

/** Tracks the unsaved changes of a form. While there are any, leaving the page needs a confirmation. */
export class Unsaved implements ReactiveController {
  readonly changed: () => boolean;
  readonly discard: () => void;

  constructor(host: ReactiveControllerHost, { changed, discard }: UnsavedOptions) {
    this.changed = changed;
    this.discard = discard;
    host.addController(this);
  }

  hostConnected(): void {
    forms.add(this);
  }

  hostUpdated(): void {
    watchTab();
  }

  hostDisconnected(): void {
    forms.delete(this);
    watchTab();
  }
}

/** True if any form on the page has unsaved changes. */
export const isUnsaved = (): boolean => [...forms].some((form) => form.changed());

/** Discards the unsaved changes of all forms. */
export function discardUnsaved(): void {
  for (const form of forms) form.discard();
}

/** Browsers exclude pages with a `beforeunload` listener from the back/forward cache, so it is added only while it is needed. */
function watchTab(): void {
  if (isUnsaved()) addEventListener('beforeunload', askBeforeUnload);
  else removeEventListener('beforeunload', askBeforeUnload);
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (isUnsaved()) event.preventDefault();
}
