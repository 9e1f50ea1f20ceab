import { toResult } from '../errors/result.ts'
import { makeKey } from '../transport/make-key.ts'
import { readJson } from '../transport/read-json.ts'
import type { TextResponse, Send } from '../transport/send.ts'
import type { Method, Page, RequestOptions, Rest } from './rest-types.ts'
import { type Target, writeTarget } from './target.ts'

type Options = Target & RequestOptions & { readonly body?: unknown }

const METHODS: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete']

const writeHeaders = (method: string, options: Options): Record<string, string> => {
  const { body, headers, ifMatch, ifNoneMatch, idempotencyKey } = options
  const key = method === 'POST' ? (idempotencyKey ?? makeKey()) : idempotencyKey
  return {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    ...(key && { 'idempotency-key': key }),
    ...headers,
  }
}

/** A second write with a condition would fail, although the first one succeeded. */
const isRepeatable = (method: string, headers: Readonly<Record<string, string>>): boolean => {
  if (method === 'GET') return true
  if (method === 'POST') return 'idempotency-key' in headers
  return method !== 'PATCH' && !('if-match' in headers) && !('if-none-match' in headers)
}

const readMetadata = ({ response: { status, headers } }: TextResponse) => ({
  status,
  headers,
  etag: headers.get('etag') ?? undefined,
})

/** The path of the next page, from `Link` (RFC 8288). The client adds its own address: no link leads to another server. */
const readNext = (headers: Headers): string | undefined => {
  const links = (headers.get('link') ?? '').split(/, ?</)
  const [, target] = links.map((link) => /^<?([^>]*)>; rel="next"/.exec(link)).find(Boolean) ?? []
  if (target === undefined) return undefined
  const { pathname, search } = new URL(target, 'http://service')
  return pathname + search
}

const readPage = ({
  data,
  headers,
}: {
  readonly data: unknown
  readonly headers: Headers
}): Page<unknown> => ({
  items: data as readonly unknown[],
  totalCount: Number(headers.get('x-total-count')),
  totalIsExact: !headers.has('x-total-count-precision'),
})

/** One method for each HTTP method, with the types of `Paths`. */
export const createRest = <Paths>(send: Send): Rest<Paths> => {
  const call = async (verb: string, path: string, options: Options = {}) => {
    const method = verb.toUpperCase()
    const headers = writeHeaders(method, options)
    const { body, signal } = options
    const received = await send({
      method,
      path: writeTarget(path, options),
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
      repeatable: isRepeatable(method, headers),
    })
    return { ok: true as const, data: readJson(received), ...readMetadata(received) }
  }
  async function* pages(path: string, options: Options = {}) {
    let page = await call('get', path, options)
    for (;;) {
      yield readPage(page)
      const next = readNext(page.headers)
      if (next === undefined) return
      page = await call('get', next, { ...options, params: {}, query: {} })
    }
  }
  const methods = METHODS.map((method) => [
    method,
    (path: string, options?: Options) => toResult(call(method, path, options)),
  ])
  // The types of a path come from the OpenAPI document; the code is the same for all paths.
  return { ...Object.fromEntries(methods), pages } as unknown as Rest<Paths>
}
