import { isClientError } from '../errors/client-error.ts'
import { signInFailed, type TokenResponse } from './authorization-server.ts'
import { createItem, type TokenStorage } from './storage.ts'

interface Tokens {
  readonly access: string
  readonly refresh: string | undefined
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Sends a form to the token endpoint. */
export type RequestTokens = (form: Readonly<Record<string, string>>) => Promise<TokenResponse>

/** Renewed so early that a token does not expire on its way. */
const MARGIN_MS = 30_000

const readTokens = ({ access_token, expires_in, refresh_token }: TokenResponse): Tokens => ({
  access: access_token,
  refresh: refresh_token,
  expiresAt: Date.now() + expires_in * 1000,
})

/** One at a time, in all tabs of a browser: a refresh token works once, and a second use ends the session. */
const exclusively = async (name: string, work: () => Promise<string>): Promise<string> => {
  const locks = globalThis.navigator?.locks
  return locks ? locks.request(name, work) : work()
}

/** Keeps the tokens of a person, and renews the access token with the refresh token (RFC 6749 §6). */
export const createTokenKeeper = (storage: TokenStorage, name: string, requestTokens: RequestTokens) => {
  const kept = createItem<Tokens>(storage, name)
  let renewal: Promise<string> | undefined

  const renew = async (refused: string | undefined): Promise<string> => {
    const tokens = await kept.read() // another tab can have renewed it
    if (tokens && isFresh(tokens, refused)) return tokens.access
    if (!tokens?.refresh) throw signInFailed('signed_out', 'Nobody is signed in. Begin a sign-in.')
    try {
      const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh }
      const renewed = readTokens(await requestTokens(form))
      await kept.write(renewed)
      return renewed.access
    } catch (error) {
      // Other reasons pass, such as UNAVAILABLE.
      if (isClientError(error) && 'reason' in error && error.reason === 'invalid_grant') await kept.remove()
      throw error
    }
  }

  return {
    read: kept.read,
    remove: kept.remove,
    keep: (response: TokenResponse) => kept.write(readTokens(response)),
    getToken: async (refused?: string): Promise<string> => {
      const tokens = await kept.read()
      if (tokens && isFresh(tokens, refused)) return tokens.access
      renewal ??= exclusively(name, () => renew(refused)).finally(() => {
        renewal = undefined
      })
      return renewal
    },
  }
}

const isFresh = ({ access, expiresAt }: Tokens, refused: string | undefined): boolean =>
  access !== refused && expiresAt - Date.now() > MARGIN_MS
