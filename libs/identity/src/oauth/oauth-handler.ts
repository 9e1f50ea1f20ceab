import { authorizationEndpoint } from './authorization-endpoint.ts'
import { errorAnswer, json, type OAuthRequest, type OAuthResponse } from './http.ts'
import { keySet, metadata, PATHS } from './metadata.ts'
import { noteRefusal } from './refusals.ts'
import { asOAuthError, invalidRequest, type OAuthError } from './oauth-error.ts'
import type { OAuthServer } from './oauth-server.ts'
import { errorPage } from './pages/error-page.ts'
import { introspectionEndpoint, revocationEndpoint } from './revoke-and-introspect.ts'
import { tokenEndpoint } from './token-endpoint.ts'

interface Endpoint {
  readonly methods: readonly string[]
  readonly answer: (request: OAuthRequest, server: OAuthServer) => OAuthResponse | Promise<OAuthResponse>
  /** How a refusal looks to whoever sent the request: a program, or a person. */
  readonly refuse: (error: OAuthError) => OAuthResponse
}

const READ = ['GET', 'HEAD'] as const

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  [PATHS.token]: { methods: ['POST'], answer: tokenEndpoint, refuse: errorAnswer },
  [PATHS.revoke]: { methods: ['POST'], answer: revocationEndpoint, refuse: errorAnswer },
  [PATHS.introspect]: { methods: ['POST'], answer: introspectionEndpoint, refuse: errorAnswer },
  [PATHS.authorize]: { methods: [...READ, 'POST'], answer: authorizationEndpoint, refuse: errorPage },
  [PATHS.keys]: { methods: READ, answer: (_, server) => keySet(server), refuse: errorAnswer },
  [PATHS.metadata]: { methods: READ, answer: (_, server) => metadata(server), refuse: errorAnswer },
}

/** RFC 8414 §3.1: an issuer with a path has it after the well-known part of the address. */
const endpointAt = (path: string, issuer: string): Endpoint | undefined => {
  const { pathname } = new URL(issuer)
  const known = path === `${PATHS.metadata}${pathname}` ? PATHS.metadata : path
  return Object.hasOwn(ENDPOINTS, known) ? ENDPOINTS[known] : undefined
}

const nothingHere = (): OAuthResponse =>
  errorAnswer(invalidRequest(`There is nothing at this address; see ${PATHS.metadata}.`, { status: 404 }))

const wrongMethod = (method: string, allow: string): OAuthError =>
  invalidRequest(`${method} is not for this endpoint.`, { status: 405, headers: { allow } })

/** Answers any request under `/oauth`, and for the metadata. Never throws. */
export const createOAuthHandler =
  (server: OAuthServer) =>
  async (request: OAuthRequest): Promise<OAuthResponse> => {
    const endpoint = endpointAt(request.path, server.issuer)
    if (endpoint === undefined) return nothingHere()
    const allow = [...endpoint.methods, 'OPTIONS'].join(', ')
    if (request.method === 'OPTIONS') return json(200, {}, { allow })
    try {
      if (!endpoint.methods.includes(request.method)) throw wrongMethod(request.method, allow)
      return await endpoint.answer(request, server)
    } catch (thrown) {
      const error = asOAuthError(thrown, server.report)
      await noteRefusal(error, request, server)
      return endpoint.refuse(error)
    }
  }

export type OAuthHandler = ReturnType<typeof createOAuthHandler>
