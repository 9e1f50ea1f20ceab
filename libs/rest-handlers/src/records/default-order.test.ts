import {
  addBookings,
  bookingModel as model,
  IN_ORDER,
  memoryStores,
  MemoryTables,
} from '@content-service/domain/testing'
import { describe, expect, it } from 'vitest'
import { aRestWorld, readBody } from '../testing/rest-world.ts'

type Titled = { readonly title: string }

const createWorld = async () => {
  const world = await aRestWorld({ model, stores: memoryStores(new MemoryTables(), model) })
  const ids = await addBookings(world.context.stores)
  const list = async (query: string) => {
    const rows = readBody(await world.send('GET', `/api/bookings?${query}`)) as readonly Titled[]
    return rows.map(({ title }) => title).filter((title) => title !== 'hub')
  }
  return { ...world, ids, list }
}

describe('C14.9 the default order of a type', () => {
  it('is the order of the list, and a request that names an order gets that', async () => {
    const { list, ids } = await createWorld()
    expect(await list('')).toEqual(IN_ORDER)
    expect(await list(`hallId=${ids.hall}`)).toEqual(IN_ORDER)
    expect(await list('direction=asc')).toEqual(['beta', 'Alpha', 'gamma', 'delta', 'Élan'])
    expect(await list('sortBy=createdAt')).toEqual(['Élan', 'delta', 'gamma', 'Alpha', 'beta'])
    expect(await list('sort=createdAt')).toEqual(['beta', 'Alpha', 'gamma', 'delta', 'Élan'])
  })

  it('is the order of pages by cursor', async () => {
    const { send } = await createWorld()
    const seen: string[] = []
    for (let address: string | undefined = '/api/bookings?after=&limit=2'; address !== undefined;) {
      const page = await send('GET', address)
      seen.push(...(readBody(page) as readonly Titled[]).map(({ title }) => title))
      address = page.headers['link']?.match(/<([^<>]*)>; rel="next"/)?.[1]?.replace(/^https:\/\/[^/]*/, '')
    }
    expect(seen).toEqual([...IN_ORDER, 'hub'])
  })

  it('is the order of ids and bodies of links', async () => {
    const { send, ids } = await createWorld()
    const { relatedIds, related } = readBody(
      await send('GET', `/api/bookings/${ids.hub}?include=related`),
    ) as { readonly relatedIds: readonly string[]; readonly related: readonly (Titled & { id: string })[] }
    expect(related.map(({ title }) => title)).toEqual(IN_ORDER)
    expect(relatedIds).toEqual(related.map(({ id }) => id))
  })
})
