import type { ClientError } from '@content-service/client'
import { isClientError } from '@content-service/client'
import {
  request,
  rest,
  take,
  type Body,
  type BulkResult,
  type Revision,
  type SearchHit,
  type ValueCount,
} from './client.ts'
import { requireAnswer } from './connection.ts'
import type { ContentType } from './model.ts'
import { readNextPage } from './next-page.ts'

const PAGE_SIZE = 50
const WITH_ACTIONS = { actions: 'true' } as const

/** The parameters of a list, as the address of the page has them (C13.5). */
export type ListQuery = Readonly<Record<string, string>>

export interface ListPage {
  readonly rows: readonly Body[]
  /** The number of all records, counted to 10,000. */
  readonly total: number
  readonly totalIsExact: boolean
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null
}

/** C20.3: the words of a list look into all searched texts; without these, they look for a part of the title. */
const writeWords = ({ titleField, searched }: ContentType, words: string, where?: string): ListQuery => {
  if (words.trim() === '') return {}
  if (searched) return { query: words }
  if (titleField === null) return {}
  const part = { [titleField]: { contains: words } }
  return { where: JSON.stringify(where === undefined ? part : { and: [part, JSON.parse(where) as object] }) }
}

interface PageOptions {
  /** The cursor of the page; by default the first one. */
  readonly after?: string
  readonly limit?: number
}

/** A page of a list by cursor. @throws ClientError. */
export const readList = async (
  type: ContentType,
  { query: words = '', ...query }: ListQuery,
  { after = '', limit = PAGE_SIZE }: PageOptions = {},
): Promise<ListPage> => {
  const result = await rest.get('/api/{path}', {
    params: { path: type.path },
    query: { ...query, ...writeWords(type, words, query['where']), ...WITH_ACTIONS, after, limit },
  })
  if (!result.ok) throw result.error
  return {
    rows: result.data,
    total: Number(result.headers.get('x-total-count')),
    totalIsExact: !result.headers.has('x-total-count-precision'),
    next: readNextPage(result.headers)?.['after'] ?? null,
  }
}

/** How many records of a list have each value of a field. */
export const countValues = ({ path }: ContentType, by: string): Promise<readonly ValueCount[]> =>
  take(rest.get('/api/{path}/counts', { params: { path }, query: { by } }))

/** Whether the records of the type are created at the address of the list. Comments are created below their article. */
export const hasOwnAddress = async (path: string): Promise<boolean> => {
  const response = requireAnswer(await request(`/api/${path}`, { method: 'OPTIONS' }))
  await response.arrayBuffer()
  return (response.headers.get('allow') ?? '').includes('POST')
}

/** Whether the caller may create a record of the type that belongs to another record. */
export const mayCreatePart = async (path: string): Promise<boolean> =>
  (await take(rest.get('/api/{path}/actions', { params: { path } }))).includes('create')

/** Whether the caller may create a record of the type at the address of the list. */
export const mayCreate = async ({ path, single }: ContentType): Promise<boolean> =>
  !single && (await mayCreatePart(path)) && hasOwnAddress(path)

/** A record with what the caller may do to it, and the tag that a change names. */
export interface Loaded {
  readonly body: Body
  readonly etag: string | undefined
}

const load = async (result: ReturnType<typeof rest.patch>): Promise<Loaded> => {
  const settled = await result
  if (!settled.ok) throw settled.error
  return { body: settled.data, etag: settled.etag }
}

/** @throws ClientError. */
export const readRecord = ({ path, single }: ContentType, id: string): Promise<Loaded> =>
  load(
    single
      ? rest.get('/api/{single}', { params: { single: path }, query: WITH_ACTIONS })
      : rest.get('/api/{path}/{id}', { params: { path, id }, query: WITH_ACTIONS }),
  )

export const createRecord = ({ path }: ContentType, body: unknown): Promise<Body> =>
  take(rest.post('/api/{path}', { params: { path }, body }))

/** A list of records that belong to a record. */
interface PartList {
  readonly type: ContentType
  readonly id: string
  /** The last word of the address. */
  readonly list: string
}

export const createPart = ({ type: { path }, id, list }: PartList, body: unknown): Promise<Body> =>
  take(rest.post('/api/{path}/{id}/{operation}', { params: { path, id, operation: list }, body }))

