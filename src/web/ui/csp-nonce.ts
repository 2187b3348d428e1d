/** The nonce of this page's content security policy; style sheets made at run time carry it. */
export function cspNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
}
