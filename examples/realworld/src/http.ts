import { type Context, ContentError } from '@content-service/domain'
import type { EmbeddedService } from '@content-service/server'
import type { Request, RequestHandler } from 'express'

/** The members of a body under the name of its only member: `{ "article": { … } }`. */
export const readInput = ({ body }: Request, name: string): Readonly<Record<string, unknown>> => {
  const input = (body as Record<string, unknown> | undefined)?.[name]
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...input } : {}
}

/** Conduit writes `Token` where the service expects `Bearer`. */
export const readToken = ({ headers }: Request): string | null =>
  /^(?:Token|Bearer) (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null

export interface Route {
  /** The kind of record in refusals. */
  readonly about: string
  /** The status of success; 200 by default. */
  readonly status?: number
  /** Whether everybody may call the route. */
  readonly isPublic?: boolean
  readonly run: (context: Context, request: Request) => Promise<unknown>
}

/** Routes by their addresses: `get /articles/:slug`. */
export type Routes = Readonly<Record<string, Route>>

/** Runs a route as the sender of the request. */
export const serve =
  (service: EmbeddedService, { about, status = 200, isPublic = false, run }: Route): RequestHandler =>
  async (request, response) => {
    response.locals['about'] = about
    const token = readToken(request)
    const authorization = token === null ? undefined : `Bearer ${token}`
    const context = await service.contextFor({
      headers: { ...request.headers, authorization },
      address: request.ip ?? null,
    })
    if (!isPublic && context.caller.id === null) throw new ContentError('UNAUTHENTICATED', 'Sign in first.')
    const answer = await run(context, request)
    response.status(answer ? status : 204).json(answer)
  }
