export { createSchema, writeContract, writeTypeDefs, type SchemaParts } from './schema.ts'
export { createRequestPreparer, type PrepareRequest } from './http/prepared-request.ts'
export { DocumentRegistry, hashDocument, type TrustedDocuments } from './http/trusted-documents.ts'
export { createRateLimitedAnswer, createUnavailableAnswer } from './http/answers.ts'
export { DEFAULT_LIMITS, type GraphqlLimits } from './http/limits/guards.ts'
export { createGraphqlHandler, type GraphqlHandlerOptions } from './http/handler.ts'
export type { OperationNote, RequestScope } from './http/request-scope.ts'
export {
  createStreamHandler,
  type OpenStream,
  type StreamHandler,
  type StreamHandlerOptions,
  type StreamScope,
} from './http/stream-handler.ts'
export { createErrorFormatter } from './error-formatter.ts'
export type { FaultReporter } from './http/error-format.ts'
export { answerCompiled } from './compiled/answer-compiled.ts'
export type { ResponseBody } from './compiled/compile-operation.ts'
export { createCompiledRequests, type FindCompiled } from './compiled/compiled-requests.ts'
export { parseParams } from './compiled/parse-params.ts'
