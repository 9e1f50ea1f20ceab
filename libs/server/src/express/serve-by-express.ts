import { ContentError } from '@content-service/domain'
import type { Express } from 'express'
import type { Service } from '../composition/compose.ts'
import type { Serve } from '../http/listener.ts'
import type * as Applications from './express-app.ts'

/**
 * Loads express with its first request: this takes 80 ms, and many clients never send a request for it. If it cannot be
 * loaded, the requests that wait get UNAVAILABLE, and the next request loads it again.
 */
export const serveByExpress = (
  { log }: Pick<Service, 'log'>,
  create: (applications: typeof Applications) => Express,
): Serve => {
  let loading: Promise<Express> | undefined
  const load = async (): Promise<Express> => {
    try {
      return create(await import('./express-app.ts'))
    } catch (error) {
      loading = undefined
      log.error({ err: error }, 'the service could not load its pages, and tries again')
      throw new ContentError('UNAVAILABLE', 'The service could not load its pages. Try again in 5 seconds.')
    }
  }
  return async (exchange) => {
    const app = await (loading ??= load())
    exchange.giveToExpress()
    app(exchange.request, exchange.response)
  }
}

/** Everything but queries, mutations, streams and records. */
export const serveApp = (service: Service, bodyLimit: number): Serve =>
  serveByExpress(service, ({ createApp }) => createApp(service, bodyLimit))

/** C1: OAuth alone, for the origin of AUTH_URL. */
export const serveAuthApp = (service: Service): Serve =>
  serveByExpress(service, ({ createAuthApp }) => createAuthApp(service))
