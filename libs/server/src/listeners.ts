import type { RequestListener } from 'node:http'
import { commonHeaders } from './common-headers.ts'
import type { Service } from './compose.ts'
import { crossOrigin } from './cross-origin.ts'
import { createDirectGraphql } from './direct/direct-graphql.ts'
import { serveDirectly } from './direct/direct-requests.ts'
import { createDirectRest } from './direct/direct-rest.ts'
import { serveLiveness } from './direct/liveness.ts'
import { varyByAccept } from './http/header-middleware.ts'
import { serveLater } from './http/serve-later.ts'
import type * as Applications from './server.ts'

/** Express and its routes take 80 ms to load, and many clients never send a request for them. */
const serveByExpress = (
  { log }: Service,
  create: (applications: typeof Applications) => RequestListener,
): RequestListener =>
  serveLater(
    async () => create(await import('./server.ts')),
    (error) => log.error({ err: error }, 'the service could not load its routes, and tries again'),
  )

/** C1: OAuth alone, for the origin of AUTH_URL. */
export const createAuthListener = (service: Service): RequestListener =>
  serveByExpress(service, ({ createAuthApp }) => createAuthApp(service))

/** Ordinary requests are answered in front of express. Traces need the middleware of express. */
export const createListener = (service: Service, bodyLimit: number): RequestListener => {
  const app = serveByExpress(service, ({ createApp }) => createApp(service, bodyLimit))
  if (service.traceRequests !== null) return app
  const [common, cors] = [commonHeaders(service), crossOrigin(service.corsOrigins)]
  const routes = [
    { interface: createDirectGraphql(service), headers: [...common, varyByAccept, cors] },
    { interface: createDirectRest(service), headers: [...common, cors] },
  ]
  return serveDirectly(service, routes, serveLiveness(service, common, app))
}
