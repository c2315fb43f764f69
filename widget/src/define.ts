import './html-templates.ts';
import { FootnoteChat } from './element/footnote-chat.ts';

// Registration is this file's one purpose. Two scripts on one page may both bring the element: the first one stays.
if (!customElements.get('footnote-chat')) customElements.define('footnote-chat', FootnoteChat);
