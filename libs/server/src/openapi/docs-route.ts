import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openApiDocument, type Published } from '@content-service/rest-handlers'
import { Router } from 'express'
import { allowMethods } from '../allowed-methods.ts'
import { memoize } from '../memoize.ts'
import { POLICY, referencePage, SCRIPT } from './page.ts'

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** The files of Swagger UI. The page loads nothing from other origins. */
const FILES = ['swagger-ui-bundle.js', 'swagger-ui.css'] as const

const assets = Router()
assets.get('/start.js', (_request, response) => void response.type('js').send(SCRIPT))
for (const name of FILES)
  assets.get(`/${name}`, (_request, response) => response.sendFile(join(folder, name), { maxAge: '1h' }))

/** C1: the reference of the REST interface. */
export const docsRoute = (published: Published): Router => {
  const page = memoize(() => referencePage(openApiDocument(published).info.description))
  return Router()
    .use('/docs/assets', assets)
    .all('/docs', allowMethods('GET', 'HEAD'))
    .get('/docs', (_request, response) => {
      response.setHeader('content-security-policy', POLICY)
      response.type('html').send(page())
    })
}
