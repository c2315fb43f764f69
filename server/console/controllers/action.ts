import { BadRequestError } from '@footnote/sdk';
import type { LitElement, ReactiveController } from 'lit';
import { errorMessage } from '../format.ts';

/** The state of an action in a view: whether it is running, and its errors. */
export class Action implements ReactiveController {
  readonly #host: LitElement;
  #fields: Readonly<Record<string, string>> = {};
  #error: unknown = null;
  busy = false;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {}

  /** The error message; null if there is none or if the fields in `named` show it. */
  error(...named: string[]): string | null {
    if (!this.#error) return null;
    const fields = Object.keys(this.#fields);
    const elsewhere = fields.length > 0 && fields.every((field) => named.some((name) => belongs(field, name)));
    return elsewhere ? null : errorMessage(this.#error);
  }

  /** The server's error message for a field, or null. */
  field(name: string): string | null {
    const messages = Object.entries(this.#fields).flatMap(([field, message]) =>
      belongs(field, name) ? [message] : [],
    );
    // Several entries of a list mostly have the same fault.
    return messages.length === 0 ? null : [...new Set(messages)].join('; ');
  }

  /** The error messages for the entries of a list field, by index. */
  entries(name: string): ReadonlyMap<number, string> {
    const found = Object.entries(this.#fields).flatMap(([field, message]): [number, string][] => {
      const at = new RegExp(`^${name}(?:\\.|\\[)(\\d+)`).exec(field)?.[1];
      return at === undefined ? [] : [[Number(at), message]];
    });
    return new Map(found);
  }

  /** Clears the errors. */
  clear(): void {
    this.#error = null;
    this.#fields = {};
    this.#host.requestUpdate();
  }

  /** Sets errors without asking the server. */
  refuse(fields: Record<string, string>): void {
    this.#fields = fields;
    this.#error = new Error(Object.values(fields).join(' '));
    this.#host.requestUpdate();
  }

  /** Moves the focus to the first invalid field. */
  async #toFirstFault(): Promise<void> {
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  /** Runs the action unless it is already running. Undefined on failure. */
  async run<Value>(act: () => Promise<Value>): Promise<Value | undefined> {
    if (this.busy) return undefined;
    this.busy = true;
    this.clear();
    try {
      return await act();
    } catch (error) {
      this.#error = error;
      this.#fields = BadRequestError.isInstance(error)
        ? Object.fromEntries((error as BadRequestError).errors.map(({ field, message }) => [field, message]))
        : {};
      return undefined;
    } finally {
      this.busy = false;
      this.#host.requestUpdate();
      if (Object.keys(this.#fields).length > 0) void this.#toFirstFault();
    }
  }
}

const belongs = (field: string, name: string) =>
  field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`);
