import { ContentError } from '@content-service/domain'
import type { EmbeddedService } from '@content-service/server'
import express, { type ErrorRequestHandler, type Express, type Request } from 'express'
import { readMenu } from './menu.ts'

/** Your own routes. All other addresses are those of the service: /api, /graphql, /oauth. */
export const createApp = (service: EmbeddedService): Express => {
  const contextOf = ({ headers, ip }: Request) => service.contextFor({ headers, address: ip ?? null })

  return express()
    .disable('x-powered-by')
    .get('/menu', async (request, response) => {
      response.json(await readMenu(await contextOf(request)))
    })
    .use(service.listener)
    .use(answerError)
}

/** Express recognizes an error handler by its four parameters. */
const answerError: ErrorRequestHandler = (error, _request, response, _next) => {
  if (error instanceof ContentError) {
    const { status, code, message } = error
    response.status(status).json({ code, message })
  } else {
    console.error(error)
    response.status(500).json({ code: 'INTERNAL', message: 'The server failed.' })
  }
}
