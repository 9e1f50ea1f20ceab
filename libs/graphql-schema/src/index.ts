export { createSchema, typeDefs } from './schema.ts'
export { DEFAULT_LIMITS, type GraphqlLimits } from './http/guards.ts'
export { createGraphqlHandler, type GraphqlHandlerOptions, type RequestScope } from './http/handler.ts'
export type { FaultReporter } from './http/error-format.ts'
