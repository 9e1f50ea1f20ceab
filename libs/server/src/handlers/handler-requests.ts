import { createContext, createServiceAuditContext, type Context, type Stores } from '@content-service/domain'
import type { AuditContext } from '@content-service/domain/internal/audit'
import { UNLIMITED_QUOTA, type Throttle } from '@content-service/domain/internal/context'
import type { HandlerRequest, RunHandlerRequest } from '@content-service/domain/internal/handlers'
import type { Presentation } from '@content-service/domain/internal/tool-model'
import type { PasswordHasher } from '@content-service/domain/internal/users'
import { createGraphqlHandler, createSchema, type GraphqlHandler } from '@content-service/graphql-schema'
import { createPasswordHasher, type ContextParts, type CredentialStore } from '@content-service/identity'
import type { StoreOptions } from '@content-service/persistence'
import { DEFAULT_SETTINGS } from '@content-service/domain/internal/service'
import { createCodeRequests } from './code-requests.ts'

/** What the requests of handlers need, in the process of the API and in a worker. */
export interface HandlerRequestParts extends Pick<Context, 'model' | 'policy' | 'now'> {
  readonly secretParts: ContextParts
  readonly storesFor: (auditContext: AuditContext, options: StoreOptions) => Stores
  readonly accounts: CredentialStore
  readonly passwordRule: PasswordHasher['findProblem'] | undefined
  readonly baseUrl: string
  readonly presentation: Partial<Presentation>
  /** Receives the errors of the service, with the id of the event. */
  readonly report: (error: unknown, eventId: string) => void
}

/** A handler calls without an address and guesses no passwords. */
const UNTHROTTLED: Throttle = {
  run: (_, work) => work({ recordFailure: () => undefined, recordSuccess: () => undefined }),
}

const createHandlerContext = (
  { secretParts, storesFor, accounts, passwordRule, baseUrl, presentation, ...parts }: HandlerRequestParts,
  { caller, origin }: HandlerRequest,
  signal: AbortSignal,
): Context =>
  createContext({
    ...secretParts,
    ...parts,
    settings: { ...DEFAULT_SETTINGS, baseUrl, presentation },
    throttle: UNTHROTTLED,
    quota: UNLIMITED_QUOTA,
    passwords: createPasswordHasher(accounts, passwordRule),
    caller,
    origin,
    stores: storesFor(createServiceAuditContext('request', parts.now()), { signal }),
  })

/**
 * C16.4: runs the GraphQL of handlers as the service runs that of clients: with the permissions of the handler, the limits on
 * documents, and an entry in the audit log for each write. The schema is built with the first request.
 */
export const createHandlerRequests = (parts: HandlerRequestParts): RunHandlerRequest => {
  const { model, policy, report } = parts
  let handler: GraphqlHandler<null> | undefined
  const run = createCodeRequests(
    () => (handler ??= createGraphqlHandler({ schema: createSchema({ model, policy }), report })),
  )
  return async (request) => {
    const late = new AbortController()
    const signal = AbortSignal.any([request.signal, late.signal])
    const domain = { ...createHandlerContext(parts, request, signal), runGraphql: run }
    const answer = await run(domain, request, () => late.abort())
    request.signal.throwIfAborted()
    return answer
  }
}
