import { memoryStores, MemoryTables, toolModel as model } from '@content-service/domain/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { openApiDocument } from '../openapi/document.ts'
import { createRoutes } from '../service/routes.ts'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

let world: Awaited<ReturnType<typeof aRestWorld>>
beforeEach(async () => {
  world = await aRestWorld({ model, stores: memoryStores(new MemoryTables(), model) })
})

const post = (more: object = {}) =>
  world.send('POST', '/api/articles', {
    body: { title: 'On type', content: 'Text.', status: 'PUBLISHED', ...more },
  })

describe('articles and comments with the fields of a team', () => {
  it('creates, lists and changes the fields of an article', async () => {
    const created = await post({ subtitle: 'A history', isLong: true })
    const essay = readBody(created)
    expect([created.status, essay]).toEqual([
      201,
      expect.objectContaining({ subtitle: 'A history', isLong: true }),
    ])
    expect(readBody(await world.send('GET', '/api/articles'))[0]).toMatchObject({ subtitle: 'A history' })
    const body = { subtitle: null, isLong: false }
    const headers = { 'if-match': created.headers['etag'] ?? '' }
    const changed = await world.send('PATCH', `/api/articles/${essay.id}`, { body, headers })
    expect(readBody(changed)).toMatchObject({ ...body, version: 2 })
  })

  it('C6.7 refuses a wrong value of such a field', async () => {
    const response = await post({ subtitle: ' ', isLong: 'yes' })
    expect(readCode(response)).toEqual([422, 'BAD_USER_INPUT'])
    const pointers = readBody(response).errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers.toSorted()).toEqual(['/isLong', '/subtitle'])
  })

  it('creates and changes the fields of a comment, which stays on its article', async () => {
    const [essay, other] = [readBody(await post()), readBody(await post())]
    const body = { content: 'Well.', mood: 'glad' }
    const comment = readBody(await world.send('POST', `/api/articles/${essay.id}/comments`, { body }))
    expect(comment).toMatchObject({ ...body, article: { id: essay.id } })
    const at = `/api/comments/${comment.id}`
    expect(readBody(await world.send('PATCH', at, { body: { mood: null } }))).toMatchObject({
      mood: null,
      version: 2,
    })
    expect((await world.send('PATCH', at, { body: { articleId: other.id } })).status).toBe(422)
  })

  it('shows the id of the article to which a record of a team links', async () => {
    const shelf = readBody(await world.send('POST', '/api/categories', { body: { name: 'Saws' } }))
    const given = { serialNumber: 'A-1', copies: 1, shelfId: shelf.id }
    const tool = readBody(await world.send('POST', '/api/tools', { body: given }))
    const essay = readBody(await post())
    const body = { verdict: 'Good', articleId: essay.id, toolId: tool.id }
    const review = readBody(await world.send('POST', '/api/reviews', { body }))
    expect(review).toMatchObject({
      verdict: 'Good',
      article: { id: essay.id },
      tool: { serialNumber: 'A-1' },
    })
    expect(readBody(await world.send('GET', `/api/reviews?articleId=${essay.id}`))).toEqual([review])
    expect(readCode(await world.send('DELETE', `/api/tools/${tool.id}`))).toEqual([409, 'CONFLICT'])
  })

  it('documents the fields', () => {
    const published = { baseUrl: 'https://content.example' }
    const { components } = openApiDocument(published, createRoutes(model))
    expect(components.schemas['Article']).toHaveProperty('properties.subtitle')
    expect(components.schemas['NewArticle']).toHaveProperty('properties.isLong')
    expect(openApiDocument(published).components.schemas['Article']).not.toHaveProperty('properties.subtitle')
  })
})
