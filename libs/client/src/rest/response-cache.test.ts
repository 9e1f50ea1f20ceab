import { startService } from '@content-service/testing'
import { expect, it } from 'vitest'
import { createClient } from '../index.ts'
import { createFakeFetch } from '../testing/fake-fetch.ts'

/** A fetch that notes the status of each response. */
const watch = () => {
  const statuses: number[] = []
  const noting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    statuses.push(response.status)
    return response
  }
  return { statuses, fetch: noting }
}

it('a list that has not changed is not sent again, and a changed list is', async () => {
  await using service = await startService({
    seed: async ({ user, article }) =>
      article(await user('ada', { role: 'AUTHOR' }), { title: 'One', status: 'PUBLISHED' }),
  })
  const { fetch, statuses } = watch()
  const client = createClient({ url: service.url, fetch })
  const read = async () => {
    const result = await client.rest.get('/api/articles/{id}', { params: { id: String(service.seeded.id) } })
    if (!result.ok) throw result.error
    return result
  }
  const first = await read()
  first.data.title = 'changed by the caller'
  const second = await read()
  expect([second.status, second.data.title, second.etag]).toEqual([200, 'One', first.etag])
  await service.as('EDITOR').rest('PATCH', `/api/articles/${service.seeded.id}`, { body: { title: 'Two' } })
  expect((await read()).data.title).toBe('Two')
  expect(statuses).toEqual([200, 304, 200])
})

const tagged = () => Response.json([], { headers: { etag: '"1"' } })
const conditions = (requests: readonly Request[]) =>
  requests.map(({ headers }) => headers.get('if-none-match'))

it('the cache forgets the response that has not been used for the longest time', async () => {
  const { fetch, requests } = createFakeFetch(tagged)
  const client = createClient({ url: 'https://content.example', fetch, cacheSize: 2 })
  for (const page of [1, 2, 1, 3, 1, 2]) await client.rest.get('/api/articles', { query: { page } })
  expect(conditions(requests)).toEqual([null, null, '"1"', null, '"1"', null])
})

it('`cacheSize: 0` turns it off', async () => {
  const { fetch, requests } = createFakeFetch(tagged)
  const client = createClient({ url: 'https://content.example', fetch, cacheSize: 0 })
  for (const page of [1, 1]) await client.rest.get('/api/articles', { query: { page } })
  expect(conditions(requests)).toEqual([null, null])
})

it('a response without an entity tag, and a refusal, are not kept', async () => {
  const refused = Response.json({ code: 'NOT_FOUND' }, { status: 404, headers: { etag: '"1"' } })
  const { fetch, requests } = createFakeFetch(Response.json([]), refused, tagged)
  const client = createClient({ url: 'https://content.example', fetch })
  for (const page of [1, 1, 1, 1]) await client.rest.get('/api/articles', { query: { page } })
  expect(conditions(requests)).toEqual([null, null, null, '"1"'])
})
