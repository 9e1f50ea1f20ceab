import { ANYBODY } from '@content-service/domain/internal/access'
import {
  aContext,
  aRecord,
  aUser,
  BlogPost,
  blogModel as model,
  callerOf,
  memoryStores,
  MemoryTables,
  News,
} from '@content-service/domain/testing'
import type { User } from '@content-service/domain'
import { graphql } from 'graphql'
import { expect, it } from 'vitest'
import { createSchema, writeTypeDefs } from '../service/schema.ts'

const schema = createSchema({ model })

const createWorld = async () => {
  const stores = memoryStores(new MemoryTables(), model)
  const ada = await stores.users.add(aUser('ada', 'ADMIN'), null)
  const run = async (source: string, as?: User) => {
    const contextValue = aContext({ model, stores, caller: as ? callerOf(as) : ANYBODY })
    const { data, errors } = await graphql({ schema, source, contextValue })
    expect(errors).toBeUndefined()
    return data as Readonly<Record<string, unknown>>
  }
  return { stores, ada, run }
}

it('C14.9 a plural of two words names the list and its connection', async () => {
  const { ada, run } = await createWorld()
  const create = 'createBlogPost(input: { title: "One" }) { id title }'
  const { createBlogPost } = await run(`mutation { ${create} }`, ada)
  const { id } = createBlogPost as { readonly id: string }
  await run(`mutation { publishBlogPost(id: "${id}") { status } }`, ada)
  expect(
    await run(
      `{ blogPosts { title } blogPostsConnection { nodes { title } } blogPost(id: "${id}") { title } }`,
    ),
  ).toEqual({
    blogPosts: [{ title: 'One' }],
    blogPostsConnection: { nodes: [{ title: 'One' }] },
    blogPost: { title: 'One' },
  })
  const acted = await run(
    `mutation { bulkAction(type: BLOG_POST, ids: ["${id}"], action: "delete") { __typename } }`,
    ada,
  )
  expect(acted).toEqual({ bulkAction: [{ __typename: 'Success' }] })
})

it('C14.9 list names the list of a type whose plural is its name', async () => {
  const { stores, ada, run } = await createWorld()
  const post = await stores.records(BlogPost).add({
    ...aRecord(stores, BlogPost, { title: 'One' }, ada.id),
    status: 'LIVE',
  })
  const news = await stores.records(News).add(aRecord(stores, News, { title: 'New', postId: post.id }))
  expect(
    await run(
      `{ news(id: "${news.id}") { title } newsItems { post { news { title } } } newsItemsConnection { totalCount { value } } }`,
    ),
  ).toEqual({
    news: { title: 'New' },
    newsItems: [{ post: { news: [{ title: 'New' }] } }],
    newsItemsConnection: { totalCount: { value: 1 } },
  })
})

it('C14.9 permissions and search types have their forms of the name', () => {
  const sdl = writeTypeDefs(model)
  expect(sdl).toContain('Needs `blog-posts:write`.')
  expect(sdl).toMatch(/enum SearchType [^}]*BLOG_POST/)
  expect(sdl).toMatch(/enum RecordType [^}]*BLOG_POST\n[^}]*NEWS/)
})
