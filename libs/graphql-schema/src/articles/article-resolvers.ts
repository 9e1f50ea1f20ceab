import { articleList } from '@content-service/domain'
import { parseUserId } from '@content-service/domain/internal/rules'
import { removeNulls } from '../arguments/input-errors.ts'
import { createListField, type ParseFilters } from '../operations/list-resolver.ts'
import { isWritten, type PaginationInput } from '../arguments/paging.ts'
import type { QueryArticlesArgs } from '../contract/resolver-types.ts'

const SORT_FIELDS = {
  TITLE: 'title',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
  VIEWS: 'views',
  LIKES: 'likes',
} as const

/** C2.1: an id that no user can have is null, and finds no articles. */
const parseOwner = (id: string | null | undefined) =>
  typeof id === 'string' ? { ownerId: parseUserId(id) } : {}

/** C5.1: an argument that the client writes wins over `pagination`, and `pagination` over a default. */
const parseOrder = (
  { sortBy, direction, pagination }: QueryArticlesArgs & { readonly pagination?: PaginationInput | null },
  info: Parameters<ParseFilters>[1],
) => {
  const own = { sortBy: sortBy ? SORT_FIELDS[sortBy] : undefined, direction: direction ?? undefined }
  return {
    sortBy: isWritten('sortBy', info) ? own.sortBy : (pagination?.sortBy ?? own.sortBy),
    direction: isWritten('direction', info) ? own.direction : (pagination?.direction ?? own.direction),
  }
}

const parseFilters = (given: QueryArticlesArgs, info: Parameters<ParseFilters>[1]) => {
  const { pagination: _page, sortBy: _by, direction: _direction, ownerId, ...filters } = given
  return { ...removeNulls(filters), ...parseOwner(ownerId), ...parseOrder(given, info) }
}

const list = createListField(articleList, parseFilters)

export const articleQueries = { articles: list, articlesConnection: list }
