import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { expect, it } from 'vitest'
import { attrs, definePolicy } from '../index.ts'
import { toFragment } from './index.ts'

const policy = definePolicy()({
  resources: { articles: ['read'] },
  attributes: { articles: attrs({ ownerId: 'integer', status: 'uuid' }) },
  roles: {
    AUTHOR: {
      rules: (b) => {
        b.allow('articles:read', (a, s) => a.ownerId.eq(s.id as never))
        b.allow('articles:read', (a) => a.status.isNull())
      },
    },
  },
})

const db = new Kysely<{ articles: { id: number } }>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

it('goes into a query of Kysely, and so of MikroORM, among conditions of its own', () => {
  const { strings, values } = toFragment(policy.filter({ id: 7, roles: ['AUTHOR'] }, 'articles:read'), {
    column: (name) => ({ value: sql.ref(`articles.${name}`) }),
  })
  const readable = sql<boolean>(strings, ...values)
  const query = db.selectFrom('articles').select('id').where('id', '>', 3).where(readable).limit(5).compile()
  expect(query.sql).toBe(
    'select "id" from "articles" where "id" > $1 and ("articles"."ownerId" = $2::int8 or "articles"."status" is null) limit $3',
  )
  expect(query.parameters).toEqual([3, 7, 5])
})
