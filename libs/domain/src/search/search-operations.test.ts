import { beforeEach, describe, expect, test } from 'vitest'
import { createWindow } from '../reading/page.ts'
import { aWorld, describeOutcome, refusedPaths, type World } from '../testing/world.ts'
import type { User } from '../users/user.ts'
import { findBestMatch, searchAll } from './search-operations.ts'
import type { SearchType } from './search-store.ts'

let world: World
let people: World['people']
beforeEach(async () => {
  world = await aWorld()
  people = world.people
})

const search = (caller: User | null, text: string, types?: readonly SearchType[]) =>
  searchAll(world.as(caller), text, createWindow(100, 0), { types })
const types = async (caller: User | null, text: string) =>
  (await search(caller, text)).map(({ type }) => type).toSorted()

describe('C5.3 search', () => {
  test.each(['', ' ', '\t\n', '\u00a0', 'a\0b', '\ud800', 'x'.repeat(1001)])(
    '%j is BAD_USER_INPUT at query',
    async (text) => {
      expect(await refusedPaths(() => search(null, text))).toEqual(['query'])
      expect(await refusedPaths(() => findBestMatch(world.as(null), text))).toEqual(['query'])
    },
  )

  test('returns the best match, titles before content, and NOT_FOUND without a match', async () => {
    await world.article(people.AUTHOR, 'PUBLISHED', { title: 'Other', content: 'about kettles' })
    const titled = await world.article(people.AUTHOR, 'PUBLISHED', { title: 'Kettles' })
    expect(await findBestMatch(world.as(null), 'kettles')).toMatchObject({ type: 'ARTICLE', id: titled.id })
    expect(await describeOutcome(() => findBestMatch(world.as(null), 'zeppelin'))).toBe('NOT_FOUND')
  })

  test('finds the records of every type that the caller may read', async () => {
    const draft = await world.article(people.AUTHOR, 'DRAFT', { title: 'ada writes' })
    await world.comment(draft, people.READER, 'ada is right')
    expect(await types(null, 'ada')).toEqual([])
    expect(await types(people.READER, 'ada')).toEqual([])
    expect(await types(people.AUTHOR, 'ada')).toEqual(['ARTICLE', 'COMMENT', 'USER'])
    expect(await types(people.EDITOR, 'ada')).toEqual(['ARTICLE', 'COMMENT', 'USER'])
  })

  test('finds only records of the requested types', async () => {
    await world.article(people.AUTHOR, 'PUBLISHED', { title: 'ada writes' })
    expect(await search(null, 'ada', ['ARTICLE'])).toHaveLength(1)
    expect(await search(null, 'ada', ['COMMENT', 'PRODUCT'])).toEqual([])
    expect(await search(null, 'ada', [])).toEqual([])
  })
})
