import { readFileSync } from 'node:fs'
import { ERROR_STATUS, type ErrorCode } from '@content-service/domain'
import { Router } from 'express'
import { allowMethods } from './allowed-methods.ts'

const pageOf = (code: ErrorCode): string =>
  readFileSync(new URL(`../../../docs/errors/${code}.md`, import.meta.url), 'utf8')

/** C1.3: the page that the `type` of a problem names. A code without its page stops the start. */
const pages = new Map(Object.keys(ERROR_STATUS).map((code) => [code, pageOf(code as ErrorCode)]))

export const errorPages = Router()
  .all('/:code', allowMethods('GET', 'HEAD'))
  .get('/:code', (request, response, next) => {
    const page = pages.get(request.params.code)
    if (page === undefined) return next()
    response.setHeader('cache-control', 'public, max-age=3600')
    response.type('text/markdown; charset=utf-8').send(page)
  })
