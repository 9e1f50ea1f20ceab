import { A_TEST, aContext } from '@content-service/domain/testing'
import { createStores, openDatabase, openEmbedded } from '@content-service/persistence'
import { createSchema } from '@content-service/graphql-schema'
import { graphql } from 'graphql'
import { expect, it } from 'vitest'

it('a root field is one statement, whatever is nested below it', async () => {
  const statements: string[] = []
  const embedded = await openEmbedded()
  const database = await openDatabase({ embedded }, { onStatement: (sql) => statements.push(sql) })
  await database.migrate()
  statements.length = 0
  const contextValue = aContext({ stores: createStores(database.session(), A_TEST) })
  const source = `{
    articles { title owner { username } comments(limit: 10) { content author { username } } }
    users(limit: 5) { username articles(limit: 2) { title comments { author { articles { title } } } } followers { username } }
  }`
  expect((await graphql({ schema: createSchema(), source, contextValue })).errors).toBeUndefined()
  expect(statements).toHaveLength(2)
  await database.close()
  await embedded.close()
})
