import { type ContentError } from '@content-service/domain'
import { checkMemberCount } from '@content-service/domain/internal/rules'
import { GraphQLError } from 'graphql'
import { parseRequestParams, type ParseRequestParams, type Request } from 'graphql-http'
import type { DocumentRegistry } from './trusted-documents.ts'

interface Given {
  readonly query?: unknown
  readonly extensions?: { readonly persistedQuery?: unknown } | null
}

const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** C5.9: the hash of the document in a request. @throws GraphQLError BAD_REQUEST for a malformed hash. */
const readHash = ({ extensions }: Given): string | undefined => {
  const persisted = extensions?.persistedQuery ?? undefined
  if (persisted === undefined) return undefined
  const hash = isObject(persisted) && 'sha256Hash' in persisted ? persisted.sha256Hash : undefined
  if (typeof hash === 'string') return hash
  throw new GraphQLError(
    'extensions.persistedQuery must be an object whose sha256Hash is the SHA-256 of the document in hexadecimal.',
    { extensions: { code: 'BAD_REQUEST' } },
  )
}

const checkMembers = (text: string): void => {
  try {
    checkMemberCount(text)
  } catch (error) {
    // Without a code, it is the error of JSON that has no end.
    const { message, code = 'BAD_REQUEST' } = error as Partial<ContentError>
    throw new GraphQLError(message ?? '', { extensions: { code } })
  }
}

/** graphql-http already answers malformed JSON and unsupported media types correctly. */
const parseBody = (text: unknown): unknown => {
  if (typeof text !== 'string') return text
  checkMembers(text)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const readBody = async ({ body }: Request<unknown, unknown>): Promise<unknown> =>
  parseBody(typeof body === 'function' ? await body() : body)

const addQueryToAddress = (
  request: Request<unknown, unknown>,
  search: URLSearchParams,
  query: string | undefined,
) => {
  if (query !== undefined) search.set('query', query)
  // GraphQL over HTTP, GET: an empty name counts as absent.
  if (search.get('operationName') === '') search.delete('operationName')
  return { ...request, url: `/?${search}` }
}

/** The request with the text of its document, of which the client may have sent only the hash. */
const addDocument = async <Raw, Context>(
  request: Request<Raw, Context>,
  registry: DocumentRegistry,
): Promise<Request<Raw, Context>> => {
  const resolve = (given: Given): string | undefined => registry.resolve(toText(given.query), readHash(given))
  if (request.method === 'GET') {
    const search = new URLSearchParams(request.url.split('?')[1])
    const extensions = parseBody(search.get('extensions') ?? '')
    const given = {
      query: search.get('query') ?? undefined,
      extensions: isObject(extensions) ? extensions : null,
    }
    return addQueryToAddress(request, search, resolve(given as Given)) as Request<Raw, Context>
  }
  const body = await readBody(request)
  if (!isObject(body)) return { ...request, body: body as string }
  const query = resolve(body)
  const { operationName, ...others } = body as { readonly operationName?: unknown }
  // An empty name counts as absent, as in a GET.
  const named = operationName === '' ? {} : { operationName }
  return {
    ...request,
    body: { ...others, ...('operationName' in body && named), ...(query !== undefined && { query }) },
  }
}

/** C5.9: the parameters of a request by graphql-http, with the text of its document. */
export const readParameters =
  <Raw, Context>(
    registry: DocumentRegistry,
    refuse: (
      request: Request<Raw, Context>,
      errors: readonly GraphQLError[],
    ) => Awaited<ReturnType<ParseRequestParams<Raw, Context>>>,
  ): ParseRequestParams<Raw, Context> =>
  async (request) => {
    try {
      return await parseRequestParams(await addDocument(request, registry))
    } catch (error) {
      if (error instanceof GraphQLError) return refuse(request, [error])
      throw error
    }
  }
