import { aDemo } from '@content-service/domain/testing'
import { createErrorFormatter, createSchema } from '@content-service/graphql-schema'
import { fastify } from 'fastify'
import { createHandler } from 'graphql-http/lib/use/fastify'
import type { Running } from './listening.ts'

const { contextFor } = await aDemo()

/** graphql-http on Fastify. */
const app = fastify()
app.all(
  '/graphql',
  createHandler({
    schema: createSchema(),
    context: ({ raw }) => ({ ...contextFor(raw.headers.authorization) }),
    formatError: createErrorFormatter(console.error),
  }),
)

export const start = async (port: number): Promise<Running> => {
  const address = await app.listen({ port, host: '127.0.0.1' })
  return { url: `${address}/graphql`, stop: () => app.close() }
}
