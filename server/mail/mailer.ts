import type { Transporter } from 'nodemailer';
import PQueue from 'p-queue';
import type { Log } from '../platform/log.ts';

/** A mail of plain text. What strangers wrote may be in any field: no field can add another header, recipient or markup. */
export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  /** Whom an answer goes to, in place of the sender. One address. */
  replyTo?: string;
}

export interface Mailer {
  /** Takes the mail and sends it soon, up to three times. What cannot be sent is logged, without its text. */
  send(mail: Mail): void;
  /** Sends the mail at once, for somebody who waits. Resolves with whether the mail server has taken it; if not, that is logged. */
  sendNow(mail: Mail): Promise<boolean>;
  /** Ends what is being sent. */
  close(): void;
}

export interface MailerOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  smtpUrl: string;
  /** The sender, such as `Footnote <footnote@example.com>`. */
  from: string;
  log: Log;
  /** Milliseconds before the second attempt, ten times as many before the third; shorter in tests. */
  backOff?: number;
}

const BACK_OFF = 5_000;
const ATTEMPTS = 3;
const AT_ONCE = 2;
/** Waiting mails beyond this are dropped, and logged: a server that does not answer must not fill the memory. */
const MAX_WAITING = 500;
const TIMEOUT = 15_000;
const MAX_SUBJECT = 150;
const MAX_TEXT = 20_000;

/** Sends mail through an SMTP server. The client is loaded with the first mail. */
export function createMailer({ smtpUrl, from, log, backOff = BACK_OFF }: MailerOptions): Mailer {
  const queue = new PQueue({ concurrency: AT_ONCE });
  const closing = new AbortController();
  let transport: Promise<Transporter> | null = null;

  async function attempt({ to, subject, text, replyTo }: Mail): Promise<void> {
    transport ??= openTransport(smtpUrl);
    await (await transport).sendMail({
      // Objects, so that a comma or an angle bracket in an address cannot make two of it.
      to: { name: '', address: to },
      ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
      from,
      subject: oneLine(subject),
      text: text.slice(0, MAX_TEXT),
      headers: { 'auto-submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async function sendSoon(mail: Mail): Promise<void> {
    for (let tries = 1; !closing.signal.aborted; tries += 1) {
      try {
        return await attempt(mail);
      } catch (error) {
        if (tries >= ATTEMPTS || closing.signal.aborted) return log.warn('mail_not_sent', { error, tries });
        await pause(backOff * 10 ** (tries - 1), closing.signal);
      }
    }
  }

  return {
    send(mail) {
      if (queue.size >= MAX_WAITING) return log.warn('mail_not_sent', { reason: 'Too many mails are waiting.' });
      void queue.add(() => sendSoon(mail));
    },
    async sendNow(mail) {
      try {
        await attempt(mail);
        return true;
      } catch (error) {
        log.warn('mail_not_sent', { error, tries: 1 });
        return false;
      }
    },
    close() {
      closing.abort();
      queue.clear();
      transport?.then(
        (open) => open.close(),
        () => undefined,
      );
    },
  };
}

async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const { username, password } = url;
  return createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    // A password is not sent in the clear; only a mail without one may be.
    requireTLS: username !== '',
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  });
}

const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_SUBJECT);

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
