import type { ContentModel } from '@content-service/domain'
import { perModel, type OperationName } from '@content-service/domain/internal/model'
import { explanationRoutes } from '../explanation/explanation-routes.ts'
import { accountRoutes } from '../accounts/account-routes.ts'
import { apiKeyRoutes } from '../api-keys/api-key-routes.ts'
import { articleRoutes } from '../articles/article-routes.ts'
import { auditRoutes } from '../audit/audit-routes.ts'
import { clientRoutes } from '../clients/client-routes.ts'
import { commentRoutes } from '../comments/comment-routes.ts'
import { handlerRoutes } from '../handlers/handler-routes.ts'
import { meRoutes } from '../me/me-routes.ts'
import { personalDataRoutes } from '../personal-data/personal-data-routes.ts'
import { recordRoutes } from '../records/record-routes.ts'
import { searchRoutes } from '../search/search-routes.ts'
import { secondFactorRoutes } from '../second-factor/second-factor-routes.ts'
import { serviceOperationRoutes } from '../service-operations/service-operation-routes.ts'
import { sessionRoutes } from '../sessions/session-routes.ts'
import { toolModelRoutes } from '../tool-model/tool-model-routes.ts'
import { userRoutes } from '../users/user-routes.ts'
import { webhookDeliveryRoutes } from '../webhooks/webhook-delivery-routes.ts'
import { webhookRoutes } from '../webhooks/webhook-routes.ts'
import { createRouteMatcher, type Route } from '../routing/route.ts'

/** The routes of types whose operations the service has written, and which a model can leave out (C15.23). */
const OWN_ROUTES: Readonly<Record<string, (model: ContentModel) => readonly Route[]>> = {
  Article: articleRoutes,
  Comment: commentRoutes,
}

/** All routes of a model. The first match wins: a fixed segment comes before a variable in its place. */
export const createRoutes: (model: ContentModel) => readonly Route[] = perModel((model) => [
  ...accountRoutes,
  ...meRoutes(model),
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...personalDataRoutes,
  ...userRoutes,
  ...model.types.flatMap(({ name }) => OWN_ROUTES[name]?.(model) ?? []),
  ...recordRoutes(model),
  ...apiKeyRoutes(model),
  ...webhookRoutes(model),
  ...webhookDeliveryRoutes,
  ...handlerRoutes,
  ...clientRoutes(model),
  ...auditRoutes,
  ...explanationRoutes(model),
  ...searchRoutes(model),
  ...serviceOperationRoutes(model),
  ...toolModelRoutes,
])

const getRouteMatcher = perModel((model) => createRouteMatcher(createRoutes(model)))

/** The template of the route at a path, `/api/users/:id`; null without a route. */
export const findRouteTemplate = (path: string, model: ContentModel): string | null =>
  getRouteMatcher(model)(path)?.route.path ?? null

/** The operations of the domain that have an address here (C6.1). */
export const listServedOperations = (model: ContentModel): ReadonlySet<OperationName> =>
  new Set(
    createRoutes(model).flatMap(({ methods }) => Object.values(methods).map(({ operation }) => operation)),
  )
