import { createServer } from 'node:http'
import { aDemo } from '@content-service/domain/testing'
import { createErrorFormatter, createSchema } from '@content-service/graphql-schema'
import { createHandler } from 'graphql-http/lib/use/http'
import { listening } from './listening.ts'

const { contextFor } = await aDemo()

/** graphql-http on the server that Node brings along. */
const handler = createHandler({
  schema: createSchema(),
  context: ({ raw }) => ({ ...contextFor(raw.headers.authorization) }),
  formatError: createErrorFormatter(console.error),
})

const server = createServer((request, response) => {
  if (request.url?.startsWith('/graphql')) return void handler(request, response)
  response.writeHead(404).end()
})

export const start = (port: number) => listening(server, port)
