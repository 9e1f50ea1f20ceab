import type { ContentModel } from '@content-service/domain'
import { writeTypeDefs } from '@content-service/graphql-schema'
import { Router } from 'express'
import { allowMethods } from '../http/allow-methods.ts'
import { memoize } from '../composition/memoize.ts'

/** C5.10: the schema with its applied directives, which introspection does not contain. */
export const schemaRoute = (model: ContentModel): Router => {
  // Responses share the bytes. Each of them would have a copy of a text.
  const typeDefs = memoize(() => Buffer.from(writeTypeDefs(model)))
  return Router()
    .all('/schema.graphql', allowMethods('GET', 'HEAD'))
    .get('/schema.graphql', (_request, response) => {
      response.setHeader('cache-control', 'public, max-age=300')
      response.type('text/plain; charset=utf-8').send(typeDefs())
    })
}
