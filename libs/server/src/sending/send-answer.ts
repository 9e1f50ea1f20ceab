import { hasBody, type RestResponse } from '@content-service/rest-handlers/express'
import type { Request, Response } from 'express'
import type { Service } from '../compose.ts'
import { getPartialLocals } from '../request-locals.ts'
import { findHolders } from './holders.ts'
import { refuseRest } from './no-room.ts'
import type { Content } from './send-content.ts'

export type Exchange = readonly [Request, Response]
type Sender = Pick<Service, 'send' | 'trustProxy' | 'baseUrl' | 'report'>

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
      response,
      holders: () => findHolders(service, request, getPartialLocals(response).bucket),
      refuse,
      writeHead: writeHead(response),
    },
    content,
  )

/** Sends a response of REST, of OAuth or a page. HEAD has the headers of GET and no body. */
export const sendAnswer = (service: Sender, exchange: Exchange, answer: RestResponse): void => {
  const [{ method }, response] = exchange
  const { status, headers, body } = answer
  if (method === 'HEAD' || !hasBody(status)) {
    writeHead(response)(answer, Buffer.byteLength(body))
    return void response.end()
  }
  const { requestId = '' } = getPartialLocals(response)
  sendThroughExpress(service, exchange, { status, headers, body }, (content) =>
    refuseRest(service, { method, requestId }, content),
  )
}
