import { Router } from 'express'
import type { Service } from '../composition/compose.ts'
import { allowMethods } from '../http/allow-methods.ts'
import { getExchange } from '../http/exchange.ts'
import { integrityDetails } from '../operating/integrity.ts'
import { isReady } from '../operating/readiness.ts'
import { authorizeStatus, maySeeStatus } from './operators.ts'

/** C1.4: readiness and metrics. */
export const healthRoutes = (service: Service): Router =>
  Router()
    .all(['/readyz', '/metrics'], allowMethods('GET', 'HEAD'), (_request, response, next) => {
      response.set('cache-control', 'no-store')
      next()
    })
    .get('/readyz', async (_request, response) => {
      const showsDetails = await maySeeStatus(getExchange(response), service)
      const checks = await service.readiness.checks()
      const ready = isReady(checks)
      if (!ready) response.set('retry-after', '5')
      const status = ready ? 'ready' : 'not ready'
      response.status(ready ? 200 : 503)
      if (!showsDetails) return void response.json({ status })
      const [integrity, warnings] = [
        integrityDetails(await service.integrity()),
        await service.tableWarnings(),
      ]
      response.json({ status, checks, integrity, ...(warnings.length > 0 && { warnings }) })
    })
    .get('/metrics', async (_request, response) => {
      await authorizeStatus(getExchange(response), service)
      response.type(service.metrics.contentType).send(await service.metrics.text())
    })
