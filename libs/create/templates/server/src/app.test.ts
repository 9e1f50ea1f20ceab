import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { start } from './main.ts'

const PASSWORD = 'tangled otter velvet 9'

let folder: string
let server: Awaited<ReturnType<typeof start>>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recipes-'))
  server = await start({
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: '0',
    ADMIN_EMAIL: 'admin@example.org',
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'warn',
  })
})
after(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const call = async (path: string, body?: unknown, user = 'admin@example.org') => {
  const response = await fetch(server.url + path, {
    headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`${user}:${PASSWORD}`)}` },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  // The tests look into JSON of any form.
  return { status: response.status, body: JSON.parse(await response.text()) }
}

test('the menu has approved recipes alone', async () => {
  const { body } = await call('/api/recipes', { title: 'Soup', method: 'Boil.', minutes: 40, tags: [] })
  assert.deepEqual((await call('/menu')).body, [])
  assert.equal((await call(`/api/recipes/${body.id}/approve`, {})).status, 200)
  assert.deepEqual((await call('/menu')).body, [{ title: 'Soup', minutes: 40 }])
})

test('a wrong password is refused in the routes of this server, too', async () => {
  const { status, body } = await call('/menu', undefined, 'nobody')
  assert.deepEqual([status, body.code], [401, 'UNAUTHENTICATED'])
})

test('all other addresses are those of the service', async () => {
  const { body } = await call('/graphql', { query: '{ recipes { title } }' })
  assert.deepEqual(body.data, { recipes: [{ title: 'Soup' }] })
})
