import type { Footnote } from '@footnote/sdk';
import type { IconName } from '../../parts/icon.ts';

/** Why a question is in the queue. */
export type KindName = 'handover' | 'broken' | 'feedback' | 'unanswered' | 'review' | 'weak';

/** A question in the queue: what was asked, why it is there, and what can be done. */
export interface QueueItem {
  /** Of its kind. */
  id: string;
  kind: KindName;
  question: string;
  /** When it was asked, rated or handed over. */
  at: string;
  /** How often it was asked. */
  count: number;
  /** A figure that says how grave it is, such as `3 ×`, with its explanation. */
  figure?: { text: string; title: string; warns: boolean };
  /** Beside the time. */
  about?: unknown;
  /** Shown once it is opened. */
  details?: unknown;
  /** What was asked; each has its own conversation. */
  questions: readonly { message_id: string; conversation_id: string }[];
  /** The passage's source that should answer it, if it is known without asking the server. */
  sourceId?: string | undefined;
  /** Whether the source that should answer it can be found from what was cited. */
  cited?: boolean;
  /** The visitor who waits for an answer by mail, and who looks after it. */
  visitor?: { email: string; assignee: string | null };
  /** The answer of the owner's that is shown for it. */
  answer?: { id: string } | null;
  /** It was dealt with, and can be opened again. */
  done?: boolean;
}

/** A part of the list of a kind. */
export interface QueuePage {
  items: readonly QueueItem[];
  total: number;
  limit: number;
  offset: number;
}

/** What is read of a kind. */
export interface Wanted {
  limit: number;
  offset: number;
  /** A value of the kind's `choice`. */
  choice: string;
  /** Only what needs the owner, for the whole queue. */
  pressing: boolean;
}

/** What a kind reads and changes its items with. */
export interface QueueTools {
  client: Footnote;
  projectId: string;
  /** Makes a link to a page of the project. */
  at(page: string): string;
}

/** A kind of questions in the queue. */
export interface QueueKind {
  name: KindName;
  /** One word. */
  word: string;
  tone: 'good' | 'warn' | 'bad' | 'accent' | '';
  icon: IconName;
  /** What is listed. */
  lead: string;
  /** What of it may be chosen; the first option is the usual one. */
  choice?: { label: string; options: readonly { value: string; label: string }[] };
  load(tools: QueueTools, wanted: Wanted, signal: AbortSignal): Promise<QueuePage>;
  /** Takes items out of the queue. Absent if that cannot be. */
  ignore?: {
    label: string;
    /** What the toast says of several. */
    said(count: number): string;
    act(tools: QueueTools, items: readonly QueueItem[]): PromiseLike<unknown>;
    /** Puts one back that was dealt with. */
    reopen?(tools: QueueTools, item: QueueItem): PromiseLike<unknown>;
  };
  /** Instead of an empty list. */
  empty(choice: string): { title: string; text: string };
}

/** Identifies an item in the whole queue. */
export const keyOf = ({ kind, id }: QueueItem): string => `${kind} ${id}`;
