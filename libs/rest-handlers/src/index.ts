export { openApiDocument, type OpenApiDocument, type Published } from './openapi/document.ts'
export {
  createRestHandler,
  createRefusalResponse,
  type ProblemOptions,
  type RestOptions,
  type RestService,
} from './rest-handler.ts'
export type { RestRequest, RestResponse } from './http.ts'
export { RestError } from './problem.ts'
export { findRouteTemplate, createRoutes, listServedOperations } from './routes.ts'
