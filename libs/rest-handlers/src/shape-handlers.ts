import {
  notFound,
  type Context,
  type CountedRows,
  type Row,
  type Selection,
  type Window,
} from '@content-service/domain'
import { answerRead } from './conditional.ts'
import { createContentTag } from './etag.ts'
import type { RestHandler } from './http.ts'
import {
  answerPage,
  COUNT_LIMIT,
  NO_PARAMETERS,
  parsePage,
  pageParameters,
  readParameters,
} from './paging.ts'
import type { Shape } from './shape.ts'

/** Reads a page of records, and counts the records no further than `atMost`. */
type ReadPage = (
  context: Context,
  page: { readonly window: Window; readonly id: string },
  select: Selection,
  atMost: number,
) => Promise<CountedRows>

/** The handler of a list that takes `page` and `limit`. */
export const listHandler =
  ({ select, present }: Shape, read: ReadPage): RestHandler =>
  async (request, context, { id = '' }) => {
    const given = parsePage(readParameters(request.query, pageParameters))
    const page = { window: given.window, id }
    const { rows, total } = await read(context, page, select, COUNT_LIMIT + 1)
    return answerPage(request, given, { shown: rows.map(present), total })
  }

type ReadRecord = (context: Context, id: string, select: Selection) => Promise<Row | null>

/** The handler of one record; its tag is of its content unless `tagOf` makes the tag. */
export const readHandler =
  (word: string, { select, present }: Shape, read: ReadRecord, tagOf?: (row: Row) => string): RestHandler =>
  async (request, context, { id = '' }) => {
    readParameters(request.query, NO_PARAMETERS)
    const row = await read(context, id, select)
    if (row === null) throw notFound(word)
    const shown = present(row)
    return answerRead(request, shown, { etag: tagOf ? tagOf(row) : createContentTag(shown) })
  }
