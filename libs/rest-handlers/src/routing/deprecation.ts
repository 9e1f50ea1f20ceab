import type { Endpoint } from '../endpoints/endpoint.ts'
import type { Deprecation } from '../requests/query-parameter.ts'
import type { RestRequest, RestResponse } from '../protocol/http.ts'

const toSeconds = (time: string): number => Math.floor(Date.parse(time) / 1_000)

const findLastDay = ({ sunset = '9999-12-31' }: Deprecation): number => toSeconds(sunset)

const createHeaders = ({ since, sunset }: Deprecation): Readonly<Record<string, string>> => ({
  deprecation: `@${toSeconds(since)}`,
  ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
})

/** The deprecation of a request: that of the operation, else that of the parameter with the earliest end. */
const findDeprecation = (
  request: RestRequest,
  { deprecated, query = {} }: Endpoint,
): Deprecation | undefined => {
  if (deprecated !== undefined) return deprecated
  const used = [...request.query.keys()].flatMap((name) =>
    Object.hasOwn(query, name) ? (query[name]?.deprecated ?? []) : [],
  )
  return used.sort((one, other) => findLastDay(one) - findLastDay(other))[0]
}

/** C6.11: Deprecation (RFC 9745) and Sunset (RFC 8594) on answers of deprecated operations. */
export const addDeprecation = (
  response: RestResponse,
  request: RestRequest,
  endpoint: Endpoint,
): RestResponse => {
  const deprecation = findDeprecation(request, endpoint)
  if (deprecation === undefined) return response
  return { ...response, headers: { ...response.headers, ...createHeaders(deprecation) } }
}
