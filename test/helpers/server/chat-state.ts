import type * as five from 'ai-5';

/** What `useChat` of the AI SDK keeps in React, in plain fields. */
export function chatState<Message extends five.UIMessage>(): five.ChatState<Message> {
  return {
    status: 'ready',
    error: undefined,
    messages: [],
    pushMessage(message) {
      this.messages = [...this.messages, message];
    },
    popMessage() {
      this.messages = this.messages.slice(0, -1);
    },
    replaceMessage(index, message) {
      this.messages = this.messages.with(index, message);
    },
    snapshot: (value) => structuredClone(value),
  };
}
