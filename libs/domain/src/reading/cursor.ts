import { badValue, type ContentError } from '../rules/errors.ts'
import { MAX_LIMIT } from './page.ts'
import type { Order, Row } from './reading.ts'

/**
 * Port: signs text, so that the service recognizes its own text. Each purpose has its own key: text that was signed for
 * one purpose is invalid for another purpose.
 */
export interface Signer {
  sign(text: string): string
  /** The signed text; null for any other text. */
  verify(cursor: string): string | null
}

/** C5.4: a list has a name and an order: the cursor of one list is invalid for another. */
export interface ListIdentity {
  readonly name: string
  readonly orderBy: readonly Order[]
}

/** The row of a cursor: the values by which the list is ordered. */
export interface Position {
  readonly argument: CursorArgument
  readonly list: string
  readonly row: Row
}

const describeOrder = (orderBy: readonly Order[]): string =>
  orderBy.map(({ by, direction, isText }) => `${by} ${isText ? 'folded ' : ''}${direction}`).join(',')

const encodeValue = (value: unknown): unknown => (value instanceof Date ? { at: value.getTime() } : value)

const decodeValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'at' in value ? new Date(value.at as number) : value

export const createCursor = (signer: Signer, { name, orderBy }: ListIdentity, row: Row): string =>
  signer.sign(JSON.stringify([name, describeOrder(orderBy), orderBy.map(({ by }) => encodeValue(row[by]))]))

/** A cursor contains the query of its search; this is enough for the longest query. */
const MAX_CURSOR_LENGTH = 16_384

/** The argument of a list with a cursor. */
export type CursorArgument = 'after' | 'before'

const foreignCursor = (argument: CursorArgument): ContentError =>
  badValue(
    [argument],
    'is not a cursor of this list; send the endCursor of a page of the same list with the same sort order',
  )

/**
 * Returns the row of a cursor of lists in this order. @throws BAD_USER_INPUT for a cursor that this service did not
 * make.
 */
export const parseCursor = (
  signer: Signer,
  orderBy: readonly Order[],
  cursor: string,
  argument: CursorArgument,
): Position => {
  const opened = cursor.length > MAX_CURSOR_LENGTH ? null : signer.verify(cursor)
  if (opened === null) throw foreignCursor(argument)
  // The signed text is the JSON that `createCursor` wrote.
  const [list, order, values] = JSON.parse(opened) as [string, string, unknown[]]
  if (order !== describeOrder(orderBy)) throw foreignCursor(argument)
  return {
    argument,
    list,
    row: Object.fromEntries(orderBy.map(({ by }, place) => [by, decodeValue(values[place])])),
  }
}

/** @throws BAD_USER_INPUT for the cursor of another list (C5.4). */
export const checkList = ({ argument, list }: Position, name: string): void => {
  if (list !== name) throw foreignCursor(argument)
}

/** C5.6: reads one row more than the page has, which shows whether more rows follow. @throws BAD_USER_INPUT. */
export const createPageWindow = (
  first: number,
  isBackward = false,
): { readonly limit: number; readonly offset: 0 } => {
  if (!Number.isInteger(first) || first < 1 || first > MAX_LIMIT)
    throw badValue([isBackward ? 'last' : 'first'], `must be an integer from 1 to ${MAX_LIMIT}`)
  return { limit: first + 1, offset: 0 }
}
