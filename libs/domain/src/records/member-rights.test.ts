import { and, not, or } from '@content-service/authz'
import { describe, expect, it } from 'vitest'
import { may } from '../access/access.ts'
import { deriveEvents } from '../events/derive-events.ts'
import { getFactsBefore } from '../events/event-data.ts'
import {
  choice,
  decimal,
  flag,
  group,
  integer,
  line,
  one,
  text,
  time,
} from '../model/fields/field-builders.ts'
import { ModelError } from '../model/checks/model-error.ts'
import { record } from '../model/types/record.ts'
import { defaultPolicyFile, readPolicy } from '../policy-file/policy-file.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'
import { aContext, memoryStores, MemoryTables } from '../testing/index.ts'
import { createShownRecord, listFacts } from '../visibility/shown-records.ts'

const about = 'A test.'
const Recipe = record({
  name: 'Recipe',
  plural: 'recipes',
  about,
  allowed: {
    read: {
      GUEST: (recipe) => or(recipe.nutrition.calories.lt(500), recipe.nutrition.deep.isRaw.eq(true)),
      READER: (recipe) => and(recipe.nutrition.price.gt('9.99'), not(recipe.nutrition.mood.eq('HEAVY'))),
    },
    write: { EDITOR: 'all' },
  },
  fields: {
    title: line(80, { about }),
    nutrition: group(
      {
        calories: integer(0, 10_000, { about }),
        price: decimal(8, 2, { about, optional: true }),
        mood: choice(['LIGHT', 'HEAVY'], { about, initial: 'LIGHT' }),
        servedAt: time({ about, optional: true }),
        essay: text(90_000, { about, optional: true }),
        deep: group({ isRaw: flag({ about, initial: false }) }, { about, optional: true }),
      },
      { about, optional: true },
    ),
  },
})
const Menu = record({
  name: 'Menu',
  plural: 'menus',
  about,
  allowed: { read: { GUEST: (menu) => menu.dish.nutrition.calories.lt(500) }, write: { EDITOR: 'all' } },
  fields: { title: line(80, { about }), dish: one(Recipe, { about }) },
})
const model = contentModel([...builtInModel.types, Recipe, Menu])
const READ = 'recipes:read' as never
const guest = aContext({ model, stores: memoryStores(new MemoryTables(), model) })

/** The compiler would refuse the names that the model has to refuse. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- attributes of any names
type AnyMembers = any

const findProblems = (read: object): readonly string[] => {
  const allowed = { read: read as { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
  const Wrong = record({ name: 'Wrong', plural: 'wrongs', about, allowed, fields: Recipe.fields })
  try {
    contentModel([...builtInModel.types, Wrong])
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}

describe('C16.1 rights by members of groups', () => {
  it.each([
    ['a member that fits', { nutrition: { calories: 499, deep: null } }, true],
    ['a member that does not', { nutrition: { calories: 500, deep: null } }, false],
    ['a member of a group in a group', { nutrition: { calories: 500, deep: { isRaw: true } } }, true],
    ['no group', { nutrition: null }, false],
    ['a row with the members alone', { 'nutrition.calories': 1, 'nutrition.deep.isRaw': null }, true],
    ['a record that nobody has read', {}, false],
  ])('decides about %s', (_, values, expected) => {
    expect(may(guest, READ, values)).toBe(expected)
  })

  it('needs the members that rules compare, and no others', () => {
    expect(listFacts(guest, READ)).toEqual([
      'nutrition.calories',
      'nutrition.price',
      'nutrition.mood',
      'nutrition.deep.isRaw',
    ])
    expect(listFacts(guest, 'menus:read' as never)).toEqual(['dishId', 'dish.id', 'dish.nutrition.calories'])
  })

  it('follows a link to a record with a group', () => {
    const read = (dish: object) => may(guest, 'menus:read' as never, { dishId: 'x', ...dish })
    expect(read({ 'dish.id': 'x', 'dish.nutrition.calories': 1 })).toBe(true)
    expect(read({ 'dish.id': 'x', 'dish.nutrition.calories': 500 })).toBe(false)
    expect(read({ 'dish.id': null })).toBe(false)
  })

  it('keeps the facts of a kept response, and of a deletion whose event leaves the group out', () => {
    const shown = createShownRecord(guest, READ, {
      id: 'x',
      nutrition: { calories: 7, mood: 'LIGHT' },
    } as never)
    expect(shown.facts).toMatchObject({ 'nutrition.calories': 7, 'nutrition.mood': 'LIGHT' })
    const at = new Date()
    const nutrition = { calories: 7, price: null, mood: 'LIGHT', essay: 'x'.repeat(80_000), deep: null }
    const before = { id: 'x', title: 'Soup', nutrition, version: 1, createdAt: at, updatedAt: null }
    const events = deriveEvents(model, 'recipes', { before, after: null } as never)
    const data = events[0]?.data ?? {}
    expect(data['nutrition']).toBeUndefined()
    expect(may(guest, READ, getFactsBefore(data))).toBe(true)
  })

  it('stands in a policy file under the names of filters', () => {
    const file = defaultPolicyFile(model)
    expect(JSON.stringify(file)).toContain('"attribute":"nutrition.price"')
    const { policy } = readPolicy(model, JSON.stringify(file))
    const context = { ...guest, policy }
    expect(may(context, READ, { nutrition: { calories: 499, deep: null } })).toBe(true)
    expect(may(context, READ, { nutrition: { calories: 500, deep: null } })).toBe(false)
  })

  it('refuses members that are none, and values that cannot occur', () => {
    const read = (write: (wrong: AnyMembers) => unknown) => findProblems({ GUEST: write })
    expect(read((wrong) => wrong.nutrition.calorie.lt(5))[0]).toContain('nutrition.calories')
    expect(read((wrong) => wrong.nutrition.calories.eq('5'))[0]).toContain('must be an integer')
    expect(read((wrong) => wrong.nutrition.mood.eq('SAD'))[0]).toContain('LIGHT, HEAVY')
    // A time inside a part is a text.
    expect(read((wrong) => wrong.nutrition.servedAt.lt(new Date()))[0]).toContain('nutrition.servedAt')
    expect(read((wrong) => wrong.nutrition.eq('x'))).not.toEqual([])
  })
})
