import { createErrorFormatter, createSchema } from '@content-service/graphql-schema'
import { fastify } from 'fastify'
import { createHandler } from 'graphql-http/lib/use/fastify'
import { contextFor } from './context.ts'
import type { Running } from './listening.ts'

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
