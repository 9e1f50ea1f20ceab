import { createJsonResponse, getAddressBucket, type OAuthResponse } from '@content-service/identity'
import type { RequestHandler, Response } from 'express'
import type { Service } from '../composition/compose.ts'
import type { Studio } from '../composition/compose-studio.ts'
import { getExchange, type Exchange } from '../http/exchange.ts'
import { sendAnswer } from '../http/send.ts'
import { toPageRequest } from '../pages/oauth-route.ts'
import { isOfOwnPage } from './own-host.ts'
import { forgetSession, keepSession, readRefreshToken } from './session-cookie.ts'

const refuseOrigin = (): OAuthResponse =>
  createJsonResponse(403, {
    error: 'access_denied',
    error_description: 'Only a page of this service may send this request.',
  })

/** RFC 9110 §15.5.2 requires the header. Its scheme is one for which browsers show no dialog. */
const askToSignIn = (): OAuthResponse =>
  createJsonResponse(
    401,
    { error: 'login_required', error_description: 'The session has ended. Sign in again.' },
    { 'www-authenticate': 'Bearer' },
  )

interface Asked {
  readonly service: Service
  readonly studio: Studio
  readonly exchange: Exchange
  readonly response: Response
}

/**
 * C9.1: a request counts for its address until a session is proven, and then for the session. All users of the studio share
 * one client: a count for the client, as at /oauth/token, would let one user use up the quota of all. A count for the address
 * alone would do the same to the people of one office.
 */
const admit = async ({ service, studio, exchange }: Asked, token: string | null): Promise<boolean> => {
  const session = token && (await studio.sessions.find(toPageRequest(exchange, service), token))
  const bucket = session
    ? ({ kind: 'credential', name: `studio session ${session.id}` } as const)
    : getAddressBucket(exchange.address)
  await exchange.quotaUsage.admit(bucket)
  return Boolean(session)
}

const endCookie = ({ response, studio }: Asked): OAuthResponse => {
  response.append('set-cookie', forgetSession(studio))
  return askToSignIn()
}

const refresh = async (asked: Asked, token: string | null): Promise<OAuthResponse> => {
  const { service, studio, exchange, response } = asked
  const isProven = await admit(asked, token)
  if (token === null) return askToSignIn()
  const tokens = isProven ? await studio.sessions.refresh(toPageRequest(exchange, service), token) : null
  if (tokens === null) return endCookie(asked)
  response.append('set-cookie', keepSession(tokens.refreshToken, studio))
  const { accessToken, expiresIn } = tokens
  return createJsonResponse(200, { access_token: accessToken, token_type: 'Bearer', expires_in: expiresIn })
}

const signOut = async (asked: Asked, token: string | null): Promise<OAuthResponse> => {
  const { service, studio, exchange, response } = asked
  await admit(asked, token)
  await studio.sessions.end(toPageRequest(exchange, service), token)
  response.append('set-cookie', forgetSession(studio))
  return createJsonResponse(200, {})
}

/** The cookie counts only for pages of this service: no form and no script of another site can use it. */
const createRoute =
  (
    answer: (asked: Asked, token: string | null) => Promise<OAuthResponse>,
    service: Service,
    studio: Studio,
  ): RequestHandler =>
  async (_request, response) => {
    const exchange = getExchange(response)
    const asked = { service, studio, exchange, response }
    if (isOfOwnPage(exchange, studio))
      return sendAnswer(service, exchange, await answer(asked, readRefreshToken(exchange, studio)))
    await admit(asked, null)
    sendAnswer(service, exchange, refuseOrigin())
  }

/** C20.2: an access token for the memory of the page. */
export const issueStudioToken = (service: Service, studio: Studio): RequestHandler =>
  createRoute(refresh, service, studio)

/** C20.2: ends the session of the browser, with its access tokens, and the sign-in of the authorization page. */
export const endStudioSession = (service: Service, studio: Studio): RequestHandler =>
  createRoute(signOut, service, studio)
