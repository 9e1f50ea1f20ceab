import { ApolloServer } from '@apollo/server'
import { unwrapResolverError } from '@apollo/server/errors'
import { startStandaloneServer } from '@apollo/server/standalone'
import type { Context } from '@content-service/domain'
import { aDemo } from '@content-service/domain/testing'
import { createErrorFormatter, createSchema } from '@content-service/graphql-schema'
import type { Running } from './listening.ts'

const { contextFor } = await aDemo()

const clientError = createErrorFormatter(console.error)

/** Apollo Server by itself; on Express or Fastify it takes the same options. */
const apollo = new ApolloServer<Context>({
  schema: createSchema(),
  // Apollo has its own codes for what is wrong with a document; what a resolver threw is for the domain to word.
  formatError: (formatted, error) =>
    unwrapResolverError(error) === error
      ? { ...formatted, message: clientError(error).message }
      : clientError(error).toJSON(),
  includeStacktraceInErrorResponses: false,
})

export const start = async (port: number): Promise<Running> => {
  const { url } = await startStandaloneServer(apollo, {
    context: async ({ req }) => contextFor(req.headers.authorization),
    listen: { port, host: '127.0.0.1' },
  })
  return { url, stop: () => apollo.stop() }
}
