import type { User } from '@content-service/domain'
import { ANYBODY } from '@content-service/domain/internal/access'
import {
  aContext,
  aRecord,
  aUser,
  Booking,
  bookingModel as model,
  callerOf,
  Hall,
  memoryStores,
  MemoryTables,
  NOON,
} from '@content-service/domain/testing'
import { graphql } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSchema, writeTypeDefs } from '../service/schema.ts'

const schema = createSchema({ model })
const stores = memoryStores(new MemoryTables(), model)
const startsAt = NOON.toISOString()
let editor: User
let [open, closed]: readonly string[] = []

const find = async (where: string, as?: User, variableValues: Record<string, unknown> = {}) => {
  const head = Object.keys(variableValues).length > 0 ? 'query ($where: BookingUnique!)' : ''
  const source = `${head} { bookingBy(where: ${where}) { title } }`
  const contextValue = aContext({ model, stores, caller: as ? callerOf(as) : ANYBODY })
  const { data, errors } = await graphql({ schema, source, contextValue, variableValues })
  if (errors) return errors[0]?.message
  const found = data?.['bookingBy'] as { readonly title: string } | null
  return found && found.title
}

describe('C14.4 recipeBy', () => {
  beforeAll(async () => {
    editor = await stores.users.add(aUser('eve', 'EDITOR'), null)
    const halls = [true, false].map((isOpen) =>
      stores.records(Hall).add(aRecord(stores, Hall, { name: 'Hall', isOpen })),
    )
    ;[open, closed] = (await Promise.all(halls)).map(({ id }) => id)
    for (const [title, hallId, slot, code] of [
      ['One', open, 1, 'ABC'],
      ['Two', closed, 1, null],
    ] as const)
      await stores
        .records(Booking)
        .add(aRecord(stores, Booking, { title, startsAt, hallId: hallId ?? null, slot, code }))
  })

  it('finds a record by a unique field, regardless of letter case', async () => {
    expect(await find('{ code: "abc" }')).toBe('One')
    expect(await find('{ code: "abcd" }')).toBeNull()
    expect(await find('$where', undefined, { where: { code: 'Abc' } })).toBe('One')
  })

  it('finds a record by fields that are unique together', async () => {
    expect(await find(`{ hallSlot: { hallId: "${open}", slot: 1 } }`)).toBe('One')
    expect(await find(`{ hallSlot: { hallId: "${open}", slot: 2 } }`)).toBeNull()
    expect(await find(`{ titleHall: { title: "ONE", hallId: "${open}" } }`)).toBe('One')
    expect(await find('{ hallSlot: { hallId: "no id", slot: 1 } }')).toBeNull()
  })

  it('a link that the caller does not see is null, so that the record is not found', async () => {
    const where = `{ hallSlot: { hallId: "${closed}", slot: 1 } }`
    expect(await find(where)).toBeNull()
    expect(await find(where, editor)).toBe('Two')
  })

  it.each([
    ['{}', /exactly one/],
    ['{ code: "ABC", titleHall: { title: "One", hallId: "x" } }', /exactly one/],
    ['{ code: null }', /non-null/],
    ['{ hallSlot: { slot: 1 } }', /hallId/],
    ['{ slot: 1 }', /slot/],
  ])('refuses %s', async (where, message) => {
    expect(await find(where)).toMatch(message)
  })

  it('only types with something unique have it', () => {
    const sdl = writeTypeDefs(model)
    expect(sdl).toMatch(
      /input BookingUnique @oneOf \{[^}]*code: String\n[^}]*hallSlot: BookingHallSlotUnique/,
    )
    expect(sdl).not.toMatch(/input HallUnique|hallBy/)
    expect(sdl).toContain('categoryBy(where: CategoryUnique!): Category')
  })
})
