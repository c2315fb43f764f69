/**
 * What the common tools for consent call their notices: OneTrust, Cookiebot, Osano, CookieYes, Complianz, Borlabs, Didomi,
 * Usercentrics, Quantcast, TrustArc, iubenda, Klaro, CookieConsent, Google's, Sourcepoint, tarteaucitron, Axeptio, HubSpot,
 * Termly, MkDocs Material and others.
 */
const NOTICES =
  /^(?:onetrust-|optanon|cybotcookiebot|cc-(?:window|banner|revoke|main)$|cky-|cmplz-(?:cookiebanner|manage)|borlabscookie|didomi-(?:host|popup|notice)|usercentrics-|uc-banner|qc-cmp2?-|truste-|trustarc-|iubenda-cs-|klaro$|fc-consent|cookie-law-info|cookieconsent(?!-opt)|cookiescript|cookiefirst|cookiehub|moove_gdpr|termly-|osano-cm|tarteaucitron|axeptio|sp_message_container|hs-eu-cookie|shopify-pc|eu-cookie|cmpbox|cmpwrapper|silktide|md-consent)/i;
const MAX_NAMES = 300;

/** Is an element with these attributes the notice of a tool that asks for consent to cookies? */
export function isConsentTool({ id = '', class: classes = '' }: Record<string, string | undefined>): boolean {
  return `${id} ${classes}`
    .slice(0, MAX_NAMES)
    .split(/\s+/)
    .some((name) => NOTICES.test(name));
}
