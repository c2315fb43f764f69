// A chat in React, with useChat of the AI SDK over a Footnote project.
import { useChat } from '@ai-sdk/react';
import { APIError, Footnote } from '@footnote/sdk';
import { chatTransport } from '@footnote/sdk/ai';
import { type FormEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Answer } from './answer.tsx';

const { api = '', project = '' } = document.documentElement.dataset;
/** A token from your backend (see ../token-backend), kept until the server refuses it. */
let token: string | undefined;
async function getToken(refused?: string): Promise<string> {
  if (!token || refused) {
    const response = await fetch('/footnote/token', { method: 'POST' });
    if (!response.ok) throw new Error('You may not chat at the moment.');
    token = (await response.json()).token as string;
  }
  return token;
}
const transport = chatTransport({ client: new Footnote({ baseURL: api, getToken }), projectId: project });

function Chat() {
  const [question, setQuestion] = useState('');
  const { messages, sendMessage, status, stop, error } = useChat({ transport });
  const shown = messages.map((message) =>
    message.role === 'user' ? (
      <p key={message.id}>{message.parts.map((part) => part.type === 'text' && part.text)}</p>
    ) : (
      <Answer key={message.id} message={message} />
    ),
  );
  const ask = (event: FormEvent) => {
    event.preventDefault();
    sendMessage({ text: question });
    setQuestion('');
  };
  return (
    <form onSubmit={ask}>
      {shown}
      {error && <p role="alert">{APIError.isInstance(error) ? error.detail : error.message}</p>}
      <input aria-label="Your question" value={question} onChange={({ target }) => setQuestion(target.value)} />
      <button type="submit">Ask</button>
      {status === 'streaming' && (
        <button type="button" onClick={stop}>
          Stop
        </button>
      )}
    </form>
  );
}

createRoot(document.getElementById('chat') as HTMLElement).render(<Chat />);
