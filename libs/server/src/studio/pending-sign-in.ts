import { digest, secretMaker } from '@content-service/identity'
import { STUDIO_PATHS, type Studio } from '../composition/compose-studio.ts'
import type { Exchange } from '../http/exchange.ts'
import { readCookie, removeCookie, writeCookie, type Cookie } from './cookies.ts'

/** Long enough for a person who looks for a phone, or sets a new password. */
const PENDING_SECONDS = 3_600

/** Lax: the redirect from the authorization page can come from another site (AUTH_URL). */
const PENDING: Cookie = {
  name: 'studio-sign-in',
  path: STUDIO_PATHS.signedIn,
  sameSite: 'Lax',
  maxAgeSeconds: PENDING_SECONDS,
}

const ABOUT = 'sign-in of the studio'

/**
 * A sign-in that has begun in a browser. The cookie of the browser has it encrypted, and the service keeps nothing, so that
 * no number of requests fills a memory. A second sign-in of the browser replaces the first.
 */
export interface PendingSignIn {
  /** RFC 6749 §10.12: the code that arrives with this state is for this browser. */
  readonly state: string
  /** RFC 7636 §4.1. */
  readonly verifier: string
  /** The address of the page to which the sign-in leads. */
  readonly returnTo: string
}

interface Sealed extends PendingSignIn {
  readonly until: number
}

export const beginSignIn = (returnTo: string): PendingSignIn => {
  const makeSecret = (): string => secretMaker.token().text
  return { state: makeSecret(), verifier: makeSecret(), returnTo }
}

/** The address of the authorization page. Without a scope, the session has all permissions of the user (C7.5). */
export const createAuthorizeUrl = ({ state, verifier }: PendingSignIn, studio: Studio): string => {
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: studio.clientId,
    redirect_uri: studio.redirectUri,
    state,
    code_challenge: digest(verifier),
    code_challenge_method: 'S256',
  })
  return `${studio.authorizeUrl}?${parameters}`
}

export const keepPending = (pending: PendingSignIn, studio: Studio): string => {
  const until = studio.now().getTime() + PENDING_SECONDS * 1_000
  return writeCookie(PENDING, studio.sealer.seal(JSON.stringify({ ...pending, until }), ABOUT), studio)
}

export const forgetPending = (studio: Studio): string => removeCookie(PENDING, studio)

const openSealed = (sealed: string, { sealer }: Studio): Sealed | null => {
  try {
    // `keepPending` wrote this JSON.
    return JSON.parse(sealer.open(sealed, ABOUT)) as Sealed
  } catch {
    // The service has not sealed the text, or with another secret.
    return null
  }
}

/** The sign-in of the browser that began with this state; null for another browser, a forged cookie, and after an hour. */
export const findPending = (
  exchange: Exchange,
  state: string | null,
  studio: Studio,
): PendingSignIn | null => {
  const sealed = readCookie(exchange, PENDING, studio)
  const pending = sealed === null ? null : openSealed(sealed, studio)
  if (pending === null || state === null || pending.state !== state) return null
  return studio.now().getTime() < pending.until ? pending : null
}
