import {
  aContext,
  addBookings,
  bookingModel as model,
  IN_ORDER,
  memoryStores,
  MemoryTables,
} from '@content-service/domain/testing'
import { graphql } from 'graphql'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSchema, writeTypeDefs } from '../service/schema.ts'

const schema = createSchema({ model })
const stores = memoryStores(new MemoryTables(), model)
let ids: Awaited<ReturnType<typeof addBookings>>

type Titled = { readonly title: string }

const run = async (source: string, variableValues: Record<string, unknown> = {}) => {
  const { data, errors } = await graphql({
    schema,
    source,
    variableValues,
    contextValue: aContext({ model, stores }),
  })
  expect(errors).toBeUndefined()
  return data as Readonly<Record<string, unknown>>
}

interface Page {
  readonly nodes: readonly Titled[]
  readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean }
}
/** The page at the end of the only path of a response. */
const findPage = (data: object): Page => {
  const [inner] = Object.values(data)
  return 'nodes' in data ? (data as Page) : findPage(inner)
}

const titles = (rows: readonly Titled[]) => rows.map(({ title }) => title).filter((title) => title !== 'hub')

describe('C14.9 the default order of a type', () => {
  beforeEach(async () => {
    ids ??= await addBookings(stores)
  })

  it('is the order of root lists, inverse lists, and links without an order of their own', async () => {
    const { bookings, hall, booking } = await run(
      `{ bookings { title } hall(id: "${ids.hall}") { bookings { title } } booking(id: "${ids.hub}") { related { title } } }`,
    )
    expect(titles(bookings as Titled[])).toEqual(IN_ORDER)
    expect(titles((hall as { bookings: Titled[] }).bookings)).toEqual(IN_ORDER)
    expect(titles((booking as { related: Titled[] }).related)).toEqual(IN_ORDER)
  })

  it.each([
    ['of the root', (after: string) => `bookingsConnection(first: 2${after})`],
    ['of a link', (after: string) => `booking(id: "${'HUB'}") { relatedConnection(first: 2${after})`],
    ['of an inverse list', (after: string) => `hall(id: "${'HALL'}") { bookingsConnection(first: 2${after})`],
  ])('is the order of the connection %s, on all pages', async (of, write) => {
    const seen: string[] = []
    for (let after = '', isLast = false; !isLast;) {
      const field = write(after).replace('HUB', ids.hub).replace('HALL', ids.hall)
      const page = `{ nodes { title } pageInfo { endCursor hasNextPage } }`
      const data = await run(`{ ${field} ${page} ${of === 'of the root' ? '' : '}'} }`)
      const { nodes, pageInfo } = findPage(data)
      const { endCursor, hasNextPage } = pageInfo
      seen.push(...titles(nodes))
      after = `, after: ${JSON.stringify(endCursor)}`
      isLast = !hasNextPage
    }
    expect(seen).toEqual(IN_ORDER)
  })

  it.each<[string, string, Record<string, unknown>?]>([
    ['', 'pagination: { limit: 10 }'],
    ['($p: PaginationInput)', 'pagination: $p', { p: { limit: 10 } }],
    ['($p: PaginationInput = { limit: 10 })', 'pagination: $p'],
    ['($d: SortDirection)', 'pagination: { sortBy: null, direction: $d }'],
  ])('the defaults of pagination leave it as it is: %s %s', async (head, argument, variables = {}) => {
    const { bookings } = await run(`query ${head} { bookings(${argument}) { title } }`, variables)
    expect(titles(bookings as Titled[])).toEqual(IN_ORDER)
  })

  it.each<[string, string, Record<string, unknown>?]>([
    ['', 'pagination: { direction: ASC }'],
    ['($p: PaginationInput)', 'pagination: $p', { p: { sortBy: 'createdAt', direction: 'ASC' } }],
    ['($p: PaginationInput = { direction: ASC })', 'pagination: $p'],
    ['', 'orderBy: [{ field: CREATED_AT }], pagination: { limit: 10 }'],
  ])('an order of the request wins: %s %s', async (head, argument, variables = {}) => {
    const { bookings } = await run(`query ${head} { bookings(${argument}) { title } }`, variables)
    expect(titles(bookings as Titled[])).toEqual(['beta', 'Alpha', 'gamma', 'delta', 'Élan'])
  })

  it('is in the documentation', () => {
    const sdl = writeTypeDefs(model)
    expect(sdl).toContain('The bookings, ordered by -startsAt, title by default.')
    expect(sdl).toContain('The halls, newest first by default.')
  })
})
