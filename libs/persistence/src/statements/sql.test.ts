import { Article } from '@content-service/domain'
import { TEST_AUDIT_CONTEXT, anArticle, aUser } from '@content-service/domain/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findRow, updateRow } from './sql.ts'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

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
  await stores.records(Article).add(anArticle(stores, id, { title: 'Vogon poetry', content: 'gruntbuggly' }))
  expect(statements.length).toBeGreaterThan(8)
  const told = statements.filter((sql) =>
    /zaphod|trillian|argon2|198\.51|galaxy|vogon|gruntbuggly/i.test(sql),
  )
  expect(told).toEqual([])
})

it.each(['PostgreSQL', 'PGlite'])('on %s the values of a statement arrive unchanged', async (kind) => {
  const em = (kind === 'PGlite' ? pglite : postgres).database.session()
  const values = {
    text: "it's \\ ? $1",
    number: 7,
    flag: true,
    nothing: null,
    time: AT,
    list: ['a', ''],
    json: { a: [1] },
  }
  const { text, number, flag, nothing, time, list, json } = values
  const row = await findRow(
    em,
    sql`select ${text}::text as text, ${number}::int as number, ${flag}::boolean as flag, ${nothing}::text as nothing,
      ${time}::timestamptz as time, ${list}::text[] as list, ${json}::jsonb as json`,
  )
  expect(row).toEqual(values)
})

it('a change writes only the columns that differ, and none without a difference', async () => {
  const em = postgres.database.session()
  const stores = createStores(em, TEST_AUDIT_CONTEXT)
  const user = await stores.users.add(aUser('ford', 'AUTHOR'), null)
  statements.length = 0
  const after = { ...user, name: 'Ford', roles: [...user.roles], createdAt: new Date(user.createdAt) }
  const versions = { before: user, after }
  expect(await updateRow(em, { table: 'users', key: 'id' }, versions)).toEqual(after)
  expect(await updateRow(em, { table: 'users', key: 'id' }, { before: after, after })).toEqual(after)
  expect(statements).toEqual(['update "users" set "name" = $1 where "id" = $2'])
})
