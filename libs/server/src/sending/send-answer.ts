import { hasBody, type RestResponse } from '@content-service/rest-handlers/express'
import type { Request, Response } from 'express'
import type { Service } from '../compose.ts'
import { getPartialLocals } from '../request-locals.ts'
import { findHolders } from './holders.ts'
import { refuseRest } from './no-room.ts'
import type { Content } from './content.ts'

export type Exchange = readonly [Request, Response]
type Sender = Pick<Service, 'send' | 'trustProxy' | 'baseUrl' | 'report'>

/** C6.10: no cache keeps a response of REST or OAuth with a secret, nor a problem, which has none. */
const hasSecret = ({ headers }: Pick<Content, 'headers'>): boolean =>
  headers['cache-control'] === 'no-store' && !headers['content-type']?.startsWith('application/problem+json')

/** The content of a response of REST. */
export const toContent = ({ status, headers, body }: RestResponse): Content => ({
  status,
  headers,
  ...(body !== '' && { body }),
  isSecret: hasSecret({ headers }),
})

/** Writes the head of a response that express has begun. `Vary` can name further headers. */
const writeHead =
  (response: Response) =>
  ({ status, headers: { vary, ...headers } }: Content, length: number): void => {
    if (vary !== undefined) response.vary(vary)
    response.writeHead(status, {
      ...headers,
      ...(hasBody(status) && { 'content-length': String(length) }),
    })
  }

/** Sends content with the headers that express has collected. */
export const sendThroughExpress = (
  service: Sender,
  [request, response]: Exchange,
  content: Content,
  refuse: (content: Content) => Content,
): void =>
  service.send(
    {
      request,
      response,
      holders: () => findHolders(service, request, getPartialLocals(response).bucket),
      refuse,
      writeHead: writeHead(response),
    },
    content,
  )

/** Sends content, or a problem if it has no room. */
export const sendContent = (service: Sender, exchange: Exchange, content: Content): void => {
  const [{ method }, response] = exchange
  const { requestId = '' } = getPartialLocals(response)
  sendThroughExpress(service, exchange, content, (refused) =>
    refuseRest(service, { method, requestId }, refused),
  )
}

/** Sends a response of REST, of OAuth or a page. */
export const sendAnswer = (service: Sender, exchange: Exchange, answer: RestResponse): void =>
  sendContent(service, exchange, toContent(answer))
