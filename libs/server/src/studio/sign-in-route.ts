import { escapeHtml } from '@content-service/domain/internal/rules'
import { getAddressBucket, NO_STORE, renderPage, type OAuthResponse } from '@content-service/identity'
import type { RequestHandler, Response } from 'express'
import type { Service } from '../composition/compose.ts'
import { STUDIO_PATHS, type Studio } from '../composition/compose-studio.ts'
import { countRequests } from '../http/admit.ts'
import { getExchange, type Exchange } from '../http/exchange.ts'
import { sendAnswer } from '../http/send.ts'
import { toPageRequest } from '../pages/oauth-route.ts'
import {
  beginSignIn,
  createAuthorizeUrl,
  findPending,
  forgetPending,
  keepPending,
  type PendingSignIn,
} from './pending-sign-in.ts'
import { acceptReturnAddress } from './return-address.ts'
import { keepSession, readRefreshToken } from './session-cookie.ts'

const lead = (location: string): OAuthResponse => ({
  status: 303,
  headers: { location, ...NO_STORE },
  body: '',
})

const readQuery = ({ target }: Exchange): URLSearchParams =>
  new URLSearchParams(target.split('?').slice(1).join('?'))

/** C9.1: both steps count for the address, as the requests of the authorization page do: nobody has proven anything yet. */
const admit = (exchange: Exchange): Promise<void> =>
  exchange.quotaUsage.admit(getAddressBucket(exchange.address), countRequests(exchange))

/** C20.2: leads a browser to the authorization page. */
export const beginStudioSignIn =
  (service: Service, studio: Studio): RequestHandler =>
  async (_request, response) => {
    const exchange = getExchange(response)
    await admit(exchange)
    const pending = beginSignIn(acceptReturnAddress(readQuery(exchange).get('return')))
    response.append('set-cookie', keepPending(pending, studio))
    sendAnswer(service, exchange, lead(createAuthorizeUrl(pending, studio)))
  }

/** A page instead of a redirect: the studio would begin the sign-in again, and the refusal would come back without an end. */
const refuse = (sentence: string): OAuthResponse =>
  renderPage({
    title: 'You are not signed in',
    body: `<p>${escapeHtml(sentence)}</p>\n<p><a href="${STUDIO_PATHS.signIn}">Sign in to the studio</a></p>`,
    status: 403,
  })

interface Arrival {
  readonly service: Service
  readonly studio: Studio
  readonly exchange: Exchange
  readonly response: Response
}

const finish = async (
  { service, studio, exchange, response }: Arrival,
  code: string,
  { verifier, returnTo }: PendingSignIn,
): Promise<OAuthResponse> => {
  const request = toPageRequest(exchange, service)
  const tokens = await studio.sessions.redeem(request, { code, verifier })
  if (tokens === null) return refuse('The sign-in took too long, or it was used before. Sign in again.')
  // One session per browser: the new session takes the place of the former one.
  const former = readRefreshToken(exchange, studio)
  if (former !== null) await studio.sessions.leave(request, former)
  response.append('set-cookie', keepSession(tokens.refreshToken, studio))
  return lead(returnTo)
}

const answerArrival = (arrival: Arrival): OAuthResponse | Promise<OAuthResponse> => {
  const { studio, exchange, response } = arrival
  const query = readQuery(exchange)
  // RFC 9207: the code comes from the server that this sign-in asked.
  const isOwn = exchange.method === 'GET' && query.get('iss') === studio.issuer
  const pending = isOwn ? findPending(exchange, query.get('state'), studio) : null
  if (pending === null) return lead(STUDIO_PATHS.page)
  response.append('set-cookie', forgetPending(studio))
  const code = query.get('code')
  return code === null ? refuse('The sign-in was not completed.') : finish(arrival, code, pending)
}

/**
 * C20.2: exchanges the code of the authorization page. A browser without the state that began the sign-in presents no code
 * and ends nothing: otherwise a link could sign a person in to the account of somebody else.
 */
export const endStudioSignIn =
  (service: Service, studio: Studio): RequestHandler =>
  async (_request, response) => {
    const exchange = getExchange(response)
    await admit(exchange)
    sendAnswer(service, exchange, await answerArrival({ service, studio, exchange, response }))
  }
