import createClient, { type Client } from 'openapi-fetch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { components, paths } from '../../tests/support/rest-api.ts'
import {
  AS_ADMIN,
  SAMPLED_DATABASES,
  startTestService,
  type TestService,
} from '../../tests/support/service.ts'

type User = components['schemas']['User']

/** The number of the next page by the header Link. */
const nextPage = (response: Response): number | null => {
  const links = (response.headers.get('link') ?? '').split(', ')
  const query = links.find((link) => link.endsWith('; rel="next"'))?.split(/[?>]/)[1]
  return query === undefined ? null : Number(new URLSearchParams(query).get('page'))
}

describe.each(SAMPLED_DATABASES)('C6 a client with types of the OpenAPI document, on %s', (kind) => {
  let service: TestService
  let client: Client<paths>
  beforeAll(async () => {
    service = await startTestService(kind)
    client = createClient<paths>({ baseUrl: service.url, headers: { authorization: AS_ADMIN } })
  }, 60_000)
  afterAll(() => service.stop())

  const create = async (name: string) => {
    const body = { name, email: `${name.toLowerCase()}@example.org`, age: 36 }
    const { data, response } = await client.POST('/api/users', { body })
    return { user: data as User, response }
  }
  const at = (id: number) => ({ path: { id } })
  const version = (id: number, { headers }: Response) => ({
    path: { id },
    header: { 'If-Match': headers.get('etag') ?? '' },
  })

  it('reads a list page by page, each user once (C6.3)', async () => {
    for (const name of ['Ada', 'Grace', 'Radia']) await create(name)
    const seen: string[] = []
    for (let page: number | null = 1; page !== null;) {
      const { data = [], response } = await client.GET('/api/users', {
        params: { query: { page, limit: 2 } },
      })
      expect(response.headers.get('x-total-count')).toBe('4')
      seen.push(...data.map(({ name }) => name))
      page = nextPage(response)
    }
    expect(seen.slice(0, 3)).toEqual(['Radia', 'Grace', 'Ada'])
    expect(seen).toHaveLength(4)
  })

  it('creates a user, and finds it at its Location', async () => {
    const { user, response } = await create('Barbara')
    expect(response.headers.get('location')).toBe(`/api/users/${user.id}`)
    const { data } = await client.GET('/api/users/{id}', { params: at(user.id) })
    expect(data).toEqual({ id: user.id, name: 'Barbara', email: 'barbara@example.org', age: 36 })
  })

  it('changes the read version, and is refused after another change (C6.8)', async () => {
    const { user, response } = await create('Hedy')
    const change = { params: version(user.id, response), body: { age: 37 } }
    const first = await client.PATCH('/api/users/{id}', change)
    expect(first.data).toEqual({ ...user, age: 37 })
    const late = await client.PATCH('/api/users/{id}', change)
    expect([late.response.status, late.error?.code]).toEqual([412, 'PRECONDITION_FAILED'])
    const again = { params: version(user.id, first.response), body: { age: 38 } }
    expect((await client.PATCH('/api/users/{id}', again)).data?.age).toBe(38)
  })

  it('deletes a user, once', async () => {
    const { user } = await create('Margaret')
    expect((await client.DELETE('/api/users/{id}', { params: at(user.id) })).response.status).toBe(204)
    const { error, response } = await client.DELETE('/api/users/{id}', { params: at(user.id) })
    expect([response.status, error?.code]).toEqual([404, 'NOT_FOUND'])
  })

  it('gets a pointer to each wrong value (C6.7)', async () => {
    const { error } = await client.POST('/api/users', { body: { email: 'x@example.org', age: 200 } })
    expect(error).toMatchObject({ status: 422, errors: [{ pointer: '/age', message: 'must be <= 150' }] })
  })

  it('cannot leave out required members', async () => {
    // @ts-expect-error -- the email address is missing
    const { response } = await client.POST('/api/users', { body: { name: 'Nobody' } })
    expect(response.status).toBe(422)
  })
})
