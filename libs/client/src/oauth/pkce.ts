const encodeBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** 256 random bits, for `state` and for the verifier of PKCE (RFC 7636 §4.1). */
export const makeSecret = (): string => encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)))

/** The challenge of a verifier (RFC 7636 §4.2). */
export const challengeOf = async (verifier: string): Promise<string> => {
  if (!crypto.subtle)
    throw new TypeError('Signing in needs a page that is served over HTTPS, or from localhost.')
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return encodeBase64Url(new Uint8Array(hash))
}
