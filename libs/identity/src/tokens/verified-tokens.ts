import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { MAX_AGE_MS } from '../secrets/ttl-cache.ts'
import { SKEW_SECONDS, verifyAccessToken, type TokenClaims, type TokenSettings } from './verify-token.ts'

const MOST_TOKENS = 10_000

interface Verified {
  readonly claims: TokenClaims
  readonly at: number
}

/**
 * Verifies access tokens, and remembers valid tokens for a few seconds by their digests: a signature takes longer than
 * most reads. It knows nothing of revocations, users and clients, which are checked for each request.
 */
export class VerifiedTokens {
  readonly #settings: TokenSettings
  readonly #verified = new LRUCache<string, Verified>({ max: MOST_TOKENS, ttl: MAX_AGE_MS })

  constructor(settings: TokenSettings) {
    this.#settings = settings
  }

  /** The claims of a valid token (C7.2). @throws CredentialRefused INVALID_TOKEN. */
  verify(token: string, now: Date): TokenClaims {
    const digest = hash('sha256', token, 'base64url')
    const known = this.#verified.get(digest)
    const at = now.getTime()
    if (known && isFresh(known, at)) return known.claims
    const claims = verifyAccessToken(token, this.#settings, now)
    this.#verified.set(digest, { claims, at })
    return claims
  }
}

/** After the clock was set back, the token may be one of the future. */
const isFresh = ({ claims, at }: Verified, now: number): boolean =>
  now >= at && now - at < MAX_AGE_MS && now < (claims.expiresAt + SKEW_SECONDS) * 1000
