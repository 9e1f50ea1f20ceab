import { aDemo } from '@content-service/domain/testing'
import { createRestHandler } from '@content-service/rest-handlers'
import { createExpressHandler } from '@content-service/rest-handlers/express'
import express from 'express'

export const { contextFor } = await aDemo() // in your server: the context of the request, see @content-service/domain
export const rest = createRestHandler({
  baseUrl: 'https://content.example',
  report: console.error,
  requireIfMatch: false,
})

/** The REST interface among the routes of an application of your own. */
export const app = express()
app.use(
  '/api',
  createExpressHandler(rest, {
    contextFor: (request) => contextFor(request.headers.authorization),
    readBody: express.raw({ type: () => true, limit: '4mb' }),
  }),
)
