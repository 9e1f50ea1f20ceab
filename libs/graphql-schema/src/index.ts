export { createSchema, typeDefs } from './schema.ts'
export { createGraphqlHandler, type GraphqlHandlerOptions, type RequestScope } from './http/handler.ts'
export { createErrorFormatter } from './error-formatter.ts'
export type { FaultReporter } from './http/error-format.ts'
