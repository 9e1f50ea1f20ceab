import { badValue, type ContentError } from './errors.ts'
import { MAX_LIMIT } from './page.ts'
import type { Order, Row } from './reading.ts'

/**
 * Port: makes text that only this service can have made. Each purpose has its own key: text that was made for one
 * purpose is invalid for another.
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

/** The row that a cursor stands for: the values that the list is ordered by. */
export interface Position {
  readonly list: string
  readonly row: Row
}

const describeOrder = (orderBy: readonly Order[]): string =>
  orderBy.map(({ by, direction }) => `${by} ${direction}`).join(',')

const encodeValue = (value: unknown): unknown => (value instanceof Date ? { at: value.getTime() } : value)

const decodeValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'at' in value ? new Date(value.at as number) : value

export const createCursor = (signer: Signer, { name, orderBy }: ListIdentity, row: Row): string =>
  signer.sign(JSON.stringify([name, describeOrder(orderBy), orderBy.map(({ by }) => encodeValue(row[by]))]))

/** Room for the longest query of a search, which its cursors contain. */
const MAX_CURSOR_LENGTH = 16_384

const foreignCursor = (): ContentError =>
  badValue(
    ['after'],
    'is not a cursor of this list; send the endCursor of a page of the same list with the same sort order',
  )

/** Where a cursor of lists in this order stands. @throws BAD_USER_INPUT for one that was not made here. */
export const parseCursor = (signer: Signer, orderBy: readonly Order[], cursor: string): Position => {
  const opened = cursor.length > MAX_CURSOR_LENGTH ? null : signer.verify(cursor)
  if (opened === null) throw foreignCursor()
  // The signed text is the JSON that `createCursor` wrote.
  const [list, order, values] = JSON.parse(opened) as [string, string, unknown[]]
  if (order !== describeOrder(orderBy)) throw foreignCursor()
  return { list, row: Object.fromEntries(orderBy.map(({ by }, place) => [by, decodeValue(values[place])])) }
}

/** @throws BAD_USER_INPUT for a cursor that was borrowed from another list (C5.4). */
export const checkList = ({ list }: Position, name: string): void => {
  if (list !== name) throw foreignCursor()
}

/** C5.6: one row more than asked for tells whether there are more. @throws BAD_USER_INPUT. */
export const createPageWindow = (first: number): { readonly limit: number; readonly offset: 0 } => {
  if (!Number.isInteger(first) || first < 1 || first > MAX_LIMIT)
    throw badValue(['first'], `must be an integer from 1 to ${MAX_LIMIT}`)
  return { limit: first + 1, offset: 0 }
}
