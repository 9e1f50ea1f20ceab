import type { RecordType } from '@content-service/domain'
import { listOrderFields } from '@content-service/domain/internal/lists'
import { nameConnectionField, nameOrderBy, nameWord } from '@content-service/domain/internal/model'
import type { Fleet } from '../service/fleet.ts'
import type { Body } from './bodies.ts'
import { listIds, MOST_LISTED } from './listed.ts'

const DIRECTIONS = ['ASC', 'DESC'] as const

interface GivenOrder {
  readonly field: string
  readonly direction: (typeof DIRECTIONS)[number]
}

const TIMES = ['createdAt', 'updatedAt', 'changedAt']

/** The orders of a list by each of its fields in both directions, and the newest first without an order. */
const listOrders = (
  fleet: Fleet,
  type: RecordType,
  { hasTimes }: OrderPlan,
): readonly (readonly GivenOrder[])[] => [
  [],
  ...Object.keys(listOrderFields(fleet.model, type))
    .filter((field) => hasTimes || !TIMES.includes(field))
    .flatMap((field) => DIRECTIONS.map((direction) => [{ field, direction }])),
]

interface Connection {
  readonly nodes: readonly Body[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

/** One page of a connection for each order, after its cursor. A list that has ended is left out. */
const readPages = async (
  fleet: Fleet,
  type: RecordType,
  orders: readonly (readonly GivenOrder[])[],
  { first, after }: { readonly first: number; readonly after: readonly (string | null | undefined)[] },
): Promise<readonly (Connection | undefined)[]> => {
  const left = orders.flatMap((_, place) => (after[place] === undefined ? [] : [place]))
  if (left.length === 0) return []
  const declared = left.map((place) => `$o${place}: [${nameOrderBy(type)}!], $c${place}: String`).join(', ')
  const field = nameConnectionField(type)
  const lists = left.map(
    (place) =>
      `a${place}: ${field}(first: ${first}, orderBy: $o${place}, after: $c${place}) { nodes { id } pageInfo { hasNextPage endCursor } }`,
  )
  const variables = Object.fromEntries(
    left.flatMap((place) => [
      [`o${place}`, orders[place]?.map((each) => ({ ...each, field: nameWord(each.field) }))],
      [`c${place}`, after[place]],
    ]),
  )
  const { body } = await fleet.ask({
    method: 'POST',
    path: '/graphql',
    body: { query: `query (${declared}) { ${lists.join(' ')} }`, variables },
  })
  const data = (body['data'] ?? {}) as Readonly<Record<string, Connection>>
  return orders.map((_, place) => data[`a${place}`])
}

/** The ids of the lists in each order, page by page. */
const pageThrough = async (
  fleet: Fleet,
  type: RecordType,
  orders: readonly (readonly GivenOrder[])[],
  first: number,
) => {
  const found: unknown[][] = orders.map(() => [])
  let after: readonly (string | null | undefined)[] = orders.map(() => null)
  while (after.some((cursor) => cursor !== undefined)) {
    const pages = await readPages(fleet, type, orders, { first, after })
    for (const [place, page] of pages.entries()) found[place]?.push(...listIds(page?.nodes ?? []))
    after = orders.map((_, place) => {
      const info = pages[place]?.pageInfo
      return info?.hasNextPage ? info.endCursor : undefined
    })
  }
  return found
}

/** The pages of a REST list by the links to their next pages. */
const followLinks = async (fleet: Fleet, type: RecordType, query: Readonly<Record<string, string>>) => {
  const found: unknown[] = []
  let answer = await fleet.ask({ method: 'GET', path: `/api/${type.names.path}`, query })
  found.push(...listIds(answer.body))
  while (answer.next !== null) {
    answer = await fleet.ask({ method: 'GET', path: answer.next })
    found.push(...listIds(answer.body))
  }
  return found
}

interface OrderPlan {
  /** The records of a page of GraphQL. */
  readonly first: number
  /** Whether the times of all types are among the orders. */
  readonly hasTimes: boolean
  /** Whether GraphQL asks for the order at this place among all of the type. */
  readonly isPaged: (place: number) => boolean
  /** Whether REST asks for the order at this place among those of GraphQL, too. */
  readonly isAsked: (place: number) => boolean
}

/** Asks for the list in the orders of the plan by pages over GraphQL, and in some of them over REST. */
export const driveOrders = async (fleet: Fleet, type: RecordType, plan: OrderPlan): Promise<void> => {
  const orders = listOrders(fleet, type, plan).filter((_, place) => plan.isPaged(place))
  const paged = await pageThrough(fleet, type, orders, plan.first)
  for (const [place, [order]] of orders.entries()) {
    if (!plan.isAsked(place)) continue
    const sort = order && { sort: `${order.direction === 'DESC' ? '-' : ''}${order.field}` }
    const rest = await followLinks(fleet, type, {
      ...sort,
      after: '',
      limit: String(MOST_LISTED),
      fields: 'id',
    })
    fleet.compare('the interfaces', { list: type.name, order: order ?? null }, rest, paged[place])
  }
}
