import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as apolloServer from './apollo-server.ts'
import * as fastify from './fastify.ts'
import * as graphqlHttp from './graphql-http.ts'
import type { Running } from './listening.ts'
import * as yoga from './yoga.ts'

const EXAMPLES = Object.entries({ graphqlHttp, yoga, apolloServer, fastify })
const AS_ADA = 'Bearer the-token-of-ada'
const CREATE =
  'mutation ($input: CreateArticleInput!) { createArticle(input: $input) { title owner { name } } }'

describe.each(EXAMPLES)('C5.11 the schema mounted in another server: %s', (_name, { start }) => {
  let running: Running

  beforeAll(async () => {
    running = await start(0)
  })
  afterAll(() => running.stop())

  const ask = async (query: string, variables: object = {}, authorization?: string) => {
    const response = await fetch(running.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify({ query, variables }),
    })
    return (await response.json()) as { data?: unknown; errors?: [{ message: string; extensions: object }] }
  }
  const adasId = async () => {
    const { data } = await ask('{ currentUser { id } }', {}, AS_ADA)
    return (data as { currentUser: { id: string } }).currentUser.id
  }

  it('reads what is public, nested, without a credential', async () => {
    const query =
      '{ articles(sortBy: TITLE, direction: DESC, pagination: { limit: 1 }) { title owner { name } } }'
    const { data, errors } = await ask(query)
    expect(errors).toBeUndefined()
    expect(data).toEqual({ articles: [{ title: 'Mounted elsewhere', owner: { name: 'ada' } }] })
  })

  it('writes as the caller that the context names', async () => {
    const input = { title: 'Before the others', content: 'Text.', authorId: await adasId() }
    expect(await ask(CREATE, { input }, AS_ADA)).toEqual({
      data: { createArticle: { title: 'Before the others', owner: { name: 'ada' } } },
    })
  })

  it('refuses a mutation without a credential, with its code', async () => {
    const input = { title: 'Nobody wrote this', content: 'Text.', authorId: await adasId() }
    const { data, errors } = await ask(CREATE, { input })
    expect([data, errors?.[0].extensions]).toEqual([null, { code: 'UNAUTHENTICATED' }])
  })

  it('tells every problem of an input, with its path', async () => {
    const input = { title: ' ', content: 'Text.', authorId: await adasId(), tags: [''] }
    const { errors } = await ask(CREATE, { input }, AS_ADA)
    expect(errors?.[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      problems: [{ path: ['input', 'title'] }, { path: ['input', 'tags'] }],
    })
  })

  it('C2.3 says what is wrong with a variable and does not repeat its value', async () => {
    const query = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }'
    const { errors } = await ask(query, { input: { username: 'eve', password: 'a secret of eve' } })
    expect(errors?.[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(errors?.[0].message).toContain('email')
    expect(errors?.[0].message).not.toContain('a secret of eve')
  })

  it('tells of a field that is not there', async () => {
    const { errors } = await ask('{ nothingOfThatName }')
    expect(errors?.[0].message).toBe('Cannot query field "nothingOfThatName" on type "Query".')
  })
})
