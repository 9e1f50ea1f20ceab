import type { RestRequest } from '../protocol/http.ts'

/** A request with a JSON body, as the server hands requests to the interface. */
export const createRequest = (
  method: string,
  address: string,
  { body, headers = {} }: Pick<RestRequest, 'body'> & Partial<Pick<RestRequest, 'headers'>>,
) => {
  const { pathname, search, searchParams } = new URL(address, 'http://localhost')
  return {
    method,
    path: pathname,
    query: searchParams,
    sentQuery: search.slice(1),
    headers: { 'content-type': 'application/json', ...headers },
    body,
    id: 'request-1',
  }
}
