import { html, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { withFreshPassword } from '../../parts/dialogs/with-fresh-password.ts';
import { inlineError } from '../../parts/forms/field.ts';
import { skeleton } from '../../parts/states.ts';
import { View } from '../../view.ts';
import { guestCard, guestStyles } from './guest-card.ts';
import { forgetInvitation, keptInvitation } from './kept-invitation.ts';
import { type PendingFlow, takePendingFlow } from './provider.ts';

/** `/login/provider`: where the provider sends the browser back. Signs in, or links the account that is signed in. */
export class ProviderReturnView extends View {
  static override styles = guestStyles;
  readonly #action = new Action(this);

  protected override firstUpdated(): void {
    void this.#finish();
  }

  override render(): TemplateResult {
    const error = this.#action.error();
    return guestCard({
      title: error ? 'You are not signed in' : 'Signing you in',
      body: error
        ? html`<div class="stack">${inlineError(error)}<a class="button wide" href=${this.app.session.signedIn ? '/settings/account' : '/login'}>Back</a></div>`
        : skeleton(2),
    });
  }

  async #finish(): Promise<void> {
    const response = location.search.slice(1);
    const pending = takePendingFlow();
    await this.#action.run(async () => {
      // The code in the address is used up, or of no use.
      history.replaceState(history.state, '', location.pathname);
      if (pending === null)
        throw new Error('This page is where the provider sends you back. Begin at the sign-in page.');
      if (/(?:^|&)error=access_denied(?:&|$)/.test(response)) throw new Error('You have cancelled the sign-in there.');
      await this.#use(pending, response);
    });
  }

  async #isOpen(token: string): Promise<boolean> {
    const { invitations } = this.app.client.projects;
    return invitations.look({ token }).then(
      () => true,
      () => false,
    );
  }

  async #use({ flow, purpose, keep, next }: PendingFlow, response: string): Promise<void> {
    const { client, session, router } = this.app;
    if (purpose === 'link') {
      await withFreshPassword(this.app, () => client.auth.provider.link({ flow, response }));
      router.go(next, { replace: true });
      return;
    }
    const invitation = next === '/invitation' ? keptInvitation() : '';
    const { access_token } = await client.auth.provider.signIn({
      flow,
      response,
      ...(invitation && { invitation }),
    });
    // Who was new has become a member with the new account; everybody else accepts on the page that comes next.
    const isOpen = invitation !== '' && (await this.#isOpen(invitation));
    if (invitation && !isOpen) forgetInvitation();
    const then = invitation && !isOpen ? '/projects' : next;
    router.go(`/login?next=${encodeURIComponent(then)}`, { replace: true });
    session.begin(access_token, keep);
  }
}

customElements.define('view-provider-return', ProviderReturnView);
