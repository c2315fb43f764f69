import { tabStorage } from '../../controllers/storage.ts';

const TOKEN = 'footnote.invitation';

/** Kept in this tab, so that the way over the login leads back without the token in an address that servers log. */
export const keepInvitation = (token: string): void => tabStorage.write(TOKEN, token);

export const keptInvitation = (): string => tabStorage.read(TOKEN) ?? '';

export const forgetInvitation = (): void => tabStorage.write(TOKEN, null);
