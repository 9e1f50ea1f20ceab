import type { Subject } from '@content-service/authz'
import { readBody } from './body.ts'
import { type DecisionPoint, createDecisionPoint } from './decision-point.ts'
import { BadRequest } from './entities.ts'
import { evaluate, evaluateAll } from './evaluation.ts'
import type { AuthzenOptions, Properties } from './options.ts'
import { searchActions, searchResources, searchSubjects } from './search.ts'

export type {
  AuthzenOptions,
  Entity,
  ListedSubject,
  Page,
  Properties,
  ResourceType,
  SubjectType,
} from './options.ts'

type Report = (error: unknown) => void
type Answer = (point: DecisionPoint, body: Properties, report: Report) => Promise<object>

const ENDPOINTS: Readonly<Record<string, Answer>> = {
  evaluation: evaluate,
  evaluations: evaluateAll,
  'search/subject': searchSubjects,
  'search/resource': searchResources,
  'search/action': searchActions,
}

const WELL_KNOWN = '/.well-known/authzen-configuration'

/** Section 9.1: the addresses of the functions that this decision point has. */
function describePoint(
  base: string,
  { subjects, resources }: AuthzenOptions<never, object>,
): Readonly<Record<string, string>> {
  const at = `${base}/access/v1`
  const canFind = Object.values(resources).some(({ find }) => find)
  const canList = Object.values(subjects).some(({ list }) => list)
  return {
    policy_decision_point: base,
    access_evaluation_endpoint: `${at}/evaluation`,
    access_evaluations_endpoint: `${at}/evaluations`,
    ...(canList && { search_subject_endpoint: `${at}/search/subject` }),
    ...(canFind && { search_resource_endpoint: `${at}/search/resource` }),
    search_action_endpoint: `${at}/search/action`,
  }
}

/** A client compares its request with the response by this header (section 10.1.3). */
function respond(request: Request, status: number, body: string, headers: object = {}): Response {
  const id = request.headers.get('x-request-id')
  return new Response(request.method === 'HEAD' ? null : body, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...(id !== null && { 'x-request-id': id }),
      ...headers,
    },
  })
}

const JSON_TYPE = { 'content-type': 'application/json' }

/**
 * A decision point for the Authorization API 1.0 of AuthZEN, as a function from a Fetch request to a response. It serves
 * `/access/v1/evaluation`, `/evaluations`, `/search/subject`, `/search/resource`, `/search/action` and the discovery
 * document. It answers each client that reaches it: authenticate the client before you call it.
 * @throws {TypeError} if the address in the options is not a URL, or has a query or a fragment.
 */
export function createAuthzenHandler<S extends Subject, M extends object>(
  options: AuthzenOptions<S, M>,
): (request: Request) => Promise<Response> {
  const url = new URL(options.url)
  if (url.search || url.hash) throw new TypeError('The url of a decision point has no query and no fragment.')
  const path = url.pathname.replace(/\/$/, '')
  const [base, prefix] = [`${url.origin}${path}`, `${path}/access/v1/`]
  const configuration = JSON.stringify(describePoint(base, options as never))
  const point = createDecisionPoint(options)
  const report: Report = (error) => options.onError?.(error)

  const answer = async (request: Request, endpoint: Answer): Promise<Response> => {
    try {
      const found = await endpoint(point, await readBody(request), report)
      return respond(request, 200, JSON.stringify(found), JSON_TYPE)
    } catch (error) {
      if (error instanceof BadRequest) return respond(request, 400, error.message)
      report(error)
      return respond(request, 500, 'The decision failed.')
    }
  }
  const refuseMethod = (request: Request, allow: string) =>
    respond(request, 405, `This address has only the methods ${allow}.`, { allow })

  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === WELL_KNOWN + path)
      return /^(GET|HEAD)$/.test(request.method)
        ? respond(request, 200, configuration, JSON_TYPE)
        : refuseMethod(request, 'GET, HEAD')
    const name = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : ''
    const endpoint = Object.hasOwn(ENDPOINTS, name) ? ENDPOINTS[name] : undefined
    if (!endpoint) return respond(request, 404, `Nothing is at this address; see ${WELL_KNOWN}${path}.`)
    return request.method === 'POST' ? answer(request, endpoint) : refuseMethod(request, 'POST')
  }
}
