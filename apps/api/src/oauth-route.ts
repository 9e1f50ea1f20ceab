import type { OAuthRequest } from '@content-service/identity'
import { sendRestResponse } from '@content-service/rest-handlers/express'
import type { Request, RequestHandler } from 'express'
import type { Service } from './compose.ts'
import { addressOf, localsOf } from './request-context.ts'

/** Forms are short: whatever is longer is no form of a client or of a person. */
export const MAX_FORM_BYTES = 65_536

/** A header that came twice is joined, so that two credentials are none. */
const headersOf = ({ headers }: Request): OAuthRequest['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )

const partsOf = ({ originalUrl }: Request): Pick<OAuthRequest, 'path' | 'query'> => {
  const [path = '', ...query] = originalUrl.split('?')
  return { path, query: query.join('?') }
}

/** Everything under /oauth, and the metadata (C1). */
export const oauthRoute =
  ({ oauth, trustProxy }: Service): RequestHandler =>
  async (request, response) => {
    const answer = await oauth({
      ...partsOf(request),
      method: request.method,
      headers: headersOf(request),
      body: localsOf(response).body,
      address: addressOf(request, trustProxy),
    })
    sendRestResponse(response, answer, request.method)
  }
