import { Article, type UserId } from '@content-service/domain'
import { TEST_AUDIT_CONTEXT, anArticle, aUser, indexWithWords } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('C11.2 known words on %s', (_, open) => {
  let test: TestDatabase
  const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT)
  const known = async (...words: readonly string[]): Promise<readonly string[]> => {
    await indexWithWords(stores())
    const rows = await test.database
      .session()
      .execute<{ word: string }[]>('select word from search_words order by word')
    return rows.map(({ word }) => word).filter((word) => words.includes(word))
  }
  /** A user with a public profile, because an article is published. */
  const addUser = async (username: string, name: string) => {
    const user = await stores().users.add({ ...aUser(username), name }, null)
    await stores()
      .records(Article)
      .add(anArticle(stores(), user.id, { title: 'Work' }))
    return user
  }

  beforeAll(async () => {
    test = await open()
  })
  afterAll(() => test.close())

  it('lose the names of an erased user, unless another text contains them', async () => {
    const writer = await addUser('writer', 'Somebody Else')
    const { id } = await addUser('zephyrine', 'Zéphyrine Quibblewick')
    await stores()
      .records(Article)
      .add(anArticle(stores(), writer.id, { title: 'Names', content: 'A quibblewick is a small lamp.' }))
    expect(await known('zephyrine', 'quibblewick', 'writer')).toEqual(['quibblewick', 'writer', 'zephyrine'])
    expect(await stores().users.remove(id as UserId, () => undefined)).toBe(true)
    expect(await known('zephyrine', 'quibblewick', 'writer')).toEqual(['quibblewick', 'writer'])
  })

  it('lose a changed name', async () => {
    const { id } = await addUser('vanbrugh', 'Vanbrugh Oldname')
    await stores().users.change(id, (current) => ({ ...current, name: 'Vanbrugh Newname' }))
    expect(await known('vanbrugh', 'oldname', 'newname')).toEqual(['newname', 'vanbrugh'])
  })
})
