import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { ContentError } from '@content-service/domain'
import { renderPage } from '@content-service/identity'
import type { RequestHandler, Response } from 'express'
import type { Service } from '../composition/compose.ts'
import type { Studio } from '../composition/compose-studio.ts'
import { getExchange } from '../http/exchange.ts'
import { sendAnswer } from '../http/send.ts'
import { chooseCoding } from '../sending/content-coding.ts'

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

/** The build writes each long file in these codings, too. */
const CODINGS = ['br', 'gzip'] as const
const ENDINGS = { br: '.br', gzip: '.gz' } as const

/** Sends the first of the files that exists; a file of the build can have no compressed ones. */
const sendFirst = (
  response: Response,
  root: string,
  [name, ...others]: readonly string[],
): Promise<boolean> =>
  new Promise((resolve) => {
    if (name === undefined) return resolve(false)
    const coding = CODINGS.find((each) => name.endsWith(ENDINGS[each]))
    if (coding) response.setHeader('content-encoding', coding)
    response.sendFile(name, { ...ASSET, root }, (error: unknown) => {
      // A client that has left gets nothing.
      if (!error || response.headersSent || response.destroyed) return resolve(true)
      response.removeHeader('content-encoding')
      response.removeHeader('cache-control')
      resolve(sendFirst(response, root, others))
    })
  })

/** C20.2: a file of the build. A missing file is never the page: a browser would keep it as a script for a year. */
export const sendStudioAsset =
  ({ folder }: Studio): RequestHandler =>
  async (request, response, next) => {
    const parts: unknown = request.params['rest']
    const name = Array.isArray(parts) ? parts.join('/') : ''
    if (name === '') return next(missingAsset())
    const coding = chooseCoding(request.headers['accept-encoding'], CODINGS)
    response.vary('Accept-Encoding').type(extname(name))
    const names = coding === null ? [name] : [name + ENDINGS[coding], name]
    if (!(await sendFirst(response, join(folder, 'assets'), names))) next(missingAsset())
  }
