import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AS_ADMIN, startTestService, type TestService } from '../support/service.ts'

const REVERSED = '\u202e'
const INVISIBLE = '\u3164\u200b'

let service: TestService
beforeAll(async () => {
  service = await startTestService('PostgreSQL', {})
}, 60_000)
afterAll(() => service.stop())

const send = (method: string, path: string, body: object) =>
  service.call(method, path, { as: AS_ADMIN, body })
const run = async (statement: string, values: readonly unknown[]): Promise<void> => {
  const client = new Client(service.databaseUrl)
  await client.connect()
  await client.query(statement, [...values])
  await client.end()
}

describe('C15.11 texts that deceive', () => {
  it.each([
    [
      'the title of an article',
      '/api/articles',
      (text: string) => ({ title: text, content: 'Text.' }),
      '/title',
    ],
    [
      'the tag of an article',
      '/api/articles',
      (text: string) => ({ title: 'A', content: 'T', tags: [text] }),
      '/tags',
    ],
    ['the name of a user', '/api/users', (text: string) => ({ name: text, email: 'x@example.org' }), '/name'],
    ['a category', '/api/categories', (text: string) => ({ name: text }), '/name'],
    ['the name of a key', '/api/api-keys', (text: string) => ({ name: text, scopes: [] }), '/name'],
    [
      'the name of a client',
      '/api/oauth-clients',
      (text: string) => ({ name: text, grants: ['client_credentials'] }),
      '/name',
    ],
  ])('%s is refused', async (_, path, createBody, pointer) => {
    for (const text of [`Ada${REVERSED}txt.exe`, INVISIBLE]) {
      const { status, body } = await send('POST', path, createBody(text))
      expect([status, body.errors?.[0].pointer]).toEqual([422, pointer])
    }
  })

  it('an old title that does not change is accepted, and no other one', async () => {
    const { body } = await send('POST', '/api/articles', { title: 'Old', content: 'Text.' })
    const title = `Old ${REVERSED}`
    await run('update articles set title = $1 where id = $2', [title, body.id])
    const kept = await send('PATCH', `/api/articles/${body.id}`, { title, content: 'New.' })
    expect([kept.status, kept.body.title, kept.body.content]).toEqual([200, title, 'New.'])
    const other = await send('PATCH', `/api/articles/${body.id}`, { title: `${title}!` })
    expect(other.status).toBe(422)
  })

  it('an old name that does not change is accepted by PATCH and PUT', async () => {
    const { body } = await send('POST', '/api/users', { name: 'Old', email: 'old@example.org' })
    await run('update users set name = $1 where id = $2', [INVISIBLE, body.id])
    const replacement = { name: INVISIBLE, email: 'old@example.org', age: 30 }
    expect((await send('PATCH', `/api/users/${body.id}`, { name: INVISIBLE, age: 20 })).status).toBe(200)
    expect((await send('PUT', `/api/users/${body.id}`, replacement)).body).toEqual({
      id: body.id,
      ...replacement,
    })
  })
})
