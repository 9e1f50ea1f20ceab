import { Socket } from 'node:net'
import express, { type Request, type RequestHandler, type Response } from 'express'

const { IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http')

/** The headers that middlewares set on the response to an ordinary request. The middlewares must not wait. */
export const computeHeaders = (middlewares: readonly RequestHandler[]): Readonly<Record<string, string>> => {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method: 'POST', url: '/graphql' })
  const response = new ServerResponse(request)
  const app = express().disable('x-powered-by')
  app.use(...middlewares)
  // Express adds the members of its requests and responses to those of Node.
  app(request as Request, response as Response, () => undefined)
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}
