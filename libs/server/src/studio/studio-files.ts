import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ContentError } from '@content-service/domain'
import { renderPage } from '@content-service/identity'
import type { RequestHandler } from 'express'
import type { Service } from '../composition/compose.ts'
import type { Studio } from '../composition/compose-studio.ts'
import { getExchange } from '../http/exchange.ts'
import { sendAnswer } from '../http/send.ts'

/** C20.1. The styles of the editor are attributes of its elements. No script is inline. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; " +
  "media-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'x-frame-options': 'DENY',
  'cache-control': 'no-cache',
} as const

const notBuilt = renderPage({
  title: 'The studio is not built',
  body: '<p>The files of the studio do not exist yet. Run <code>npx nx build studio</code>, and load this page again.</p>',
  status: 503,
})

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Null before a build. A build needs no restart of the service, because each request reads the file. */
const readIndex = async ({ folder }: Studio): Promise<string | null> => {
  try {
    return await readFile(join(folder, 'index.html'), 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** C20.1: the page of every path below /studio that has no other handler. Its script reads the path. */
export const showStudio =
  (service: Service, studio: Studio): RequestHandler =>
  async (_request, response) => {
    const index = await readIndex(studio)
    const answer = index === null ? notBuilt : { status: 200, headers: HEADERS, body: index }
    sendAnswer(service, getExchange(response), answer)
  }

const missingAsset = (): ContentError =>
  new ContentError('NOT_FOUND', 'The studio has no such file. Load its page again.')

/** The names contain a hash of the content, so that a file never changes. */
const ASSET = { maxAge: '1y', immutable: true, lastModified: false, dotfiles: 'ignore' } as const

/** C20.2: a file of the build. A missing file is never the page: a browser would keep it as a script for a year. */
export const sendStudioAsset =
  ({ folder }: Studio): RequestHandler =>
  (request, response, next) => {
    const parts: unknown = request.params['rest']
    const name = Array.isArray(parts) ? parts.join('/') : ''
    if (name === '') return next(missingAsset())
    response.sendFile(name, { ...ASSET, root: join(folder, 'assets') }, (error: unknown) => {
      // A client that has left gets nothing.
      if (!error || response.headersSent || response.destroyed) return
      response.removeHeader('cache-control')
      next(missingAsset())
    })
  }
