import type { EnableSecondFactorRequest, RecoveryCodes, SecondFactor, SecondFactorSetup } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { Resource } from '../core/resource.ts';

/** The second factor of the client's own account: codes of an authenticator app. Needs a user token. */
export class SecondFactors extends Resource {
  /**
   * Says whether logging in needs a code, and how many recovery codes are left.
   * @example
   * const { enabled, recovery_codes_left } = await owner.auth.secondFactor.retrieve();
   */
  retrieve(options?: RequestOptions): Promise<SecondFactor> {
    return this.request({ path: '/auth/second-factor' }, options);
  }

  /**
   * Makes a secret for an authenticator app: show `uri` as a QR code. It counts once `enable` has got a code of it. Needs a
   * fresh password (`auth.confirm`).
   * @example
   * const { uri, secret } = await owner.auth.secondFactor.setUp();
   */
  setUp(options?: RequestOptions): Promise<SecondFactorSetup> {
    return this.request({ method: 'POST', path: '/auth/second-factor', once: true }, options);
  }

  /**
   * Turns the second factor on, with a code of the app. Returns the recovery codes, which are shown only here.
   * @example
   * const code = authenticatorCode((await owner.auth.secondFactor.setUp()).secret);
   * const { recovery_codes } = await owner.auth.secondFactor.enable({ code });
   * // Logging in, and giving the password once more, need a code from now on.
   * const [first = '', second = ''] = recovery_codes;
   * const { access_token } = await guest.auth.login({ email: 'owner@example.com', password, code: first });
   * await owner.auth.confirm({ password, code: second });
   */
  enable(body: EnableSecondFactorRequest, options?: RequestOptions): Promise<RecoveryCodes> {
    return this.request({ method: 'POST', path: '/auth/second-factor/enable', body, once: true }, options);
  }

  /**
   * Replaces the recovery codes by ten new ones. Needs a fresh password (`auth.confirm`).
   * @example
   * const { recovery_codes } = await owner.auth.secondFactor.renewRecoveryCodes();
   */
  renewRecoveryCodes(options?: RequestOptions): Promise<RecoveryCodes> {
    return this.request({ method: 'POST', path: '/auth/second-factor/recovery-codes', once: true }, options);
  }

  /**
   * Turns the second factor off. Needs a fresh password (`auth.confirm`).
   * @example
   * await owner.auth.secondFactor.disable();
   */
  disable(options?: RequestOptions): Promise<SecondFactor> {
    return this.request({ method: 'DELETE', path: '/auth/second-factor', once: true }, options);
  }
}
