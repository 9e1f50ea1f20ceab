import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_ID, startTestService, type TestService } from '../support/service.ts'

const MESSAGE = /^The response would be larger than 1 MiB\. /

describe('C12.5 a response above RESPONSE_LIMIT', () => {
  let service: TestService
  let escaped = ''
  beforeAll(async () => {
    service = await startTestService('PostgreSQL', { RESPONSE_LIMIT: '1000000' })
    const query = 'mutation($input: CreateArticleInput!) { createArticle(input: $input) { id } }'
    for (let count = 0; count < 4; count += 1) {
      const content = count === 0 ? '\u0001'.repeat(200_000) : 'x'.repeat(300_000)
      const input = { title: `Long ${count}`, content, authorId: ADMIN_ID, status: 'PUBLISHED' }
      const { body } = await service.graphql(query, { input })
      if (count === 0) escaped = body.data.createArticle.id
    }
  })
  afterAll(() => service.stop())

  const graphql = async (query: string) => {
    const { status, body } = await service.graphql(query, {}, null)
    return [status, body.data, body.errors?.[0]?.extensions.code, body.errors?.[0]?.message]
  }
  const refused = [400, undefined, 'QUERY_TOO_COMPLEX', expect.stringMatching(MESSAGE)]

  it('is refused over GraphQL, without data, and the message names the limit to lower', async () => {
    expect(await graphql('{ articles(pagination: { limit: 20 }) { content } }')).toEqual(refused)
    expect(await graphql('{ articles(pagination: { limit: 20 }) { content } }')).toEqual([
      400,
      undefined,
      'QUERY_TOO_COMPLEX',
      expect.stringContaining('Lower the limit of articles (20)'),
    ])
    expect((await graphql('{ articles(pagination: { limit: 2 }) { content } }'))[0]).toBe(200)
  })

  it('is refused if it is the sum of several fields, or a repeated text', async () => {
    const list = 'articles(pagination: { limit: 2 }) { content }'
    expect(await graphql(`{ a: ${list} b: ${list} }`)).toEqual(refused)
    const texts = Array.from({ length: 25 }, (_, place) => `a${place}: content`).join(' ')
    expect(await graphql(`{ articles(pagination: { limit: 1 }) { ${texts} } }`)).toEqual(refused)
  })

  it('is refused over REST by its sent size: a control character takes six bytes', async () => {
    const { status, body } = await service.call('GET', `/api/articles/${escaped}`, { as: null })
    expect([status, body.code, body.detail]).toEqual([
      400,
      'QUERY_TOO_COMPLEX',
      expect.stringMatching(MESSAGE),
    ])
    expect((await service.call('GET', '/api/articles?limit=20', { as: null })).status).toBe(200)
  })

  it('of a mutation says that the mutation is done', async () => {
    const texts = Array.from({ length: 25 }, (_, place) => `a${place}: content`).join(' ')
    const { body: found } = await service.graphql('{ articles(pagination: { limit: 1 }) { id version } }')
    const [{ id, version }] = found.data.articles
    const { status, body } = await service.graphql(
      `mutation { updateArticle(input: { id: "${id}", title: "Renamed", version: ${version} }) { ${texts} } }`,
    )
    expect([status, body.data, body.errors[0].message]).toEqual([
      400,
      undefined,
      expect.stringContaining('The mutation is done.'),
    ])
    const { body: after } = await service.graphql(`{ article(id: "${id}") { title } }`)
    expect(after.data.article.title).toBe('Renamed')
  })
})
