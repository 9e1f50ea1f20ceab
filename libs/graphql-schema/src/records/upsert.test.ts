import type { User } from '@content-service/domain'
import { ANYBODY } from '@content-service/domain/internal/access'
import {
  aContext,
  aUser,
  bookingModel as model,
  callerOf,
  memoryStores,
  MemoryTables,
  NOON,
} from '@content-service/domain/testing'
import { graphql } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSchema } from '../service/schema.ts'

const schema = createSchema({ model })
const stores = memoryStores(new MemoryTables(), model)
const startsAt = NOON.toISOString()
const source = `mutation ($ref: String!, $input: CreateBookingInput!) {
  upsertBooking(ref: $ref, input: $input) { id title slot version }
}`
let author: User

const upsert = async (ref: string, input: object, as: User | null = author) => {
  const contextValue = aContext({ model, stores, caller: as ? callerOf(as) : ANYBODY })
  const { data, errors } = await graphql({
    schema,
    source,
    contextValue,
    variableValues: { ref, input: { startsAt, ...input } },
  })
  return errors?.[0]?.originalError ?? data?.['upsertBooking']
}

describe('C14.4 upsertRecipe', () => {
  beforeAll(async () => {
    author = await stores.users.add(aUser('ada', 'AUTHOR'), null)
  })

  it('creates a record, and then changes it', async () => {
    const first = await upsert('a', { title: 'One', slot: 3 })
    expect(first).toMatchObject({ title: 'One', slot: 3, version: 1 })
    const { id } = first as { readonly id: string }
    expect(await upsert('a', { title: 'Two' })).toMatchObject({ id, title: 'Two', slot: 3, version: 2 })
    expect(await upsert('a', { title: 'Two', slot: null })).toMatchObject({ slot: null, version: 3 })
  })

  it('needs bookings:write on all records', async () => {
    const reader = await stores.users.add(aUser('rob'), null)
    expect(await upsert('a', { title: 'One' }, reader)).toMatchObject({
      message: 'You need the permission bookings:write on all records.',
      code: 'FORBIDDEN',
    })
    expect(await upsert('a', { title: 'One' }, null)).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it.each([
    ['', { title: 'One' }, ['ref']],
    ['a', { title: '' }, ['input', 'title']],
    ['new', { title: 'One', slot: 0 }, ['input', 'slot']],
  ])('C5.11 tells the path of a wrong value: %j, %j', async (ref, input, path) => {
    expect(await upsert(ref, input)).toMatchObject({ code: 'BAD_USER_INPUT', problems: [{ path }] })
  })
})
