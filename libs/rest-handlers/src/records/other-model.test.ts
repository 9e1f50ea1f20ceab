import { aContext, memoryStores, MemoryTables, toolModel as model } from '@content-service/domain/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { openApiDocument } from '../openapi/document.ts'
import { createRoutes } from '../service/routes.ts'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

let world: Awaited<ReturnType<typeof aRestWorld>>
let shelf: string
beforeEach(async () => {
  const signing = { ...aContext().signing, newSecret: () => ({ text: 'whsec_c2VjcmV0', sealed: 'sealed' }) }
  world = await aRestWorld({ model, signing, stores: memoryStores(new MemoryTables(), model) })
  shelf = readBody(await world.send('POST', '/api/categories', { body: { name: 'Saws' } })).id
})

const post = (more: object = {}) =>
  world.send('POST', '/api/tools', { body: { serialNumber: 'Fretsaw', copies: 2, shelfId: shelf, ...more } })

describe('a model with another declared type', () => {
  it('creates, lists, changes and deletes records, each response as the document says', async () => {
    const { status, headers, body } = await post()
    const tool = JSON.parse(body)
    expect([status, headers['location']]).toEqual([201, `/api/tools/${tool.id}`])
    expect(tool).toMatchObject({ manual: null, version: 1, shelf: { id: shelf, name: 'Saws' } })
    expect(readBody(await world.send('GET', `/api/tools?shelfId=${shelf}`))).toEqual([tool])
    const patch = (etag: string) =>
      world.send('PATCH', `/api/tools/${tool.id}`, { body: { copies: 3 }, headers: { 'if-match': etag } })
    const etag = headers['etag'] ?? ''
    expect(readBody(await patch(etag))).toMatchObject({ copies: 3, version: 2 })
    expect(readCode(await patch(etag))).toEqual([412, 'PRECONDITION_FAILED'])
    expect((await world.send('DELETE', `/api/tools/${tool.id}`)).status).toBe(204)
    expect(readCode(await world.send('GET', `/api/tools/${tool.id}`))).toEqual([404, 'NOT_FOUND'])
  })

  it('C6.7 reports all problems of a body', async () => {
    const response = await post({ serialNumber: ' ', copies: 21, shelfId: 'no id' })
    expect(readCode(response)).toEqual([422, 'BAD_USER_INPUT'])
    expect(
      readBody(response)
        .errors.map(({ pointer }: { pointer: string }) => pointer)
        .toSorted(),
    ).toEqual(['/copies', '/serialNumber', '/shelfId'])
  })

  it('sends its events to webhooks', async () => {
    const webhook = { url: 'https://events.example/in', events: ['tool.created'] }
    expect(readBody(await world.send('POST', '/api/webhooks', { body: webhook }))).toMatchObject(webhook)
  })

  it('is a value: the document of the built-in model does not change', () => {
    const published = { baseUrl: 'https://content.example' }
    expect(openApiDocument(published, createRoutes(model)).paths).toHaveProperty('/api/tools/{id}')
    expect(openApiDocument(published).paths).not.toHaveProperty('/api/tools')
  })
})
