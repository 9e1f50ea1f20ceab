import { createServer } from 'node:http'
import { aDemo } from '@content-service/domain/testing'
import { createErrorFormatter, createSchema } from '@content-service/graphql-schema'
import { createYoga } from 'graphql-yoga'
import { listening } from './listening.ts'

const { contextFor } = await aDemo()

/** GraphQL Yoga on the server that Node brings along. */
const yoga = createYoga({
  schema: createSchema(),
  context: ({ request }) => contextFor(request.headers.get('authorization')),
  // By itself Yoga masks refusals of the domain, too, and logs each of them.
  maskedErrors: { maskError: createErrorFormatter(console.error) },
  logging: false,
})

const server = createServer(yoga)

export const start = (port: number) => listening(server, port)
