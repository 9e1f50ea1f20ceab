import { aDemo } from '@content-service/domain/testing'
import { createRestHandler } from '@content-service/rest-handlers'
import { sendRestResponse, toRestRequest } from '@content-service/rest-handlers/express'
import express from 'express'

const { contextFor } = await aDemo()
const rest = createRestHandler({
  baseUrl: 'http://localhost',
  report: console.error,
  requireIfMatch: false,
})

/** The REST interface among the routes of an application of your own. */
export const app = express()
app.use('/api', express.raw({ type: () => true, limit: '4mb' }), async (request, response) => {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const asked = toRestRequest(request, crypto.randomUUID(), body)
  sendRestResponse(response, await rest(asked, contextFor(request.headers.authorization)), request.method)
})
