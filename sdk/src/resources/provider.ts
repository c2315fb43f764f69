import type {
  AccessToken,
  LinkProviderRequest,
  ProviderLink,
  ProviderSignIn,
  ProviderSignInRequest,
} from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { Resource } from '../core/resource.ts';

/** Sign-in with the OpenID Connect provider of the server. */
export class Provider extends Resource {
  /**
   * Returns the address of the provider’s page, to which the browser goes, and `flow`, which it keeps until it comes back to
   * `/login/provider` of the server. Needs no credential.
   * @example
   * const { url, flow } = await guest.auth.provider.begin();
   */
  begin(options?: RequestOptions): Promise<ProviderSignIn> {
    return this.request({ method: 'POST', path: '/auth/provider/begin', open: true, once: true }, options);
  }

  /**
   * Returns a user token. `response` is the query string with which the browser came back.
   * @example
   * const { access_token } = await guest.auth.provider.signIn({ flow, response });
   */
  signIn(body: ProviderSignInRequest, options?: RequestOptions): Promise<AccessToken> {
    return this.request({ method: 'POST', path: '/auth/provider/sign-in', body, open: true, once: true }, options);
  }

  /**
   * Retrieves whether somebody of the provider can sign in to the client's own account.
   * @example
   * const { linked } = await owner.auth.provider.retrieve();
   */
  retrieve(options?: RequestOptions): Promise<ProviderLink> {
    return this.request({ path: '/auth/provider' }, options);
  }

  /**
   * Links the client's own account to the person who has just signed in at the provider.
   * @example
   * await owner.auth.provider.link({ flow, response });
   */
  link(body: LinkProviderRequest, options?: RequestOptions): Promise<ProviderLink> {
    return this.request({ method: 'POST', path: '/auth/provider/link', body, once: true }, options);
  }

  /**
   * Removes the link. The account must have a password.
   * @example
   * await owner.auth.provider.unlink();
   */
  unlink(options?: RequestOptions): Promise<ProviderLink> {
    return this.request({ method: 'DELETE', path: '/auth/provider', once: true }, options);
  }
}
