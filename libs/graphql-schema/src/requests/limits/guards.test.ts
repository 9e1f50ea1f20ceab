import { aContext } from '@content-service/domain/testing'
import { getIntrospectionQuery } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createSchema } from '../../service/schema.ts'
import { createGraphqlHandler } from '../../http/handler.ts'
import { createRequestPreparer } from '../prepared-request.ts'
import { DEFAULT_LIMITS, type GraphqlLimits } from './guards.ts'

const schema = createSchema()

const outcome = (
  query: string,
  variables: Record<string, unknown> = {},
  limits: Partial<GraphqlLimits> = {},
) => {
  const prepared = createRequestPreparer(schema, { ...DEFAULT_LIMITS, ...limits })({ query, variables })
  return 'document' in prepared ? prepared.cost : prepared[0]?.extensions['code']
}

describe('C5.8 the cost of a request is the number of objects that its answer may hold', () => {
  it.each<[string, number]>([
    ['{ __typename }', 0],
    ['{ currentUser { id username email } }', 1],
    ['{ currentUser { profile { bio } } }', 2],
    ['{ users { id } }', 10],
    ['{ users(limit: 3) { id } }', 3],
    ['{ users(limit: 3, pagination: { limit: 7 }) { id } }', 7],
    ['{ articles { id } }', 20],
    ['{ articles(pagination: { page: 2 }) { id } }', 20],
    ['{ articles(pagination: { limit: 5 }) { owner { id } comments(limit: 3) { author { id } } } }', 40],
    ['{ articles(pagination: { limit: 5 }) { comments { id } } }', 105],
    ['{ a: article(id: "x") { id } b: article(id: "y") { id } }', 2],
    [
      '{ articlesConnection(first: 10) { edges { node { owner { id } } } pageInfo { endCursor } totalCount { value } } }',
      33,
    ],
    [
      '{ search(query: "x") { ... on Article { owner { id } } ... on User { profile { bio } articles(limit: 4) { id } } } }',
      6,
    ],
    ['mutation { likeArticle(id: "x") { likes owner { id } } }', 2],
    ['{ __type(name: "User") { fields { type { name } } } }', 11],
    ['{ currentUser { ...a ...a } } fragment a on User { profile { bio } }', 2],
    ['{ currentUser { profile { bio } profile { website } } }', 2],
    ['{ currentUser { profile @skip(if: true) { bio } } }', 1],
  ])('%s costs %i', (query, cost) => expect(outcome(query)).toBe(cost))

  it('uses page sizes from variables, and their defaults', () => {
    const query = 'query ($limit: Int = 4) { users(limit: $limit) { id } }'
    expect([outcome(query), outcome(query, { limit: 9 }), outcome(query, { limit: null })]).toEqual([
      4, 9, 20,
    ])
  })

  it('leaves the refusal of a page size out of range to the field', () => {
    expect(outcome('{ users(limit: 1000000) { id } }')).toBe(100)
    expect(outcome('{ users(limit: -5) { id } }')).toBe(1)
  })

  it('is refused beyond the limit, with advice', () => {
    const nested = '{ articles(pagination: { limit: 100 }) { comments(limit: 100) { author { id } } } }'
    expect(outcome(nested)).toBe('QUERY_TOO_COMPLEX')
    expect(outcome(nested, {}, { cost: 20_100 })).toBe(20_100)
    expect(outcome(nested, {}, { cost: 20_099 })).toBe('QUERY_TOO_COMPLEX')
  })

  it('introspection works, and has its cost', () => {
    expect(outcome(getIntrospectionQuery())).toBeGreaterThan(100)
    expect(outcome(getIntrospectionQuery(), {}, { cost: 100 })).toBe('QUERY_TOO_COMPLEX')
  })
})

