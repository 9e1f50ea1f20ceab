import { GraphQLError } from 'graphql'
import { parseRequestParams, type ParseRequestParams, type Request } from 'graphql-http'
import type { DocumentRegistry } from './trusted-documents.ts'

interface Given {
  readonly query?: unknown
  readonly extensions?: { readonly persistedQuery?: { readonly sha256Hash?: unknown } | null } | null
}

const textOrNone = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What graphql-http makes of a text that is no JSON, or of an answer that was not asked for, is right already. */
const parsed = (text: unknown): unknown => {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const bodyOf = async ({ body }: Request<unknown, unknown>): Promise<unknown> =>
  parsed(typeof body === 'function' ? await body() : body)

const inAddress = (
  request: Request<unknown, unknown>,
  search: URLSearchParams,
  query: string | undefined,
) => {
  if (query !== undefined) search.set('query', query)
  return { ...request, url: `/?${search}` }
}

/** The request with the text of its document, which may have come as its hash alone. */
const withDocument = async <Raw, Context>(
  request: Request<Raw, Context>,
  registry: DocumentRegistry,
): Promise<Request<Raw, Context>> => {
  const resolve = ({ query, extensions }: Given): string | undefined =>
    registry.resolve(textOrNone(query), textOrNone(extensions?.persistedQuery?.sha256Hash))
  if (request.method === 'GET') {
    const search = new URLSearchParams(request.url.split('?')[1])
    const extensions = parsed(search.get('extensions') ?? '')
    const given = {
      query: search.get('query') ?? undefined,
      extensions: isObject(extensions) ? extensions : null,
    }
    return inAddress(request, search, resolve(given as Given)) as Request<Raw, Context>
  }
  const body = await bodyOf(request)
  if (!isObject(body)) return { ...request, body: body as string }
  const query = resolve(body)
  return { ...request, body: { ...body, ...(query !== undefined && { query }) } }
}

/** C5.9: graphql-http's own reading of a request, once its document is known. */
export const parametersWith =
  <Raw, Context>(
    registry: DocumentRegistry,
    refuse: (
      request: Request<Raw, Context>,
      errors: readonly GraphQLError[],
    ) => Awaited<ReturnType<ParseRequestParams<Raw, Context>>>,
  ): ParseRequestParams<Raw, Context> =>
  async (request) => {
    try {
      return await parseRequestParams(await withDocument(request, registry))
    } catch (error) {
      if (error instanceof GraphQLError) return refuse(request, [error])
      throw error
    }
  }
