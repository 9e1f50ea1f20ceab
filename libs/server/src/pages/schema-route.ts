import type { ContentModel } from '@content-service/domain'
import { writeTypeDefs } from '@content-service/graphql-schema'
import type { RequestHandler } from 'express'
import { memoize } from '../composition/memoize.ts'

/** C5.10: the schema with its applied directives, which introspection does not contain. */
export const showSchema = (model: ContentModel): RequestHandler => {
  // Responses share the bytes. Each of them would have a copy of a text.
  const typeDefs = memoize(() => Buffer.from(writeTypeDefs(model)))
  return (_request, response) => {
    response.setHeader('cache-control', 'public, max-age=300')
    response.type('text/plain; charset=utf-8').send(typeDefs())
  }
}
