import type { ChosenModelServer, FoundModelServer, ModelCheck, ModelTrial, ServedModels } from '@footnote/sdk/contract';

/** A server that speaks OpenAI's protocol, as the operator entered it. */
export interface EnteredServer {
  url: string;
  /** Null for none. Absent: the stored one, if it belongs to this address. */
  api_key?: string | null | undefined;
}

/** A model on it. */
export interface EnteredModel extends EnteredServer {
  model: string;
}

/** How a model is taken into use. */
export interface UseOptions {
  /** Without examining it, and also if it does not follow instructions. */
  anyway: boolean;
  signal: AbortSignal;
}

/**
 * Asks model servers whose addresses the operator enters, and switches to one. No method returns a key. All throw 400 with a
 * sentence for the operator if the server cannot be used, and the signal's reason.
 */
export interface ModelServers {
  /** The one that was chosen, also while another engine is in use; null if there is none. */
  chosen(): Promise<ChosenModelServer | null>;
  /** The servers on this machine that answer at their usual addresses. Never throws. */
  find(signal: AbortSignal): Promise<FoundModelServer[]>;
  /** The models of a server, and its address as it is used. */
  list(server: EnteredServer, signal: AbortSignal): Promise<ServedModels>;
  /** Asks a model one question, without any passages. */
  try(model: EnteredModel, question: string, signal: AbortSignal): Promise<ModelTrial>;
  /** Asks a model the built-in questions, and keeps how it answered. */
  check(model: EnteredModel, signal: AbortSignal): Promise<ModelCheck>;
  /**
   * Switches to the model if it answers, now and for every later start. It is examined first, unless it has been. If it does
   * not answer or is unfit, nothing changes.
   */
  use(model: EnteredModel, options: UseOptions): Promise<void>;
  /** Removes the chosen server with its key. If it is in use, answers come without a model from now on. */
  forget(): Promise<void>;
}
