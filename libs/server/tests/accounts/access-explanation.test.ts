import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLED_DATABASES, startTestService, type TestService } from '../support/service.ts'

describe.each(SAMPLED_DATABASES)('C7.7 explainAccess on %s', (kind) => {
  let service: TestService
  let article: string
  let reader: string
  beforeAll(async () => {
    service = await startTestService(kind)
    const { body } = await service.graphql(`mutation {
      createUser(input: { username: "rita", email: "rita@example.org", password: "seven quiet harbours" }) { id }
      createArticle(input: { title: "Draft", content: "Text.", authorId: "2" }) { id }
    }`)
    ;[article, reader] = [body.data.createArticle.id, body.data.createUser.id]
  }, 30_000)
  afterAll(() => service.stop())

  const asked = 'decision reason rules { effect path via outcome condition failing } missing text permission'

  it('gives the same explanation over both interfaces', async () => {
    const graphql = await service.graphql(
      `query ($id: ID!, $userId: ID!) { explainAccess(permission: "articles:read", id: $id, userId: $userId) { ${asked} } }`,
      { id: article, userId: reader },
    )
    const rest = await service.call(
      'GET',
      `/api/access-explanations?permission=articles:read&id=${article}&userId=${reader}`,
    )
    expect(rest.status).toBe(200)
    expect(graphql.body.data.explainAccess).toEqual(rest.body)
    expect(rest.body).toMatchObject({
      permission: 'articles:read',
      decision: 'DENY',
      reason: 'no-rule',
      missing: ['status = "PUBLISHED": status is "DRAFT"'],
    })
  })

  it.each([
    ['', null, 401],
    ['?permission=articles:read', null, 401],
    ['', undefined, 400],
    ['?permission=articles:fly', undefined, 400],
    ['?permission=articles:read&id=x', undefined, 404],
    ['?permission=articles:read&userId=999', undefined, 404],
    ['?permission=articles:read', undefined, 200],
  ] as const)('%s: as %j is %i', async (query, as, status) =>
    expect((await service.call('GET', `/api/access-explanations${query}`, { as: as as null })).status).toBe(
      status,
    ),
  )
})
