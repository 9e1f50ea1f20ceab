import { listRows, type ListOperation } from '@content-service/domain'
import { ANYBODY } from '@content-service/domain/internal/access'
import { findOperation } from '@content-service/domain/internal/service'
import {
  aContext,
  aRecord,
  aUser,
  BlogPost,
  blogModel as model,
  News,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'
import { compareModel } from './compare-tables.ts'

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('C14.9 names on %s', (_, open) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await open({ model })
    await migrateTypes(test.database, model)
  })
  afterAll(() => test.close())

  const createTestStores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })

  it('are those of the tables and of the joining tables', async () => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where tablename ~ '^(blog|news)' order by 1`.execute(
      test.database.session().getKysely(),
    )
    expect(rows.map(({ name }) => name)).toEqual(['blog_posts', 'blog_posts_related', 'news_entries'])
    expect((await compareModel(test.database.session(), model)).differences).toEqual([])
  })

  it('serve writes, links, conflicts, reads by rights, and deletions', async () => {
    const stores = createTestStores()
    const { id: writer } = await stores.users.add(aUser('ada', 'AUTHOR'), null)
    const first = await stores.records(BlogPost).add(aRecord(stores, BlogPost, { title: 'One' }, writer))
    const given = { title: 'Two', relatedIds: [first.id] }
    const post = await stores.records(BlogPost).add(aRecord(stores, BlogPost, given, writer))
    await expect(
      stores.records(BlogPost).add(aRecord(stores, BlogPost, { title: 'one' }, writer)),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: 'This blogPost title is taken.' })
    await stores.records(News).add(aRecord(stores, News, { title: 'New', postId: post.id }))

    const list = async (name: string) => {
      const operation = findOperation(model, name) as ListOperation
      const context = aContext({ model, stores, caller: ANYBODY })
      const window = { limit: 10, offset: 0 }
      return listRows(context, operation, { filters: {}, window }, { fields: ['title'] })
    }
    expect([await list('blogPosts'), await list('newsItems')]).toEqual([[], []])
    await stores
      .records(BlogPost)
      .change(post.id, (current) => ({ ...current, status: 'LIVE', version: current.version + 1 }))
    expect(await list('blogPosts')).toMatchObject([{ title: 'Two' }])
    expect(await list('newsItems')).toMatchObject([{ title: 'New' }])

    await stores.records(BlogPost).remove(post.id, () => undefined)
    expect([await list('blogPosts'), await list('newsItems')]).toEqual([[], []])
  })
})
