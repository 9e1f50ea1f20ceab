import { Article } from '@content-service/domain'
import { TEST_AUDIT_CONTEXT, anArticle, aUser, NOON, toState } from '@content-service/domain/testing'
import { expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPostgres } from '../testing/databases.ts'
import { withValues } from '@content-service/domain/internal/model'

it('C11.1 the entry and the events of a write take one statement for any number of events', async () => {
  const statements: string[] = []
  const { database, close } = await openPostgres({ onStatement: (sql) => void statements.push(sql) })
  const stores = createStores(database.session(), TEST_AUDIT_CONTEXT)
  const ada = await stores.users.add(aUser('ada', 'AUTHOR'), null)
  const { id } = await stores.records(Article).add(anArticle(stores, ada.id, { status: 'DRAFT' }))
  const getTables = async (decide: (current: Article) => Article) => {
    statements.length = 0
    await stores.records(Article).change(id, (current) => withValues(current, decide(current), NOON))
    const inserts = statements.filter((sql) => sql.includes('insert into audit_entries'))
    return inserts.map((sql) => [...sql.matchAll(/insert into (\w+)/g)].map(([, table]) => table))
  }
  const published = (current: Article) => toState({ ...current, title: 'Other' }, 'PUBLISHED', NOON)
  expect(await getTables(published)).toEqual([['audit_entries', 'events']])
  expect(await getTables((current) => current)).toEqual([['audit_entries']])
  await close()
})
