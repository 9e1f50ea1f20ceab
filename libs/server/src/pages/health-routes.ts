import type { RequestHandler } from 'express'
import type { Service } from '../composition/compose.ts'
import { getExchange } from '../http/exchange.ts'
import { isReady } from '../operating/readiness.ts'
import { describeChecks, nameState } from '../operating/service-status.ts'
import { authorizeStatus, maySeeStatus } from './operators.ts'

/** C1.4: whether the service is ready; operators see why. */
export const showReadiness =
  (service: Service): RequestHandler =>
  async (_request, response) => {
    response.set('cache-control', 'no-store')
    const showsDetails = await maySeeStatus(getExchange(response), service)
    const checks = await service.readiness.checks()
    const ready = isReady(checks)
    if (!ready) response.set('retry-after', '5')
    response.status(ready ? 200 : 503)
    response.json(showsDetails ? await describeChecks(checks, service) : { status: nameState(checks) })
  }

/** C1.4: metrics for Prometheus. */
export const showMetrics =
  (service: Service): RequestHandler =>
  async (_request, response) => {
    response.set('cache-control', 'no-store')
    await authorizeStatus(getExchange(response), service)
    response.type(service.metrics.contentType).send(await service.metrics.text())
  }
