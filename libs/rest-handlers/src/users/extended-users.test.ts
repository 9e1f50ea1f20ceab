import { memoryStores, MemoryTables, toolModel as model } from '@content-service/domain/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { openApiDocument } from '../openapi/document.ts'
import { createRoutes } from '../service/routes.ts'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

let world: Awaited<ReturnType<typeof aRestWorld>>
beforeEach(async () => {
  world = await aRestWorld({ model, stores: memoryStores(new MemoryTables(), model) })
})

describe('users with the fields of a team', () => {
  it('show and change the fields in their own account', async () => {
    const changed = await world.send('PATCH', '/api/me', { body: { pronouns: 'she/her', isSpeaker: true } })
    expect(readBody(changed)).toMatchObject({ pronouns: 'she/her', badge: null, isSpeaker: true })
    const { status, headers, body } = await world.send('GET', '/api/me')
    expect([status, headers['etag']]).toEqual([200, changed.headers['etag']])
    expect(JSON.parse(body)).toEqual(readBody(changed))
    const refused = await world.send('PATCH', '/api/me', { body: { pronouns: ' ', isSpeaker: 'yes' } })
    const pointers = readBody(refused).errors.map(({ pointer }: { pointer: string }) => pointer)
    expect([refused.status, pointers.toSorted()]).toEqual([422, ['/isSpeaker', '/pronouns']])
  })

  it('C6.1 have no field of a team at their own address', async () => {
    const created = readBody(await world.send('POST', '/api/users', { body: { email: 'mia@example.org' } }))
    expect(Object.keys(created)).toEqual(['id', 'name', 'email', 'age'])
    const at = `/api/users/${created.id}`
    expect(readCode(await world.send('PATCH', at, { body: { pronouns: 'she/her' } }))).toEqual([
      422,
      'BAD_USER_INPUT',
    ])
    expect((await world.send('PUT', at, { body: { name: 'Mia', email: 'mia@example.org' } })).status).toBe(
      200,
    )
  })

  it('document the fields', () => {
    const published = { baseUrl: 'https://content.example' }
    const { components } = openApiDocument(published, createRoutes(model))
    expect(components.schemas['Account']).toHaveProperty('properties.pronouns')
    expect(components.schemas['AccountPatch']).toHaveProperty('properties.isSpeaker')
    expect(openApiDocument(published).components.schemas['Account']).not.toHaveProperty('properties.pronouns')
  })
})
