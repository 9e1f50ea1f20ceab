import { aContext } from '@content-service/domain/testing'
import { expect, it } from 'vitest'
import { createGraphqlHandler } from '../http/handler.ts'
import { createSchema } from '../service/schema.ts'

const ask = createGraphqlHandler({
  schema: createSchema(),
  report: (error) => expect(error).toBeUndefined(),
})

const send = async (query: string, variables: object, operationName?: string) => {
  const [body, { status }] = await ask({
    method: 'POST',
    url: '/graphql',
    headers: { accept: 'application/graphql-response+json', 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables, operationName }),
    raw: null,
    context: { domain: aContext(), requestId: 'r' },
  })
  return { status, ...JSON.parse(String(body)) }
}

it.each([
  ['a directive', '($v: Boolean = true) { articles @skip(if: $v) { id } }', 'Boolean!'],
  [
    'a directive of a fragment',
    '($v: Boolean = true) { ...F } fragment F on Query { articles { id @include(if: $v) } }',
    'Boolean!',
  ],
  [
    'a directive in an introspection',
    '($v: Boolean = true) { __schema { queryType { name @skip(if: $v) } } }',
    'Boolean!',
  ],
  ['an argument of a root field', '($v: ID = "x") { article(id: $v) { id } }', 'ID!'],
  [
    'an argument of a search',
    '($v: String = "tea") { searchAll(query: $v) { edges { cursor } } }',
    'String!',
  ],
  [
    'an argument below',
    '($v: ArticleCountField = STATUS) { articlesConnection { counts(by: $v) { value } } }',
    'ArticleCountField!',
  ],
  ['a list', '($v: ID = "x") { articles(where: { id: { in: [$v] } }) { id } }', 'ID!'],
  ['an object with one member', '($v: String = "x") { categoryBy(where: { name: $v }) { name } }', 'String!'],
])('C2.3 refuses null in the place of a default in %s', async (_, query, type) => {
  for (let times = 0; times < 4; times += 1) {
    const { status, errors, data } = await send(`query ${query}`, { v: null })
    expect({ status, data }).toEqual({ status: 400, data: undefined })
    expect(errors[0].message).toContain(`as ${type}`)
    expect(errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', problems: [{ path: ['v'] }] })
    const { status: answered, errors: none } = await send(`query ${query}`, {})
    expect({ answered, none }).toEqual({ answered: 200, none: undefined })
  }
})

it('C2.3 refuses an absent variable that is the only member of an object', async () => {
  const query = 'query ($v: String) { categoryBy(where: { name: $v }) { name } }'
  for (const given of [{}, { v: null }]) {
    const { status, errors } = await send(query, given)
    expect([status, errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT'])
  }
  expect((await send(query, { v: 'Tools' })).errors).toBeUndefined()
})

it('allows null in all operations that take null', async () => {
  const query = `query A($v: Int = 1) { articles(limit: $v) { id } }
    query B($v: Int = 1) { ...F }
    fragment F on Query { articles(orderBy: { field: TITLE, direction: ASC }) { id @skip(if: false) comments(limit: $v) { id } } }`
  for (const operationName of ['A', 'B'])
    expect(await send(query, { v: null }, operationName)).not.toHaveProperty('errors')
})
