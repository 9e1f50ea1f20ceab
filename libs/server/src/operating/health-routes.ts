import { Router } from 'express'
import { allowMethods } from '../allowed-methods.ts'
import type { Service } from '../compose.ts'
import { LIVENESS } from '../direct/liveness.ts'
import { integrityDetails } from './integrity.ts'
import { authorizeStatus, identifyOperator, maySeeStatus } from './operators.ts'
import { isReady } from './readiness.ts'

/** C1.4: liveness, readiness and metrics. */
export const healthRoutes = (service: Service): Router =>
  Router()
    .all(['/healthz', '/readyz', '/metrics'], allowMethods('GET', 'HEAD'))
    .get('/healthz', (_request, response) => void response.json(LIVENESS))
    .use(['/readyz', '/metrics'], (_request, response, next) => {
      response.set('cache-control', 'no-store')
      next()
    })
    .get('/readyz', ...identifyOperator(service), async (request, response) => {
      const checks = await service.readiness.checks()
      const ready = isReady(checks)
      if (!ready) response.set('retry-after', '5')
      const status = ready ? 'ready' : 'not ready'
      response.status(ready ? 200 : 503)
      if (!maySeeStatus(request, response, service)) return void response.json({ status })
      response.json({ status, checks, integrity: integrityDetails(await service.integrity()) })
    })
    .get('/metrics', ...identifyOperator(service), async (request, response) => {
      authorizeStatus(request, response, service)
      response.type(service.metrics.contentType).send(await service.metrics.text())
    })
