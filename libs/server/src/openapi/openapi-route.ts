import { createHash } from 'node:crypto'
import type { ContentModel } from '@content-service/domain'
import { openApiDocument, type Published } from '@content-service/rest-handlers'
import { Router } from 'express'
import { allowMethods } from '../allowed-methods.ts'
import { memoize } from '../memoize.ts'

export interface PublishedModel extends Published {
  readonly model: ContentModel
}

const writeDocument = (published: PublishedModel): { readonly text: string; readonly etag: string } => {
  const text = JSON.stringify(openApiDocument(published))
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"` }
}

/** C1: the OpenAPI document, which is public. */
export const openApiRoute = (published: PublishedModel): Router => {
  const written = memoize(() => writeDocument(published))
  return Router()
    .all('/openapi.json', allowMethods('GET', 'HEAD'))
    .get('/openapi.json', (_request, response) => {
      const { text, etag } = written()
      response.set({ etag, 'cache-control': 'public, max-age=300' })
      response.type('json').send(text)
    })
}
