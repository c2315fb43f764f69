// <footnote-chat> in React 19, which supports the properties and events of custom elements.
import '@footnote/widget/define';
import type { FootnoteChat, FootnoteChatEvents } from '@footnote/widget';
import { type DetailedHTMLProps, type HTMLAttributes, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

type Props = Partial<Pick<FootnoteChat, 'project' | 'baseUrl' | 'getToken' | 'accent' | 'strings'>> & {
  'onfootnote-answer'?: (event: FootnoteChatEvents['footnote-answer']) => void;
};
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'footnote-chat': DetailedHTMLProps<HTMLAttributes<FootnoteChat>, FootnoteChat> & Props;
    }
  }
}

const { api = '', project = '' } = document.documentElement.dataset;

function Page() {
  const chat = useRef<FootnoteChat>(null);
  const [sources, setSources] = useState<string[]>([]);
  return (
    <main>
      <h1>The library</h1>
      <button type="button" onClick={() => chat.current?.ask('How long may a book be kept?')}>
        How long may I keep a book?
      </button>
      {sources.length > 0 && <p id="sources">Read in: {sources.join(', ')}</p>}
      <footnote-chat
        ref={chat}
        project={project}
        baseUrl={api}
        accent="#7a3ff2"
        strings={{ title: 'Ask the library' }}
        onfootnote-answer={({ detail }) => setSources(detail.citations.map(({ title }) => title))}
      />
    </main>
  );
}

createRoot(document.getElementById('page') as HTMLElement).render(<Page />);
