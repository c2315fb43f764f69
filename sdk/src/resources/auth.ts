import type {
  AccessToken,
  Confirmed,
  ConfirmRequest,
  Deleted,
  DeleteUserRequest,
  LoggedOut,
  LoginRequest,
  NewPasswordRequest,
  PasswordResetDone,
  PasswordResetRequest,
  PasswordResetRequested,
  RegisterRequest,
  UpdateUserRequest,
  User,
} from '../contract/index.ts';
import type { RequestOptions, Settings } from '../core/options.ts';
import { Resource } from '../core/resource.ts';
import { AuditLog } from './audit-log.ts';
import { Provider } from './provider.ts';
import { SecondFactors } from './second-factors.ts';
import { Sessions } from './sessions.ts';

/** Accounts. Registering and logging in need no credential. */
export class Auth extends Resource {
  readonly sessions: Sessions;
  readonly secondFactor: SecondFactors;
  readonly provider: Provider;
  readonly auditLog: AuditLog;

  constructor(settings: Settings) {
    super(settings);
    this.sessions = new Sessions(settings);
    this.secondFactor = new SecondFactors(settings);
    this.provider = new Provider(settings);
    this.auditLog = new AuditLog(settings, '/auth/audit-log');
  }

  /**
   * Creates an account. If the e-mail address is taken, throws a `BadRequestError` with the code `email_taken`.
   * @example
   * await guest.auth.register({ email: 'me@example.com', password, name: 'Me' });
   */
  register(body: RegisterRequest, options?: RequestOptions): Promise<User> {
    return this.request({ method: 'POST', path: '/auth/register', body, open: true, once: true }, options);
  }

  /**
   * Logs in and returns a user token for `withOptions({ accessToken })`. An account with a second factor also needs `code`:
   * without it, throws an `AuthenticationError` with the code `second_factor_required`.
   * @example
   * const { access_token } = await guest.auth.login({ email: 'me@example.com', password });
   * const owner = guest.withOptions({ accessToken: access_token });
   */
  login(body: LoginRequest, options?: RequestOptions): Promise<AccessToken> {
    return this.request({ method: 'POST', path: '/auth/login', body, open: true }, options);
  }

  /**
   * Asks for a link for a new password, which is sent by mail. Resolves also if there is no such account.
   * @example
   * await guest.auth.requestPasswordReset({ email: 'me@example.com' });
   */
  requestPasswordReset(body: PasswordResetRequest, options?: RequestOptions): Promise<PasswordResetRequested> {
    return this.request({ method: 'POST', path: '/auth/password-reset', body, open: true, once: true }, options);
  }

  /**
   * Sets a new password with the token of such a link. Throws a `BadRequestError` with the code `reset_link_invalid` if it is of no
   * use any more.
   * @example
   * const reset = await guest.auth.resetPassword({ token: resetToken, password }).catch(() => null);
   * if (!reset) console.log('The link is of no use any more.');
   */
  resetPassword(body: NewPasswordRequest, options?: RequestOptions): Promise<PasswordResetDone> {
    return this.request(
      { method: 'POST', path: '/auth/password-reset/complete', body, open: true, once: true },
      options,
    );
  }

  /**
   * Gives the password once more. For ten minutes, the session may then delete projects, create and rotate keys that may
   * manage, and change the second factor; without it, these throw a `PermissionDeniedError` with the code `confirmation_required` from ten minutes after the
   * login on.
   * @example
   * await owner.auth.confirm({ password });
   */
  confirm(body: ConfirmRequest, options?: RequestOptions): Promise<Confirmed> {
    return this.request({ method: 'POST', path: '/auth/confirm', body, once: true }, options);
  }

  /**
   * Revokes the client's own user token and ends its session.
   * @example
   * await owner.auth.logout();
   */
  logout(options?: RequestOptions): Promise<LoggedOut> {
    return this.request({ method: 'POST', path: '/auth/logout', once: true }, options);
  }

  /**
   * Retrieves the client's own account.
   * @example
   * const { email } = await owner.auth.me();
   */
  me(options?: RequestOptions): Promise<User> {
    return this.request({ path: '/auth/me' }, options);
  }

  /**
   * Changes the name or the password. A new password needs the current one and revokes every other token.
   * @example
   * await owner.auth.updateMe({ name: 'Another name' });
   */
  updateMe(body: UpdateUserRequest, options?: RequestOptions): Promise<User> {
    return this.request({ method: 'PATCH', path: '/auth/me', body, once: true }, options);
  }

  /**
   * Permanently deletes the account and everything in it.
   * @example
   * await owner.auth.deleteMe({ current_password: password });
   */
  deleteMe(body: DeleteUserRequest, options?: RequestOptions): Promise<Deleted> {
    return this.request({ method: 'DELETE', path: '/auth/me', body, once: true }, options);
  }
}
