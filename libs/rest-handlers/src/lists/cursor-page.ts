import type { Context, ListOperation, Row } from '@content-service/domain'
import { connectRows } from '@content-service/domain/internal/operations'
import type { Connection, ConnectionPage } from '@content-service/domain/internal/reading'
import type { QueryParameters } from '../requests/query-parameter.ts'
import type { RestRequest } from '../protocol/http.ts'
import { RestError } from '../protocol/problem.ts'
import type { Shape } from '../schemas/shape.ts'
import { textSchema } from '../schemas/schema-terms.ts'

const LONGEST = 16_384

/** C13.5: the parameters of pages by cursor. */
export const cursorParameters = {
  after: {
    schema: textSchema(
      LONGEST,
      'The cursor after which the page begins, from the header `Link`; empty for the first page. Not beside `page`.',
    ),
  },
  before: {
    schema: textSchema(
      LONGEST,
      'The cursor before which the page ends, from the header `Link`; empty for the last page. Not beside `page`.',
    ),
  },
} as const satisfies QueryParameters

interface GivenPage {
  readonly page?: string | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
}

/** The page by cursor that a URL asks for; null for a page by number. @throws BAD_REQUEST. */
export const parseCursorPage = ({ page, after, before }: GivenPage, limit: number): ConnectionPage | null => {
  if (after === undefined && before === undefined) return null
  if (page !== undefined)
    throw new RestError('BAD_REQUEST', 'The parameters after and before replace page. Send one of them.')
  if (after !== undefined && before !== undefined)
    throw new RestError('BAD_REQUEST', 'The parameter before must not stand beside after. Send one of them.')
  return before === undefined
    ? { first: limit, after: after || null }
    : { first: limit, after: null, before: before || null, isBackward: true }
}

/** Reads a page by cursor of a list. */
export const readCursorPage = (
  context: Context,
  list: ListOperation<never>,
  { filters, page }: { readonly filters: never; readonly page: ConnectionPage },
  { select }: Shape,
): Promise<Connection> => connectRows(context, list, { filters, name: 'REST', page }, select)

export const listNodes = ({ edges }: Connection): readonly Row[] => edges.map(({ node }) => node)

/** RFC 8288: links to the pages beside a page by cursor, and to both ends of the list. */
export const createCursorLinks = (
  { path, query }: Pick<RestRequest, 'path' | 'query'>,
  { pageInfo }: Connection,
): string => {
  const link = (name: 'after' | 'before', cursor: string, relation: string): string => {
    const target = new URLSearchParams(query)
    for (const other of ['after', 'before']) target.delete(other)
    target.set(name, cursor)
    return `<${path}?${target}>; rel="${relation}"`
  }
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo
  return [
    link('after', '', 'first'),
    ...(hasPreviousPage && startCursor !== null ? [link('before', startCursor, 'prev')] : []),
    ...(hasNextPage && endCursor !== null ? [link('after', endCursor, 'next')] : []),
    link('before', '', 'last'),
  ].join(', ')
}
