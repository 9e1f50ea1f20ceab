import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ContentError } from '@content-service/domain'
import { openExport } from '@content-service/domain/internal/personal-data'
import { runAudited } from '@content-service/domain/internal/audit'
import { getAddressBucket, renderPage, NOBODY } from '@content-service/identity'
import type { Request, RequestHandler, Response } from 'express'
import type { Service } from '../composition/compose.ts'
import { getExchange } from '../http/exchange.ts'
import { sendAnswer } from '../http/send.ts'
import { prefersPage } from '../http/prefers-page.ts'

const HEADERS = {
  'content-type': 'application/x-ndjson; charset=utf-8',
  'content-disposition': 'attachment; filename="my-data.ndjson"',
  'cache-control': 'no-store',
} as const

/** C11.2: sends the file to a client with the link. Requests count for their address, which limits guesses. */
const sendExport = async (
  service: Service,
  { method, params }: Request,
  response: Response,
): Promise<void> => {
  const { requestId, quotaUsage, address } = getExchange(response)
  await quotaUsage.admit(getAddressBucket(address))
  const context = service.contextFor(NOBODY, { address, requestId })
  const parts = await runAudited(context, { action: 'openExport' }, (acting) =>
    openExport(acting, String(params['link'])),
  )
  response.writeHead(200, HEADERS)
  if (method === 'HEAD') return void response.end()
  // If the reader has closed the connection, no client can receive an error.
  await pipeline(Readable.from(parts), response).catch(() => response.destroy())
}

const expiredPage = renderPage({
  title: 'This link does not work',
  body: `<p>The link to the copy of your data is wrong, or it has expired. A link works for 24 hours. After that time the service removes the file.</p>
<p>Request a new copy with the GraphQL mutation <code>exportMyData</code> or with <code>POST /api/me/export</code>. You get a mail with a new link. The guide <a href="/api/guides/personal-data">Personal data</a> shows how.</p>`,
  status: 404,
})

/** A person who follows the link of an old mail gets a page. */
export const downloadExport =
  (service: Service): RequestHandler =>
  async (request, response) => {
    try {
      await sendExport(service, request, response)
    } catch (error) {
      const exchange = getExchange(response)
      const isMissing = error instanceof ContentError && error.code === 'NOT_FOUND'
      if (!isMissing || !prefersPage(exchange, 'application/json')) throw error
      sendAnswer(service, exchange, expiredPage)
    }
  }
