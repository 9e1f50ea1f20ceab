export { createSchema, writeContract, writeTypeDefs, type SchemaParts } from './service/schema.ts'
export { createRequestPreparer, type PrepareRequest } from './requests/prepared-request.ts'
export { DocumentRegistry, hashDocument, type TrustedDocuments } from './requests/trusted-documents.ts'
export { createRateLimitedAnswer, createUnavailableAnswer } from './requests/answers.ts'
export { DEFAULT_LIMITS, type GraphqlLimits } from './requests/limits/guards.ts'
export {
  createGraphqlHandler,
  type GraphqlHandler,
  type GraphqlHandlerOptions,
  type GraphqlResponse,
} from './http/handler.ts'
export type { OperationNote, RequestScope } from './requests/request-scope.ts'
export {
  createStreamHandler,
  type OpenStream,
  type StreamHandler,
  type StreamHandlerOptions,
  type StreamScope,
} from './http/stream-handler.ts'
export { createErrorFormatter } from './requests/error-formatter.ts'
export type { FaultReporter } from './requests/error-format.ts'
export type { ResponseBody } from './requests/executed.ts'
export { OPERATION_CHANNEL, type OperationMessage } from './execution/operation-channel.ts'