describe('C5.8 other guards', () => {
  const textQuery = (text: string) => `{ searchAll(query: """${text}""") { __typename } }`
  const aliased = (count: number) =>
    `{ ${Array.from({ length: count }, (_, place) => `a${place}: __typename`).join(' ')} }`
  const mutation = (count: number) =>
    `mutation { ${Array.from({ length: count }, (_, place) => `a${place}: deleteUser(id: "1")`).join(' ')} }`

  it('C12.12 accepts 10 searches in a document, and refuses 11, under any names', () => {
    const fields = ['search(query: "a")', 'searchUsers(keyword: "a")', 'searchAll(query: "a")']
    const searches = (count: number) =>
      Array.from({ length: count }, (_, place) => `s${place}: ${fields[place % 3]} { __typename }`).join(' ')
    expect(outcome(`{ ${searches(10)} }`)).toEqual(expect.any(Number))
    expect(outcome(`{ ${searches(11)} }`)).toBe('QUERY_TOO_COMPLEX')
    expect(
      outcome(`query A { ${searches(6)} } fragment B on Query { ${searches(5)} } query C { ...B }`),
    ).toBe('QUERY_TOO_COMPLEX')
  })

  it('30 aliases, not 31', () =>
    expect([outcome(aliased(30)), outcome(aliased(31))]).toEqual([0, 'QUERY_TOO_COMPLEX']))

  it('10 root fields of a mutation, not 11; queries have no such limit', () => {
    expect([outcome(mutation(10)), outcome(mutation(11))]).toEqual([0, 'QUERY_TOO_COMPLEX'])
    expect(outcome(aliased(30))).toBe(0)
  })

  it('2,000 tokens, not 2,001', () => {
    // The rest of the document has fifteen tokens.
    const listing = (tokens: number) =>
      `{ searchAll(query: "x", types: [${'USER '.repeat(tokens - 15)}]) { __typename } }`
    expect([outcome(listing(2_000)), outcome(listing(2_001))]).toEqual([1, 'QUERY_TOO_COMPLEX'])
  })

  it.each([
    [
      '262,144 characters beside texts',
      (most: boolean) => `{ __typename${' '.repeat(most ? 262_131 : 262_132)}}`,
    ],
    ['10,000 lines', (most: boolean) => `{ __typename ${'\n'.repeat(most ? 9_999 : 10_000)}}`],
    ['10,000 lines of a text', (most: boolean) => textQuery(`${'\r\n'.repeat(most ? 9_999 : 10_000)}`)],
    // The rest of the document has 43 characters.
    ['1,048,576 characters', (most: boolean) => textQuery('a'.repeat(most ? 1_048_533 : 1_048_534))],
  ])('at most %s', (_, write) =>
    expect([outcome(write(true)), outcome(write(false))]).toEqual([expect.any(Number), 'QUERY_TOO_COMPLEX']),
  )

  it('characters of texts do not count', () => expect(outcome(textQuery('a'.repeat(300_000)))).toBe(1))

  it.each<[string, (next: string) => string]>([
    ['spread twice each', (next) => `{ ...${next} ...${next} }`],
    [
      'spread twice below two fields each',
      (next) => `{ owner { articles(limit: 1) { ...${next} ...${next} } } }`,
    ],
  ])('fragments that are %s take no exponential time', (_, body) => {
    const names = Array.from({ length: 40 }, (_unused, place) => `f${place}`)
    const fragments = names.map(
      (name, place) =>
        `fragment ${name} on Article ${place < 39 ? body(names[place + 1] as string) : '{ id }'}`,
    )
    const started = performance.now()
    outcome(`{ articles { ...f0 } } ${fragments.join(' ')}`)
    // An exponential algorithm would never end; the exact time does not matter.
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('aliases in fragments cannot multiply the work before they are counted', () => {
    const names = Array.from({ length: 10 }, (_, place) => `f${place}`)
    const fragments = names.map(
      (name, place) =>
        `fragment ${name} on User { ${place < 9 ? ['a', 'b', 'c'].map((alias) => `${alias}: articles(limit: 1) { owner { ...${names[place + 1]} } }`).join(' ') : 'id'} }`,
    )
    expect(outcome(`{ currentUser { ...f0 } } ${fragments.join(' ')}`, {}, { depth: 100 })).toBe(
      'QUERY_TOO_COMPLEX',
    )
  })

  describe('C12.19 10 errors per answer, including the note about further errors', () => {
    const errorsOf = async (query: string, variables: object = {}, errors = 10) => {
      const limits = { ...DEFAULT_LIMITS, errors }
      const handler = createGraphqlHandler({ schema, report: () => undefined, limits })
      const [answer] = await handler({
        method: 'POST',
        url: '/graphql',
        headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
        body: JSON.stringify({ query, variables }),
        raw: null,
        context: { domain: aContext(), requestId: 'r' },
      })
      return JSON.parse(String(answer)).errors as { message: string; extensions: { code: string } }[]
    }
    const executed = (count: number) =>
      `{ ${Array.from({ length: count }, (_, place) => `a${place}: dataExport { state }`).join(' ')} }`
    const invalid = (count: number) =>
      `{ ${Array.from({ length: count }, (_, place) => `nothing${place}`).join(' ')} }`

    it.each([
      ['validation', invalid, 'GRAPHQL_VALIDATION_FAILED'],
      ['execution', executed, 'UNAUTHENTICATED'],
    ])('in %s', async (_, document, code) => {
      for (const [count, most] of [
        [10, 10],
        [11, 10],
        [25, 10],
        [3, 2],
        [2, 1],
      ] as const) {
        const errors = await errorsOf(document(count), {}, most)
        expect(errors.map(({ extensions }) => extensions.code)).toEqual(Array(most).fill(code))
        expect(errors.at(-1)?.message.startsWith('There are more errors')).toBe(count > most && most > 1)
      }
    })

    it('in the coercion of variables', async () => {
      const query = 'mutation ($users: [CreateUserInput!]!) { bulkCreateUsers(users: $users) { id } }'
      const errors = await errorsOf(query, { users: Array(150).fill(7) })
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(Array(10).fill('BAD_USER_INPUT'))
      expect(errors.at(-1)?.message).toMatch(/^There are more errors/)
    })
  })

  it('the plain nested documents of the specification stay within the defaults', () => {
    const document = `{ user(id: "1") { username profile { bio avatar } articles { title status tags likes comments { content author { username } } } } }`
    expect(outcome(document)).toBeLessThan(DEFAULT_LIMITS.cost)
  })
})

describe('C2.3, C5.11 problems of variables have their path', () => {
  it('inside input objects and lists, and never the object itself', async () => {
    const query = 'mutation ($users: [CreateUserInput!]!) { bulkCreateUsers(users: $users) { id } }'
    const prepared = createRequestPreparer(
      schema,
      DEFAULT_LIMITS,
    )({
      query,
      variables: {
        users: [
          { username: 'a', email: 'a@example.org', password: 'hunter2', age: 'old' },
          { password: 'hunter3' },
        ],
      },
    })
    const errors = prepared as unknown as readonly {
      extensions: { code: string; problems: { path: unknown }[] }
      message: string
    }[]
    expect(errors.map(({ extensions }) => extensions.problems[0]?.path)).toEqual([
      ['users', 0, 'age'],
      ['users', 1],
      ['users', 1],
    ])
    expect(errors.every(({ extensions }) => extensions.code === 'BAD_USER_INPUT')).toBe(true)
    expect(JSON.stringify(errors.map(({ message }) => message))).not.toMatch(/hunter/)
  })

  it('a literal that a custom scalar refuses is BAD_USER_INPUT, and other wrong literals are GRAPHQL_VALIDATION_FAILED', () => {
    expect(outcome('{ articles(publishedAfter: "yesterday") { id } }')).toBe('BAD_USER_INPUT')
    expect(outcome('mutation { requestPasswordReset(email: "nobody") }')).toBe('BAD_USER_INPUT')
    expect(outcome('{ users(limit: "three") { id } }')).toBe('GRAPHQL_VALIDATION_FAILED')
  })
})

describe('C2.3 problems of a scalar have its path and value', () => {
  const toldOf = (query: string, variables: Record<string, unknown> = {}) => {
    const prepared = createRequestPreparer(schema, DEFAULT_LIMITS)({ query, variables })
    if ('document' in prepared) throw new Error('nothing is wrong')
    const [error] = prepared
    return { message: error?.message ?? '', ...error?.extensions, locations: error?.locations }
  }
  const NESTED = 'mutation ($to: Email!) { inviteUser(email: $to) { id } }'
  const DATE = 'query ($day: Date) { articles(publishedAfter: $day) { id } }'

  it.each<[string, string, Record<string, unknown>, (string | number)[], string]>([
    ['a Date', '{ articles(publishedAfter: "2026-02-30") { id } }', {}, ['publishedAfter'], '"2026-02-30"'],
    ['a Date that is no string', '{ articles(publishedAfter: 7) { id } }', {}, ['publishedAfter'], '7'],
    ['an Email', 'mutation { requestPasswordReset(email: "nobody") }', {}, ['email'], '"nobody"'],
    [
      'a URL in an input object',
      'mutation { createWebhook(input: { url: "ftp://x", events: [] }) { secret } }',
      {},
      ['input', 'url'],
      '"ftp://x"',
    ],
    [
      'a default',
      'query ($day: Date = "soon") { articles(publishedAfter: $day) { id } }',
      {},
      ['$day'],
      '"soon"',
    ],
    ['a Date of a variable', DATE, { day: 'soon' }, ['day'], '"soon"'],
    ['a Date of a variable that is no string', DATE, { day: true }, ['day'], 'true'],
    ['an Email of a variable', NESTED, { to: 'nobody' }, ['to'], '"nobody"'],
    ['an Int of a variable', 'query ($n: Int) { users(limit: $n) { id } }', { n: 'ten' }, ['n'], '"ten"'],
  ])('%s', (_, query, variables, path, value) => {
    const { message, code, problems } = toldOf(query, variables) as never as Record<string, unknown>
    expect(code).toBe('BAD_USER_INPUT')
    expect(problems).toEqual([{ path, message: expect.stringContaining(value) }])
    expect(message).toContain(value)
    expect(message).toContain(path.join('.'))
  })

  it('the problem of a literal has its location', () =>
    expect(toldOf('{ articles(publishedAfter: "soon") { id } }').locations).toEqual([
      { line: 1, column: 28 },
    ]))

  it.each<[string, Record<string, unknown>]>([
    [DATE, { day: 'x'.repeat(5_000) }],
    [DATE, { day: '\\"'.repeat(5_000) }],
    ['query ($n: Int) { users(limit: $n) { id } }', { n: 'x'.repeat(5_000) }],
    ['query ($role: UserRole) { users(role: $role) { id } }', { role: 'x'.repeat(5_000) }],
    [`{ articles(publishedAfter: "${'x'.repeat(5_000)}") { id } }`, {}],
    [`{ articles(publishedAfter: ${'7'.repeat(5_000)}) { id } }`, {}],
    [`{ users(limit: ${'7'.repeat(5_000)}) { id } }`, {}],
    [`{ users(limit: "${'x'.repeat(5_000)}") { id } }`, {}],
  ])('at most 100 characters of a value are repeated: %.40s', (query, variables) =>
    expect(toldOf(query, variables).message.length).toBeLessThan(350),
  )

  it.each<[string, Record<string, unknown>]>([
    [DATE, { day: { password: 'hunter2' } }],
    [DATE, { day: [{ password: 'hunter2' }] }],
    [NESTED, { to: { password: 'hunter2' } }],
    ['query ($id: ID!) { user(id: $id) { id } }', { id: { password: 'hunter2' } }],
    ['query ($text: String!) { search(query: $text) { __typename } }', { text: { password: 'hunter2' } }],
    ['{ articles(publishedAfter: { password: "hunter2" }) { id } }', {}],
    ['{ search(query: { password: "hunter2" }) { __typename } }', {}],
    ['{ user(id: [{ password: "hunter2" }]) { id } }', {}],
  ])('an object where a scalar belongs is not repeated: %s', (query, variables) =>
    expect(JSON.stringify(toldOf(query, variables))).not.toContain('hunter2'),
  )
})
