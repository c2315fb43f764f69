/** Runs in a page: draws answers like the widget, and inspects the result. */
import { render } from 'lit';
import { type BubbleView, messageBubble } from '../../widget/src/chat/message-bubble.ts';
import type { Turn } from '../../widget/src/chat/turn.ts';
import { strings } from '../../widget/src/locales/en.ts';
import { highlight } from '../../widget/src/text/highlight.ts';
import { CITATIONS } from './scripted-citations.ts';

const FORBIDDEN =
  'script, iframe, style, link, img, object, embed, template, math, x-foo, meta, base, form, input, video, audio';
const nothing = () => {};
const VIEW: Omit<BubbleView, 'turn'> = {
  last: false,
  strings,
  language: 'en',
  openId: undefined,
  avatar: undefined,
  copied: undefined,
  editing: false,
  copy: nothing,
  copyCode: nothing,
  rate: nothing,
  comment: nothing,
  cite: nothing,
  preview: nothing,
  leave: nothing,
  partsOf: highlight,
  handOver: nothing,
  ask: nothing,
  search: nothing,
  baseURL: 'https://chat.test/v1',
  retry: nothing,
  edit: nothing,
};

/** Draws each text in two steps, split at every position; returns forbidden results and the number of drawings. */
export function drawSplit(texts: readonly string[]): { faults: string[]; drawings: number } {
  const host = document.body.appendChild(document.createElement('div'));
  const root = host.attachShadow({ mode: 'open' });
  const faults = new Set<string>();
  let drawings = 0;
  const draw = (response: string, state: Turn['state']) => {
    const turn: Turn = {
      key: 0,
      question: 'x',
      at: 0,
      state,
      messageId: 'msg_1',
      response,
      citations: CITATIONS,
      unsupported: [],
      suggestions: [],
    };
    render(messageBubble({ ...VIEW, turn }), root);
    drawings += 1;
    for (const element of root.querySelectorAll(FORBIDDEN)) faults.add(`<${element.localName}> of ${response}`);
    for (const element of root.querySelectorAll('*'))
      for (const name of element.getAttributeNames())
        if (/^(on|src|style|srcdoc|formaction|action|background|poster|ping)/.test(name))
          faults.add(`${name} of ${response}`);
    for (const link of root.querySelectorAll('a'))
      if (!/^(https?|mailto):$/.test(link.protocol)) faults.add(`${link.href} of ${response}`);
  };
  for (const text of texts)
    for (let at = 0; at <= text.length; at += 1) {
      draw(text.slice(0, at), 'streaming');
      draw(text, at % 2 ? 'streaming' : 'answered');
    }
  return { faults: [...faults], drawings };
}
