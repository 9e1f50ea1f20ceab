import { builtInModel, ContentError } from '@content-service/domain'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { apiKeySchemas } from '../api-keys/api-key-schemas.ts'
import { articleSchemas } from '../articles/article-schemas.ts'
import { clientSchemas } from '../clients/client-schemas.ts'
import type { RestRequest } from '../protocol/http.ts'
import { webhookSchemas } from '../webhooks/webhook-schemas.ts'
import { createBodyType, receive, type BodyType } from './body.ts'

const createRequest = (body: unknown): RestRequest =>
  ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(body)),
  }) as unknown as RestRequest

const { newBody: newArticleBody } = articleSchemas(builtInModel)

const listProblems = (type: BodyType<unknown>, body: unknown) => {
  try {
    receive(createRequest(body), type).value()
    return []
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return error.problems
  }
}

describe('C12.5 refuses a list that is longer than OpenAPI allows', () => {
  it.each<[string, BodyType<unknown>, object]>([
    ['tags', newArticleBody, { title: 'a', content: 'b', tags: Array(5_000).fill('news') }],
    [
      'scopes',
      apiKeySchemas(builtInModel).newBody,
      { name: 'a', scopes: Array(5_000).fill('articles:read') },
    ],
    [
      'scopes',
      clientSchemas(builtInModel).newBody,
      { name: 'a', grants: ['PASSWORD'], scopes: Array(5_000).fill('articles:read') },
    ],
    [
      'events',
      webhookSchemas(builtInModel).newBody,
      { url: 'https://a.example', events: Array(5_000).fill('article.published') },
    ],
  ])('%s', (name, type, body) =>
    expect(listProblems(type, body)).toEqual([
      { path: [name], message: expect.stringMatching(/^must have at most \d+ items$/) },
    ]),
  )

  it('accepts a list of the maximum length', () =>
    expect(listProblems(newArticleBody, { title: 'a', content: 'b', tags: Array(100).fill('news') })).toEqual(
      [],
    ))
})

describe('C12.5 a body that is too large is refused before its members are checked', () => {
  const people = Type.Array(Type.Object({ name: Type.String() }, { additionalProperties: false }), {
    maxItems: 3,
  })
  const type = createBodyType(Type.Object({ people }, { additionalProperties: false }))
  const checked = (body: unknown) => {
    let checks = 0
    const findings = (given: unknown) => {
      checks += 1
      return type.findings(given)
    }
    const problems = listProblems({ ...type, findings }, body)
    return { problems, checks }
  }
  const members = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, place) => [`member${place}`, 1]))

  it.each([
    ['a list', { people: Array(40_000).fill({}) }, ['people']],
    ['an object', members(49_000), []],
    ['an object in a list', { people: [{ name: 'a', ...members(49_000) }] }, ['people', 0]],
  ])('%s', (_, body, path) => {
    const { problems, checks } = checked(body)
    expect(problems.map((problem) => problem.path)).toEqual([path])
    expect(checks).toBe(0)
  })

  it('reports at most 100 problems, and 100 characters of a name', () => {
    const { problems } = checked({ ...members(100), ['x'.repeat(100_000)]: 1 })
    expect(problems).toHaveLength(100)
    expect(problems.every(({ path }) => String(path[0]).length <= 101)).toBe(true)
    const [problem] = checked({ people: [], ['x'.repeat(100_000)]: 1 }).problems
    expect(problem?.path).toEqual([`${'x'.repeat(100)}…`])
  })

  it('has no members for a body that is too large', () =>
    expect(receive(createRequest(members(200)), type).known()).toEqual({}))
})
