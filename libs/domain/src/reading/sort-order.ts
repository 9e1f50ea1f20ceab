import { badValue } from '../rules/errors.ts'
import type { SortDirection } from './page.ts'
import type { Order } from './reading.ts'

/** The fields of the service's types whose texts order a list. */
const TEXTS: ReadonlySet<string> = new Set(['title', 'username', 'name'])

/** The order that a client requests. */
export interface Sorting {
  readonly sortBy?: string | undefined
  readonly direction?: SortDirection | undefined
}

/**
 * C5.6: the order of a list by one of its fields, newest first by default. Records with equal values follow in the order
 * of their ids. @throws BAD_USER_INPUT for another field.
 */
export const createOrder = (
  fields: readonly string[],
  { sortBy = 'createdAt', direction = 'DESC' }: Sorting,
): readonly Order[] => {
  if (!fields.includes(sortBy))
    throw badValue(['sortBy'], `must be ${fields.length > 1 ? 'one of ' : ''}${fields.join(', ')}`)
  return [
    { by: sortBy, direction, ...(TEXTS.has(sortBy) && { isText: true }) },
    { by: 'id', direction },
  ]
}
