import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { expect, it } from 'vitest'
import { blogPolicy, user } from '../testing/blog.ts'
import { toFragment } from './index.ts'

const db = new Kysely<{ articles: { id: number } }>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

it('goes into a query of Kysely, and so of MikroORM, among conditions of its own', () => {
  const { strings, values } = toFragment(blogPolicy().filter(user(7, 'AUTHOR'), 'articles:read'), {
    column: (name) => ({ value: sql.ref(`articles.${name}`) }),
  })
  const readable = sql<boolean>(strings as unknown as TemplateStringsArray, ...values)
  const query = db.selectFrom('articles').select('id').where('id', '>', 3).where(readable).limit(5).compile()
  expect(query.sql).toBe(
    'select "id" from "articles" where "id" > $1 and ("articles"."ownerId" = $2 or "articles"."status" = $3) limit $4',
  )
  expect(query.parameters).toEqual([3, 7, 'PUBLISHED', 5])
})
