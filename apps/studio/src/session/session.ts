import { createClient } from '@content-service/client'
import { CONNECTION, isOutage, NoAnswer } from '../api/connection.ts'

/** C20.2: the session of this browser. Its refresh token is in a cookie that no script reads; the access token lives here. */

/** Nobody is signed in, or the session has ended. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut'
}

interface TokenPaths {
  readonly '/studio/token': { readonly post: { readonly response: { readonly access_token: string } } }
}

// It repeats the request: for some seconds, the service answers a replaced refresh token with its successor again.
const { rest } = createClient<TokenPaths>(CONNECTION)

let known: Promise<string> | null = null

const requestToken = async (): Promise<string> => {
  const result = await rest.post('/studio/token')
  if (result.ok) return result.data.access_token
  const { error } = result
  if ('status' in error && error.status === 401) throw new SignedOut('You are signed out.')
  if (isOutage(error)) throw new NoAnswer('The service gave no token.', { cause: error })
  throw error
}

/**
 * The access token of the next request; a new one after the service has refused the last. @throws SignedOut, and NoAnswer: nobody
 * is signed out because the service does not answer.
 */
export const getToken = (refused?: string): Promise<string> => {
  if (refused !== undefined) known = null
  known ??= requestToken()
  known.catch(() => (known = null))
  return known
}

/** The page that signs people in and leads back to an address of the studio. */
export const writeSignInAddress = (back = location.pathname + location.search): string =>
  `/studio/sign-in?return=${encodeURIComponent(back)}`

/** Ends the session in all tabs. @throws Error if the service has not ended it. */
export const endSession = async (): Promise<void> => {
  const response = await fetch('/studio/sign-out', { method: 'POST' })
  if (!response.ok && response.status !== 401)
    throw new Error(`The service answered ${response.status} instead of a sign-out.`)
  known = null
}

/** Ends the session, and leads to the sign-in. @throws Error if the service has not ended it. */
export const signOut = async (): Promise<void> => {
  await endSession()
  location.assign('/studio')
}