/** A change, and the tag of the record that it changes. */
interface Change {
  readonly body: unknown
  readonly etag: string | undefined
}

/** @throws ClientError with PRECONDITION_FAILED if somebody has changed the record since. */
export const changeRecord = (
  { path, single }: ContentType,
  id: string,
  { body, etag }: Change,
): Promise<Loaded> => {
  const options = { body, ...(etag !== undefined && { ifMatch: etag }) }
  return load(
    single
      ? rest.patch('/api/{single}', { params: { single: path }, ...options })
      : rest.patch('/api/{path}/{id}', { params: { path, id }, ...options }),
  )
}

export const deleteRecord = async ({ path }: ContentType, id: string): Promise<void> =>
  void (await take(rest.delete('/api/{path}/{id}', { params: { path, id } })))

/** Erases a record of the trash. */
export const purgeRecord = async ({ path }: ContentType, id: string): Promise<void> =>
  void (await take(rest.delete('/api/{path}/{id}/trash', { params: { path, id } })))

export const runOperation = (
  { path }: ContentType,
  id: string,
  { operation, body }: { readonly operation: string; readonly body: unknown },
): Promise<Body> => take(rest.post('/api/{path}/{id}/{operation}', { params: { path, id, operation }, body }))

/** The records with these ids, in no order. */
export const readByIds = (type: ContentType, ids: readonly string[]): Promise<readonly Body[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : take(
        rest.get('/api/{path}', {
          params: { path: type.path },
          query: { where: JSON.stringify({ id: { in: ids } }), limit: 100 },
        }),
      )

const MOST_SUGGESTIONS = 10

/** The records whose title contains the words. */
export const suggestRecords = (type: ContentType, words: string): Promise<readonly Body[]> =>
  take(
    rest.get('/api/{path}', {
      params: { path: type.path },
      query: { ...writeWords(type, words), limit: MOST_SUGGESTIONS },
    }),
  )

export const hasCode = (error: unknown, code: ClientError['code']): boolean =>
  isClientError(error) && error.code === code

/** A bulk action takes so many records at once. */
export const MOST_AT_ONCE = 100

/** Acts on several records, each for itself. */
export const actOnMany = (
  { path }: ContentType,
  ids: readonly (string | number)[],
  action: string,
): Promise<readonly BulkResult[]> =>
  take(rest.post('/api/{path}/actions', { params: { path }, body: { ids, action } }))

/** The records of all types that a search finds. */
export const searchAll = (query: string): Promise<readonly SearchHit[]> =>
  take(rest.get('/api/search', { query: { query, limit: MOST_SUGGESTIONS } }))

const MOST_REVISIONS = 20

/** The last revisions of a record, newest first. */
export const readRevisions = ({ path, single }: ContentType, id: string): Promise<readonly Revision[]> => {
  const query = { limit: MOST_REVISIONS }
  return take(
    single
      ? rest.get('/api/{single}/revisions', { params: { single: path }, query })
      : rest.get('/api/{path}/{id}/revisions', { params: { path, id }, query }),
  )
}

export const readRevision = (
  { path, single }: ContentType,
  id: string,
  revision: string,
): Promise<Revision> =>
  take(
    single
      ? rest.get('/api/{single}/revisions/{revision}', { params: { single: path, revision } })
      : rest.get('/api/{path}/{id}/revisions/{revision}', { params: { path, id, revision } }),
  )

export const restoreRevision = ({ path, single }: ContentType, id: string, revision: string): Promise<Body> =>
  take(
    single
      ? rest.post('/api/{single}/revisions/{revision}/restoration', { params: { single: path, revision } })
      : rest.post('/api/{path}/{id}/revisions/{revision}/restoration', { params: { path, id, revision } }),
  )

/** Publishes the record at a time (RFC 3339). */
export const scheduleRecord = ({ path }: ContentType, id: string, publishAt: string): Promise<Body> =>
  take(rest.put('/api/{path}/{id}/schedule', { params: { path, id }, body: { publishAt } }))

export const unscheduleRecord = async ({ path }: ContentType, id: string): Promise<void> =>
  void (await take(rest.delete('/api/{path}/{id}/schedule', { params: { path, id } })))
