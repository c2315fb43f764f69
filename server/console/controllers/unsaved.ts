import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How a form knows what has been typed in it and not been saved. */
export interface UnsavedOptions {
  /** Would anything be lost if the form went away now? */
  changed(): boolean;
  /** Puts back what was saved last. */
  discard(): void;
}

/** Those of all forms on the page. */
const forms = new Set<Unsaved>();

/** What a form of settings has to lose: as long as there is something, leaving the page is asked about first. */
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

/** Is there anything on the page that has not been saved? */
export const isUnsaved = (): boolean => [...forms].some((form) => form.changed());

/** Puts all forms of the page back. */
export function discardUnsaved(): void {
  for (const form of forms) form.discard();
}

/** Browsers keep no page at hand for "back" that listens for its end, so it listens only while there is something to lose. */
function watchTab(): void {
  if (isUnsaved()) addEventListener('beforeunload', askBeforeUnload);
  else removeEventListener('beforeunload', askBeforeUnload);
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (isUnsaved()) event.preventDefault();
}
