import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openExport, performed } from '@content-service/domain'
import { bucketOfAddress, NOBODY } from '@content-service/identity'
import { Router, type RequestHandler } from 'express'
import { allowMethods } from './allowed-methods.ts'
import type { Service } from './compose.ts'
import { addressOf, localsOf, meter } from './request-context.ts'

const HEADERS = {
  'content-type': 'application/x-ndjson; charset=utf-8',
  'content-disposition': 'attachment; filename="my-data.ndjson"',
  'cache-control': 'no-store',
} as const

/** C11.2: the file of who has the link, which is all it takes. Strangers who guess count for their address. */
const sendExport =
  (service: Service): RequestHandler<{ readonly link: string }> =>
  async (request, response) => {
    const { requestId, allowance } = localsOf(response)
    const address = addressOf(request, service.trustProxy)
    await allowance.admit(bucketOfAddress(address))
    const context = service.contextFor(NOBODY, { address, requestId })
    const parts = await performed(context, { action: 'openExport' }, (acting) =>
      openExport(acting, request.params.link),
    )
    response.writeHead(200, HEADERS)
    if (request.method === 'HEAD') return void response.end()
    // A reader that goes away ends it, and has nothing left to be told.
    await pipeline(Readable.from(parts), response).catch(() => response.destroy())
  }

export const exportRoute = (service: Service): Router =>
  Router().all('/:link', allowMethods('GET', 'HEAD'), meter(service)).get('/:link', sendExport(service))
