import { blogModel as model, memoryStores, MemoryTables } from '@content-service/domain/testing'
import { expect, it } from 'vitest'
import { openApiDocument } from '../openapi/document.ts'
import { aRestWorld, readBody } from '../testing/rest-world.ts'

const createWorld = () => aRestWorld({ model, stores: memoryStores(new MemoryTables(), model) })

it('C14.9 the address of a plural of two words has a hyphen', async () => {
  const { send } = await createWorld()
  const created = await send('POST', '/api/blog-posts', { body: { title: 'One' } })
  const { id } = readBody(created) as { readonly id: string }
  expect([created.status, created.headers['location']]).toEqual([201, `/api/blog-posts/${id}`])
  expect((await send('POST', `/api/blog-posts/${id}/publish`)).status).toBe(200)
  expect((await send('GET', '/api/blog-posts?title=One', { as: null })).status).toBe(200)
  expect(readBody(await send('GET', '/api/blog-posts/counts?by=status'))).toMatchObject([{ value: 'LIVE' }])
  expect((await send('GET', `/api/blog-posts/${id}/actions`)).status).toBe(200)
  for (const path of ['blogPosts', 'blogposts', 'blog_posts'])
    expect((await send('GET', `/api/${path}`)).status).toBe(404)
})

it('C14.9 path names the address of a type', async () => {
  const { send } = await createWorld()
  const { id: postId } = readBody(await send('POST', '/api/blog-posts', { body: { title: 'One' } })) as {
    readonly id: string
  }
  const created = await send('POST', '/api/stories', { body: { title: 'New', postId } })
  expect(created.status).toBe(201)
  expect(readBody(await send('GET', '/api/stories'))).toMatchObject([{ title: 'New' }])
  expect((await send('GET', '/api/news')).status).toBe(404)
})

it('C14.9 the OpenAPI document has the addresses, and headings in words', () => {
  const { paths, tags } = openApiDocument({ baseUrl: 'https://content.example', model })
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/blog-posts', '/api/stories/{id}']))
  expect(tags.map(({ name }) => name)).toContain('Blog posts')
})
