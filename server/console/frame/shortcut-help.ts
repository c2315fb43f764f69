import { css, html, LitElement, type TemplateResult } from 'lit';
import { COMMAND_KEY, GO_TO, singleKeys } from '../controllers/shortcuts.ts';
import '../parts/dialogs/dialog.ts';
import { checkboxField } from '../parts/forms/field.ts';
import { shared } from '../styles/shared.ts';

const KEYS: readonly { keys: readonly string[]; label: string }[] = [
  { keys: [COMMAND_KEY, 'K'], label: 'Go to anything, or do something' },
  { keys: [COMMAND_KEY, 'Z'], label: 'Undo the latest removal' },
  { keys: ['/'], label: 'Search on this page, or ask in the playground' },
  { keys: ['?'], label: 'Show this help' },
  { keys: ['Shift', 'click'], label: 'Select a range in a list' },
  ...GO_TO.map(({ key, label }) => ({ keys: ['G', key.toUpperCase()], label: `Go to ${label}` })),
];

/** `<shortcut-help .open=${…} @close=${…}>`: the keyboard shortcuts, and whether single keys are any. */
export class ShortcutHelp extends LitElement {
  static override properties = { open: { attribute: false } };
  static override styles = [
    shared,
    css`
      dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: var(--space-2) var(--space-4); align-items: center; }
      dt { display: flex; gap: var(--space-1); }
      kbd { min-inline-size: 1.5rem; padding: 0.0625rem 0.375rem; border: 1px solid var(--line); border-radius: var(--round-s); background: var(--shade); text-align: center; font-size: var(--text-s); }
    `,
  ];
  open = false;

  override render(): TemplateResult {
    return html`<ui-dialog heading="Keyboard shortcuts" .open=${this.open} @close=${() => this.dispatchEvent(new Event('close'))}>
      <dl>${KEYS.map(({ keys, label }) => html`<dt>${keys.map((key) => html`<kbd>${key}</kbd>`)}</dt><dd>${label}</dd>`)}</dl>
      ${checkboxField({
        name: 'single',
        label: 'Use single keys such as G, / and ?',
        checked: singleKeys.on,
        hint: 'Turn this off if you press them by accident or use dictation.',
        change: (on) => {
          singleKeys.on = on;
        },
      })}
    </ui-dialog>`;
  }
}

customElements.define('shortcut-help', ShortcutHelp);
