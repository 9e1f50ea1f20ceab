import { RateLimited } from '@content-service/domain/internal/rules'
import type { AuditContext } from '@content-service/domain/internal/audit'
import type { BuiltInOperation } from '@content-service/domain/internal/service'
import { manageAccess } from './access-endpoint.ts'
import { authorize } from './authorization-endpoint.ts'
import { findProvenClient } from './client-authentication.ts'
import {
  createErrorResponse,
  createJsonResponse,
  type OAuthRequest,
  type OAuthResponse,
} from '../web/http.ts'
import { createKeySet, createMetadata, PATHS } from './metadata.ts'
import { noteRefusal } from './audit.ts'
import { toOAuthError, invalidRequest, type OAuthError, type OAuthErrorCode } from '../web/oauth-error.ts'
import type { OAuthServer, OAuthServices } from './oauth-server.ts'
import type { OAuthStores } from './oauth-store.ts'
import { renderErrorPage } from './pages/error-page.ts'
import { introspectToken, revokeToken } from './revoke-and-introspect.ts'
import { issueToken } from './token-endpoint.ts'

interface Endpoint {
  readonly methods: readonly string[]
  /** The action of the endpoint in the audit log. */
  readonly action: BuiltInOperation
  readonly answer: (request: OAuthRequest, server: OAuthServer) => OAuthResponse | Promise<OAuthResponse>
  /** Shows a refusal to a person. By default, programs get JSON. */
  readonly refuse?: (error: OAuthError) => OAuthResponse
}

const READ = ['GET', 'HEAD'] as const

/** Pages for people. */
const PAGE = { methods: [...READ, 'POST'], refuse: renderErrorPage } as const

/** Public documents. */
const DOCUMENT = { methods: READ, action: 'authenticate' } as const

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  [PATHS.token]: { methods: ['POST'], action: 'issueToken', answer: issueToken },
  [PATHS.revoke]: { methods: ['POST'], action: 'revokeToken', answer: revokeToken },
  [PATHS.introspect]: { methods: ['POST'], action: 'introspectToken', answer: introspectToken },
  [PATHS.authorize]: { ...PAGE, action: 'authorizeClient', answer: authorize },
  [PATHS.access]: { ...PAGE, action: 'withdrawConsent', answer: manageAccess },
  [PATHS.keys]: { ...DOCUMENT, answer: (_, server) => createKeySet(server) },
  [PATHS.metadata]: { ...DOCUMENT, answer: (_, server) => createMetadata(server) },
}

/** RFC 8414 §3.1: the path of the issuer follows the well-known part of the address. */
const findEndpoint = (path: string, issuer: string): Endpoint | undefined => {
  const { pathname } = new URL(issuer)
  const known = path === `${PATHS.metadata}${pathname}` ? PATHS.metadata : path
  return Object.hasOwn(ENDPOINTS, known) ? ENDPOINTS[known] : undefined
}

const nothingHere = (): OAuthError =>
  invalidRequest(`Nothing exists at this URL. ${PATHS.metadata} lists the endpoints.`, { status: 404 })

const wrongMethod = (method: string, allow: string): OAuthError =>
  invalidRequest(`This endpoint does not support the method ${method}.`, { status: 405, headers: { allow } })

/** The entry of a request in the audit log. */
export const createAct = (
  { id, address }: Pick<OAuthRequest, 'id' | 'address'>,
  action: BuiltInOperation,
  at: Date,
): AuditContext => ({
  at,
  actorId: null,
  credential: 'client',
  address,
  requestId: id,
  action,
})

const findAction = (endpoint: Endpoint | undefined): BuiltInOperation => endpoint?.action ?? 'authenticate'

/** The refusals that the audit log contains (C7.10). Malformed requests have no entries. */
const REFUSALS: ReadonlySet<OAuthErrorCode> = new Set([
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'unauthorized_client',
  'access_denied',
  'temporarily_unavailable',
])

const refuseRequest = async (
  error: unknown,
  endpoint: Endpoint | undefined,
  server: OAuthServer,
): Promise<OAuthResponse> => {
  const refusal = toOAuthError(error, server.report)
  // Too many requests would flood the audit log, and an unavailable database cannot store the entry.
  const isAuditable = !(error instanceof RateLimited) && refusal.status !== 503
  if (isAuditable && REFUSALS.has(refusal.code)) await noteRefusal(server, findAction(endpoint))
  return (endpoint?.refuse ?? createErrorResponse)(refusal)
}

const answerRequest = async (
  request: OAuthRequest,
  endpoint: Endpoint | undefined,
  server: OAuthServer,
): Promise<OAuthResponse> => {
  if (endpoint === undefined) throw nothingHere()
  const allow = [...endpoint.methods, 'OPTIONS'].join(', ')
  if (request.method === 'OPTIONS') return createJsonResponse(200, {}, { allow })
  if (!endpoint.methods.includes(request.method)) throw wrongMethod(request.method, allow)
  return endpoint.answer(request, server)
}

/**
 * C9.1: counts a request for the authenticated client, or for the address if the client is null.
 * @throws RateLimited.
 */
export type AdmitClient = (client: string | null) => Promise<void>

/** A request counts for its client (C9.1), and then acts for it: it reads the client once. */
const readClientsOnce = (stores: OAuthStores): OAuthStores => {
  const known = new Map<string, ReturnType<OAuthStores['clients']['get']>>()
  const get: OAuthStores['clients']['get'] = (id) => {
    const client = known.get(id) ?? stores.clients.get(id)
    known.set(id, client)
    return client
  }
  return { ...stores, clients: { get, keep: (builtIn) => stores.clients.keep(builtIn) } }
}

const ANY_NUMBER: AdmitClient = () => Promise.resolve()

/** Answers every request under `/oauth`, and for the metadata. It never throws. */
export const createOAuthHandler =
  (services: OAuthServices) =>
  async (request: OAuthRequest, admit: AdmitClient = ANY_NUMBER): Promise<OAuthResponse> => {
    const endpoint = findEndpoint(request.path, services.issuer)
    const server = {
      ...services,
      stores: readClientsOnce(services.recording(createAct(request, findAction(endpoint), services.now()))),
      report: (error: unknown) => services.report(error, request.id),
    }
    try {
      await admit(await findProvenClient(request, server.stores))
      return await answerRequest(request, endpoint, server)
    } catch (error) {
      return refuseRequest(error, endpoint, server)
    }
  }

export type OAuthHandler = ReturnType<typeof createOAuthHandler>
