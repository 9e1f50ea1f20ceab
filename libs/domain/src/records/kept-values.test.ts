import { beforeEach, describe, expect, it } from 'vitest'
import type { UserRole } from '../access/role-names.ts'
import { unconditional } from '../context/precondition.ts'
import type { Context } from '../context/context.ts'
import { group, integer, line } from '../model/fields/field-builders.ts'
import type { ChangeOf } from '../model/types/record-values.ts'
import { record } from '../model/types/record.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'
import { aWorld, type World } from '../testing/world.ts'
import { createRecord, updateRecord } from './record-operations.ts'

const about = 'A test.'

/** Readers change dishes, and editors see their costs. */
const Dish = record({
  name: 'Dish',
  plural: 'dishes',
  about,
  allowed: { read: { GUEST: 'all' }, write: { READER: 'all' }, calculate: { EDITOR: 'all' } },
  fields: {
    name: line(80, { about }),
    place: line(80, { about, optional: true }),
    note: line(80, { about, optional: true, seenWith: 'calculate' }),
    purchase: group(
      { supplier: line(80, { about }), cost: integer(0, 99, { about, optional: true }) },
      { about, optional: true, seenWith: 'calculate' },
    ),
  },
})
const model = contentModel([...builtInModel.types, Dish])
const stored = { note: 'Ask Max.', purchase: { supplier: 'Mill', cost: 2 } }

describe('C13.3 a change by somebody who sees null in the place of a value', () => {
  let world: World
  let id: never
  const as = (role: UserRole): Context => ({
    ...world.as(world.people[role]),
    model,
    policy: model.policy,
  })
  const update = (role: UserRole, change: ChangeOf<typeof Dish>) =>
    updateRecord(as(role), Dish, { id, change, precondition: unconditional })

  beforeEach(async () => {
    world = await aWorld(model)
    const dish = await createRecord(as('EDITOR'), Dish, { name: 'Bread', place: 'Oven', ...stored })
    id = dish.id as unknown as never
  })

  it('keeps the value, although the change sends null back', async () => {
    const back = { name: 'Rye bread', place: 'Oven', note: null, purchase: null }
    expect(await update('READER', back)).toMatchObject({ name: 'Rye bread', ...stored, version: 2 })
    expect(await update('READER', { note: null, purchase: null })).toMatchObject({ ...stored, version: 2 })
  })

  it('clears a value that its writer sees', async () => {
    expect(await update('READER', { place: null })).toMatchObject({ place: null, ...stored })
    expect(await update('EDITOR', { note: null, purchase: null })).toMatchObject({
      note: null,
      purchase: null,
    })
  })

  it('sets a value that its writer does not see', async () => {
    expect(await update('READER', { note: 'Ask Eve.' })).toMatchObject({ note: 'Ask Eve.' })
  })
})
