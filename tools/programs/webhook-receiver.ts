import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a webhook has received. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly id: string
  readonly document: {
    readonly id: string
    readonly type: string
    readonly data: Readonly<Record<string, unknown>>
  }
}

export interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  /** Sets the status of the next answers; the receiver keeps only requests that it answers with 204. */
  answer(status: number): void
  close(): Promise<void>
}

/** A server that receives webhooks, on a free port or on the given port. */
export const openReceiver = async (port = 0): Promise<Receiver> => {
  const received: Received[] = []
  let status = 204
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const headers = request.headers as Record<string, string>
    if (status === 204)
      received.push({
        headers,
        body,
        id: headers['webhook-id'] ?? '',
        document: JSON.parse(body) as Received['document'],
      })
    response.writeHead(status).end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    received,
    answer: (next) => void (status = next),
    close,
  }
}
