import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMailer, type Mailer } from '../../../server/mail/mailer.ts';
import { handoverMail, invitationMail, refusalsMail } from '../../../server/mail/messages.ts';
import { createLog } from '../../../server/platform/log.ts';
import { type MailServer, startMailServer } from '../../helpers/server/mail-server.ts';

describe('the mailer', () => {
  const lines: string[] = [];
  let server: MailServer;
  let mailer: Mailer;
  beforeEach(async () => {
    server = await startMailServer();
    const log = createLog((line) => lines.push(line));
    mailer = createMailer({ smtpUrl: server.url, from: 'Footnote <footnote@example.com>', log, backOff: 1 });
  });
  afterEach(async () => {
    mailer.close();
    await server.close();
  });
  const mails = (count: number) => expect.poll(() => server.mails.length).toBe(count);

  it('sends plain text with one recipient', async () => {
    mailer.send({
      to: 'ann@example.com',
      subject: 'Grüße',
      text: 'Hello,\n<b>not bold</b>',
      replyTo: 'bob@example.com',
    });
    await mails(1);
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: 'footnote@example.com', to: ['ann@example.com'] });
    expect(mail?.data).toMatch(/^From: Footnote <footnote@example.com>$/m);
    expect(mail?.data).toMatch(/^Reply-To: bob@example.com$/m);
    expect(mail?.data).toMatch(/^Auto-Submitted: auto-generated$/im);
    expect(mail?.data).toMatch(/^Content-Type: text\/plain/m);
    expect(mail?.data).toContain('<b>not bold</b>');
    expect(mail?.data).not.toContain('text/html');
  });

  it('lets no field add a header or a recipient', async () => {
    mailer.send({
      to: 'ann@example.com',
      subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nBody',
      text: 'Text\r\n.\r\nMAIL FROM:<eve@example.com>',
      replyTo: 'bob@example.com,eve@example.com',
    });
    await mails(1);
    const [mail] = server.mails;
    expect(mail?.to).toEqual(['ann@example.com']);
    expect(mail?.data).not.toMatch(/^Bcc:/im);
    expect(mail?.data).toMatch(/^Subject: Hello Bcc: eve@example.com Body\r$/m);
    // A line of a dot alone would end the mail: it is doubled on the way.
    expect(mail?.data).toContain('\r\n..\r\nMAIL FROM');
  });

  it('tells somebody who waits whether the mail server has taken a mail', async () => {
    const mail = { to: 'secret@example.com', subject: 'Invitation', text: 'The link.' };
    expect(await mailer.sendNow(mail)).toBe(true);
    expect(server.mails).toMatchObject([{ to: ['secret@example.com'] }]);
    server.refuse = true;
    expect(await mailer.sendNow(mail)).toBe(false);
    expect(lines.join('')).toContain('"tries":1');
    expect(lines.splice(0).join('')).not.toContain('secret@');
  });

  it('tries three times, and logs without text and address what it cannot send', async () => {
    server.refuse = true;
    mailer.send({ to: 'secret@example.com', subject: 'Canary', text: 'Canary text' });
    await expect.poll(() => lines.join('')).toContain('mail_not_sent');
    expect(lines.join('')).toContain('"tries":3');
    expect(lines.join('')).not.toMatch(/canary|secret@/i);
    server.refuse = false;
    mailer.send({ to: 'ann@example.com', subject: 'Again', text: 'It works.' });
    await mails(1);
  });

  it('says who invites to what, and until when', () => {
    const link = 'https://chat.example.com/invitations#token';
    const mail = invitationMail({ to: 'ann@example.com', project: 'Guide', invitedBy: 'Bob', link, expiresAt: 0 });
    expect(mail.subject).toBe('An invitation to a project on Footnote');
    expect(mail.text).toContain(link);
    expect(mail.text).toContain('Thu, 01 Jan 1970 00:00:00 GMT');
  });

  it('has no text of others in a subject, and no link of theirs in a text', () => {
    const evil = 'Win\r\nBcc: eve@evil.com\u202e at https://evil.com/x or www.evil.com';
    const at = { to: 'ann@example.com', consoleUrl: 'https://chat.example.com', project: evil, projectId: 'proj_1' };
    const link = 'https://chat.example.com/invitation#token';
    const mails = [
      invitationMail({ ...at, invitedBy: evil, link, expiresAt: 0 }),
      handoverMail({
        ...at,
        email: 'v@example.com',
        question: evil,
        pageUrl: 'https://evil.com',
        conversationId: null,
      }),
      refusalsMail({ ...at, answers: 10, share: 0.5, unsureShare: 0.2, shareBefore: 0.1 }),
    ];
    for (const { subject, text } of mails) {
      expect(subject).not.toMatch(/Win|evil|Guide/);
      expect(text).toContain('Win');
      expect(text).not.toMatch(/evil\.com|eve@|\u202e/);
      for (const [address] of text.matchAll(/https?:\/\/\S+/g))
        expect(address).toMatch(/^https:\/\/chat\.example\.com/);
    }
  });
});
