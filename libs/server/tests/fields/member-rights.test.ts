import { and, not } from '@content-service/authz'
import { builtInModel, contentModel, field, record } from '@content-service/domain'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startModel, type ModelService } from '../support/model-service.ts'
import { JWT_SECRET } from '../support/service.ts'

const about = 'A test.'
const optional = true
const Recipe = record({
  name: 'Recipe',
  plural: 'recipes',
  about,
  allowed: {
    read: {
      GUEST: (recipe) =>
        and(
          recipe.nutrition.calories.lt(500),
          recipe.nutrition.price.lte('12.50'),
          recipe.nutrition.mood.eq('LIGHT'),
        ),
      READER: (recipe) => not(recipe.nutrition.deep.isRaw.eq(true)),
      EDITOR: 'all',
    },
    create: { READER: (recipe) => recipe.nutrition.calories.lt(100), EDITOR: 'all' },
    write: { EDITOR: (recipe) => recipe.nutrition.bestBefore.gte('2026-01-01'), ADMIN: 'all' },
  },
  fields: {
    title: field.line(80, { about }),
    nutrition: field.group(
      {
        calories: field.integer(0, 10_000, { about, optional }),
        price: field.decimal(8, 2, { about, optional }),
        mood: field.choice(['LIGHT', 'HEAVY'], { about, optional }),
        bestBefore: field.date({ about, optional }),
        deep: field.group({ isRaw: field.flag({ about, initial: false }) }, { about, optional }),
      },
      { about, optional },
    ),
  },
})
const Menu = record({
  name: 'Menu',
  plural: 'menus',
  about,
  allowed: {
    read: { GUEST: (menu) => menu.dish.nutrition.calories.gte(200), EDITOR: 'all' },
    write: { EDITOR: 'all' },
  },
  fields: { title: field.line(80, { about }), dish: field.one(Recipe, { about }) },
})

/** Which of these recipes a caller sees follows from the rights by hand. */
const RECIPES = {
  light: { nutrition: { calories: 300, price: '12.50', mood: 'LIGHT', bestBefore: '2026-05-01', deep: {} } },
  dear: { nutrition: { calories: 300, price: '12.51', mood: 'LIGHT' } },
  heavy: { nutrition: { calories: 300, price: '1.00', mood: 'HEAVY', deep: { isRaw: true } } },
  rich: { nutrition: { calories: 500, price: '1.00', mood: 'LIGHT', bestBefore: '2025-12-31' } },
  unknown: { nutrition: {} },
  none: { nutrition: null },
  small: { nutrition: { calories: 50, price: '2', mood: 'LIGHT' } },
}

describe('C16.1 rights by members of groups', { timeout: 60_000 }, () => {
  let service: ModelService
  const ids: Record<string, string> = {}
  const people: Record<'READER' | 'EDITOR', string> = { READER: '', EDITOR: '' }

  const addPerson = async (role: 'READER' | 'EDITOR'): Promise<void> => {
    const name = role.toLowerCase()
    const { body } = await service.send('POST', '/api/users', { name, email: `${name}@example.org` })
    const done = await service.ask(
      `mutation ($id: ID!) { updateUser(input: { id: $id, role: ${role} }) { id } }`,
      {
        id: body.id,
      },
    )
    expect(done.errors).toBeUndefined()
    people[role] = `Bearer ${jwt.sign({ sub: String(body.id) }, JWT_SECRET, { expiresIn: '15m' })}`
  }
  const listTitles = async (path: string, as: string | null): Promise<readonly string[]> =>
    (await service.send('GET', path, undefined, as)).body
      .map(({ title }: { title: string }) => title)
      .toSorted()

  beforeAll(async () => {
    service = await startModel('members', contentModel([...builtInModel.types, Recipe, Menu]))
    for (const [title, given] of Object.entries(RECIPES)) {
      const { status, body } = await service.send('POST', '/api/recipes', { title, ...given })
      expect([status, body]).toEqual([201, expect.anything()])
      ids[title] = body.id
      await service.send('POST', '/api/menus', { title, dishId: body.id })
    }
    await addPerson('READER')
    await addPerson('EDITOR')
  })
  afterAll(() => service.stop())

  it('decide which records a list, a read and a count have', async () => {
    expect(await listTitles('/api/recipes', null)).toEqual(['light', 'small'])
    // A recipe without the group has no flag that is true.
    const others = ['dear', 'light', 'none', 'rich', 'small', 'unknown']
    expect(await listTitles('/api/recipes', people.READER)).toEqual(others)
    expect(await listTitles('/api/recipes', people.EDITOR)).toHaveLength(7)
    for (const title of Object.keys(RECIPES)) {
      const { status } = await service.send('GET', `/api/recipes/${ids[title]}`, undefined, null)
      expect([title, status]).toEqual([title, ['light', 'small'].includes(title) ? 200 : 404])
    }
    const { data } = await service.ask(
      '{ recipesConnection { totalCount { value } } recipes(where: { nutrition: { calories: { gt: 100 } } }) { title } }',
      {},
      null,
    )
    expect(data).toEqual({ recipesConnection: { totalCount: { value: 2 } }, recipes: [{ title: 'light' }] })
  })

  it('follow a link to the record with the group', async () => {
    expect(await listTitles('/api/menus', null)).toEqual(['dear', 'heavy', 'light', 'rich'])
    const { data } = await service.ask('{ menus { title dish { title } } }', {}, null)
    expect(data.menus.filter(({ dish }: { dish: unknown }) => dish !== null)).toEqual([
      { title: 'light', dish: { title: 'light' } },
    ])
  })

  it('decide about a new record', async () => {
    const create = async (nutrition: object | null) =>
      (await service.send('POST', '/api/recipes', { title: 'New', nutrition }, people.READER)).status
    expect(await create({ calories: 99 })).toBe(201)
    expect(await create({ calories: 100 })).toBe(403)
    expect(await create(null)).toBe(403)
  })

  it('decide about a change, of the record as it was and as it will be', async () => {
    const change = async (title: string, nutrition: object | null) =>
      (await service.send('PATCH', `/api/recipes/${ids[title]}`, { nutrition }, people.EDITOR)).status
    expect(await change('light', { calories: 301 })).toBe(200)
    expect(await change('light', { bestBefore: '2025-12-31' })).toBe(403)
    expect(await change('light', null)).toBe(403)
    expect(await change('rich', { bestBefore: '2026-12-31' })).toBe(403)
    expect(await change('none', { bestBefore: '2026-12-31' })).toBe(403)
  })

  it('decide about the actions that a record shows', async () => {
    const { data } = await service.ask('{ recipes { title availableActions } }', {}, people.EDITOR)
    const can = data.recipes.filter(({ availableActions }: { availableActions: readonly string[] }) =>
      availableActions.includes('update'),
    )
    expect(can.map(({ title }: { title: string }) => title)).toEqual(['light'])
  })
})
