import type { RequestListener } from 'node:http'
import { ContentError } from '@content-service/domain'
import type { EmbeddedService } from '@content-service/server'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { readMenu } from './menu.ts'

interface Env {
  readonly Bindings: HttpBindings
}

/** Your own routes. All other addresses are those of the service: /api, /graphql, /oauth. */
export const createApp = (service: EmbeddedService): RequestListener => {
  const contextOf = ({ env: { incoming } }: Context<Env>) =>
    service.contextFor({ headers: incoming.headers, address: incoming.socket.remoteAddress ?? null })

  const app = new Hono<Env>()
    .get('/menu', async (c) => c.json(await readMenu(await contextOf(c))))
    .all('*', ({ env }) => {
      service.listener(env.incoming, env.outgoing as never)
      return RESPONSE_ALREADY_SENT
    })
    .onError(answerError)
  return getRequestListener(app.fetch)
}

const answerError = (error: Error): Response => {
  if (error instanceof ContentError) {
    const { status, code, message } = error
    return Response.json({ code, message }, { status })
  }
  console.error(error)
  return Response.json({ code: 'INTERNAL', message: 'The server failed.' }, { status: 500 })
}
