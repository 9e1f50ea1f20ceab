import { TEST_AUDIT_CONTEXT, anArticle, aUser } from '@content-service/domain/testing'
import { raw } from '@mikro-orm/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStores } from './stores.ts'
import { openPglite, openPostgres, type TestDatabase } from './testing/databases.ts'

const HASH = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA'
const AT = new Date('2026-11-20T12:00:00.123Z')

const statements: string[] = []
let postgres: TestDatabase
let pglite: TestDatabase
beforeAll(async () => {
  postgres = await openPostgres({ onStatement: (sql) => void statements.push(sql) })
  pglite = await openPglite()
})
afterAll(async () => {
  await postgres.close()
  await pglite.close()
})

it('the text of a statement does not contain its values, so that PostgreSQL’s log and pg_stat_activity do not show them', async () => {
  const stores = createStores(postgres.database.session(), {
    ...TEST_AUDIT_CONTEXT,
    address: '198.51.100.77',
  })
  const { id } = await stores.users.add(aUser('zaphod', 'AUTHOR'), HASH)
  await stores.users.addAll([{ user: aUser('trillian', 'READER'), passwordHash: HASH }])
  await stores.accounts.byEmail('zaphod@example.org')
  await stores.users.change(id, (user) => ({ ...user, email: 'zaphod@galaxy.example' }))
  await stores.articles.add(anArticle(stores, id, { title: 'Vogon poetry', content: 'gruntbuggly' }))
  expect(statements.length).toBeGreaterThan(8)
  const told = statements.filter((sql) =>
    /zaphod|trillian|argon2|198\.51|galaxy|vogon|gruntbuggly/i.test(sql),
  )
  expect(told).toEqual([])
})

it.each(['PostgreSQL', 'PGlite'])('on %s the values of a statement arrive unchanged', async (kind) => {
  const em = (kind === 'PGlite' ? pglite : postgres).database.session()
  const given = ["it's \\ ? ??", 7, true, null, AT, 12n, ['a', 'b'], raw('lower(?)', ['ABC'])]
  const [row = {}] = await em.execute(
    `select ?::text as text, ?::int as number, ?::boolean as flag, ?::text as nothing, ?::timestamptz as time,
      ?::bigint as big, 'b' in (?) as listed, ? as lowered, '\\?' as mark`,
    given,
  )
  expect(row).toMatchObject({ text: given[0], number: 7, flag: true, nothing: null, listed: true })
  expect([new Date(row['time']), String(row['big']), row['lowered'], row['mark']]).toEqual([
    AT,
    '12',
    'abc',
    '?',
  ])
  expect(await em.execute('select :word::text as word', { word: 'named' })).toEqual([{ word: 'named' }])
})
