import { persistentStorage } from './storage.ts';

const OFF = 'footnote.shortcuts-off';
/** Milliseconds between the two keys of a shortcut such as G S. */
const SEQUENCE_MS = 1500;

/** The views that G and a letter lead to. */
export const GO_TO: readonly { key: string; page: string; label: string }[] = [
  { key: 'o', page: 'overview', label: 'Overview' },
  { key: 's', page: 'sources', label: 'Sources' },
  { key: 'p', page: 'playground', label: 'Playground' },
  { key: 'c', page: 'conversations', label: 'Conversations' },
  { key: 't', page: 'improve', label: 'To do' },
  { key: 'w', page: 'widget', label: 'Widget' },
];

/** The name of the key that menus use together with a letter. */
export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

/** What the keys do. */
export interface ShortcutActions {
  palette(): void;
  help(): void;
  /** Goes to a view of the project: `sources`. */
  goTo(page: string): void;
  /** Moves the focus to the field of the page that a slash leads to. */
  field(): void;
  /** Undoes the latest removal; false if there is none. */
  undo(): boolean;
}

/** True if single keys are shortcuts. Users of speech input or with a tremor turn that off (WCAG 2.1.4). */
export const singleKeys = {
  get on(): boolean {
    return persistentStorage.read(OFF) === null;
  },
  set on(on: boolean) {
    persistentStorage.write(OFF, on ? null : 'yes');
  },
};

/** Listens to the keyboard of the whole page. */
export function listenToKeys(actions: ShortcutActions): void {
  let goAt = Number.NEGATIVE_INFINITY;
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const command = ctrlKey !== metaKey && !altKey;
    const done = (act: () => unknown) => {
      event.preventDefault();
      act();
    };
    if (event.defaultPrevented || event.isComposing) return;
    if (command && !shiftKey && key.toLowerCase() === 'k') return done(actions.palette);
    if (isTyping(event) || isModalOpen()) return;
    if (command && !shiftKey && key.toLowerCase() === 'z' && actions.undo()) return done(() => {});
    if (ctrlKey || metaKey || altKey || !singleKeys.on) return;
    const page = event.timeStamp - goAt < SEQUENCE_MS ? GO_TO.find((one) => one.key === key.toLowerCase()) : undefined;
    goAt = key.toLowerCase() === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (page) return done(() => actions.goTo(page.page));
    if (key === '?') return done(actions.help);
    if (key === '/') return done(actions.field);
  });
}

function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select'))
  );
}

/** Dialogs stand in shadow roots, so each is asked for. */
function isModalOpen(root: Document | ShadowRoot = document): boolean {
  if (root.querySelector('dialog:modal')) return true;
  return [...root.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot !== null && isModalOpen(shadowRoot));
}
