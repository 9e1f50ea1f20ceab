import { beforeAll, expect, test } from 'vitest'
import { Almanac } from '../../pamphlet-model.ts'
import { nextUuid } from '../../memory/memory-tables.ts'
import { createSlugWorld, type OpenSlugs, type World } from './slug-world.ts'

const word = (): string => `w${nextUuid().slice(-6)}`

/** C17.7: the slug of a type without states, under a name of its own. */
export const plainSlugs = (open: () => OpenSlugs): void => {
  let world: World
  beforeAll(() => {
    world = createSlugWorld(open(), Almanac)
  })
  const create = (input: object) => world.run('create', null, input)

  test('the slug stays as it is once the record exists', async () => {
    const [one, two] = [word(), word()]
    const { id } = await create({ name: one })
    expect(await world.run('update', id, { name: two })).toMatchObject({ address: one })
    expect(await world.run('update', id, { address: null })).toMatchObject({ address: two })
    expect(await world.find(one)).toBe(id)
  })

  test('a source without a text gives the word of the type, and a long one its beginning', async () => {
    expect(await create({})).toMatchObject({ address: 'almanac' })
    expect(await create({ name: null })).toMatchObject({ address: 'almanac-2' })
    const { address } = await create({ name: `${word()} ${'soup '.repeat(900)}` })
    expect(String(address)).toMatch(/^w.{6}(-soup)+$/)
    expect(String(address).length).toBeLessThanOrEqual(100)
  })

  test('many records with one text at once get different slugs, and none fails', async () => {
    const name = word()
    const made = await Promise.all(Array.from({ length: 60 }, () => create({ name })))
    const slugs = made.map(({ address }) => String(address))
    expect(new Set(slugs).size).toBe(60)
    expect(slugs.filter((slug) => /^w.{6}(-\d{1,2})?$/.test(slug))).toHaveLength(20)
  })

  test('a slug that two requests send at once is that of one record', async () => {
    const address = word()
    const work = () => create({ name: 'x', address })
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => world.refusal(work)))
    expect(outcomes.filter(([code]) => code === undefined)).toHaveLength(1)
    expect(outcomes.filter(([code]) => code === 'CONFLICT')).toHaveLength(7)
  })
}
