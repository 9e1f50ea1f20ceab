/** One field of a default order: `-startsAt` is the latest first. */
export interface NamedOrder {
  readonly field: string
  readonly direction: 'ASC' | 'DESC'
}

/** C14.9: reads a field of an order, in the words of the parameter `sort`. */
export const parseOrderText = (text: string): NamedOrder =>
  text.startsWith('-') ? { field: text.slice(1), direction: 'DESC' } : { field: text, direction: 'ASC' }

/** The order of a type's lists for people: `newest first`, or `ordered by -startsAt, title`. */
export const describeOrder = ({
  defaultOrder,
}: {
  readonly defaultOrder: readonly string[] | null
}): string => (defaultOrder === null ? 'newest first' : `ordered by ${defaultOrder.join(', ')}`)

/** Whether some fields are ascending and others descending, so that no index of one direction serves the order. */
export const isMixed = (order: readonly NamedOrder[]): boolean =>
  order.some(({ direction }) => direction !== order[0]?.direction)
