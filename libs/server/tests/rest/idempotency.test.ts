import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import {
  AS_ADMIN,
  basic,
  SAMPLED_DATABASES,
  startTestService,
  type Answer,
  type TestService,
} from '../support/service.ts'

const PASSWORD = 'seven quiet orange boats'
const CREATE_CATEGORY = 'mutation ($name: String!) { createCategory(input: { name: $name }) { id name } }'

const isReplayed = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true'
const readCode = ({ body }: Answer): string | undefined => body.code ?? body.errors?.[0]?.extensions.code

describe.each(SAMPLED_DATABASES)('C6.9 Idempotency-Key on %s', (kind) => {
  let post: PostOffice
  let service: TestService
  let made = 0
  const aKey = (): string => `key-${(made += 1)}`

  beforeAll(async () => {
    post = await openPostOffice()
    service = await startTestService(kind, { SMTP_URL: post.url, MAIL_FROM: 'content@example.org' })
  }, 60_000)
  afterAll(async () => {
    await service.stop()
    await post.close()
  })

  const rest = (path: string, key: string, body?: unknown, as: string | null = AS_ADMIN) =>
    service.call('POST', path, { as, body, headers: { 'idempotency-key': key } })
  const graphql = (key: string, query: string, variables: object = {}, as: string | null = AS_ADMIN) =>
    service.call('POST', '/graphql', {
      as,
      body: { query, variables },
      headers: { 'idempotency-key': key, accept: 'application/graphql-response+json' },
    })
  const categories = async (name: string): Promise<number> => {
    const { body } = await service.graphql('{ categories { name } }')
    return (body.data.categories as { readonly name: string }[]).filter((each) => each.name === name).length
  }
  const entries = async (): Promise<number> =>
    (await service.graphql('{ auditLog(first: 1) { totalCount { value } } }')).body.data.auditLog.totalCount
      .value

  describe('over REST', () => {
    const ada = { name: 'Ada', email: 'ada@example.org', age: 36 }

    it('sends the stored response again, and writes nothing', async () => {
      const key = aKey()
      const first = await rest('/api/users', key, ada)
      const before = await entries()
      const second = await rest('/api/users', key, ada)
      expect([first.status, isReplayed(first), second.status, isReplayed(second)]).toEqual([
        201,
        false,
        201,
        true,
      ])
      expect(second.body).toEqual(first.body)
      for (const header of ['location', 'etag', 'content-type', 'cache-control', 'vary'])
        expect([header, second.headers.get(header)]).toEqual([header, first.headers.get(header)])
      expect(await entries()).toBe(before)
    })

    it('treats a key with and without quotes as equal', async () => {
      const key = aKey()
      await rest('/api/categories', key, { name: 'Quoted' })
      expect(isReplayed(await rest('/api/categories', `"${key}"`, { name: 'Quoted' }))).toBe(true)
    })

    it('treats different spellings of a media type as equal', async () => {
      const key = aKey()
      const ask = (type: string) =>
        service.call('POST', '/api/categories', {
          headers: { 'idempotency-key': key, 'content-type': type },
          body: { name: 'Typed by' },
        })
      await ask('application/json')
      expect(isReplayed(await ask('Application/JSON; charset=utf-8'))).toBe(true)
    })

    it.each([
      ['another body', '/api/users', { ...ada, age: 37 }],
      ['another URL', '/api/categories', ada],
      ['another query', '/api/users?x=1', ada],
    ])('%s is 422', async (_, path, body) => {
      const key = aKey()
      const email = `${key}@example.org`
      await rest('/api/users', key, { ...ada, email })
      const answer = await rest(path, key, { ...body, email })
      expect([answer.status, readCode(answer)]).toEqual([422, 'IDEMPOTENCY_CONFLICT'])
      expect(answer.body.type).toMatch(/\/api\/errors\/IDEMPOTENCY_CONFLICT$/)
      expect(answer.headers.get('content-type')).toContain('application/problem+json')
    })

    it('stores no refusal: the next try runs', async () => {
      const key = aKey()
      const refused = await rest('/api/users', key, { name: 'No address' })
      expect(refused.status).toBe(422)
      expect(readCode(refused)).toBe('BAD_USER_INPUT')
      const mended = await rest('/api/users', key, { name: 'Nell', email: 'nell@example.org' })
      expect([mended.status, isReplayed(mended)]).toEqual([201, false])
    })

    it('enters a refusal in the audit log', async () => {
      const before = await entries()
      expect((await rest('/api/categories', aKey(), { name: 'Not mine' }, null)).status).toBe(401)
      expect(await entries()).toBe(before + 1)
    })

    it.each(['', 'two words', 'é', 'one, another', 'k'.repeat(256)])('%j is 400', async (key) => {
      const answer = await rest('/api/categories', key, { name: 'Never' })
      expect([answer.status, readCode(answer)]).toEqual([400, 'BAD_REQUEST'])
      expect([answer.body.detail.includes('1 to 255 visible ASCII'), await categories('Never')]).toEqual([
        true,
        0,
      ])
    })

    it('two keys are 400', async () => {
      const headers = new Headers({ authorization: AS_ADMIN, 'content-type': 'application/json' })
      headers.append('idempotency-key', 'one')
      headers.append('idempotency-key', 'another')
      const body = JSON.stringify({ name: 'Never' })
      const { status } = await fetch(`${service.url}/api/categories`, { method: 'POST', headers, body })
      expect(status).toBe(400)
    })

    it('is ignored by the other methods', async () => {
      const headers = { 'idempotency-key': 'two words' }
      const { body } = await rest('/api/users', aKey(), { name: 'Pat', email: 'pat@example.org' })
      const change = (name: string) =>
        service.call('PATCH', `/api/users/${body.id}`, { headers, body: { name } })
      expect([(await change('Pat I')).body.name, (await change('Pat II')).body.name]).toEqual([
        'Pat I',
        'Pat II',
      ])
      expect((await service.call('GET', '/api/users', { headers })).status).toBe(200)
    })

    it('separates the keys of each principal', async () => {
      await service.graphql(
        `mutation { createUser(input: { username: "eve", email: "eve@example.org", role: EDITOR, password: "${PASSWORD}" }) { id } }`,
      )
      const key = aKey()
      const first = await rest('/api/categories', key, { name: 'Hers' })
      const hers = await rest('/api/categories', key, { name: 'Mine' }, basic('eve', PASSWORD))
      expect([first.status, hers.status, isReplayed(hers)]).toEqual([201, 201, false])
    })

    it('sends no stored response to a credential that has ended', async () => {
      const key = aKey()
      await rest('/api/categories', key, { name: 'Ended' })
      const wrong = await rest('/api/categories', key, { name: 'Ended' }, basic('admin', 'another password'))
      expect([wrong.status, (await rest('/api/categories', key, { name: 'Ended' }, null)).status]).toEqual([
        401, 401,
      ])
    })

    it('sends a mail once', async () => {
      const key = aKey()
      const invite = () => rest('/api/users/invitations', key, { email: 'nora@example.org' })
      const [first, second] = [await invite(), await invite()]
      expect([first.status, second.status, isReplayed(second)]).toEqual([201, 201, true])
      const reset = () => rest('/api/users/password-resets', key, { email: 'admin@example.org' }, null)
      expect([(await reset()).status, isReplayed(await reset())]).toEqual([202, true])
      await post.letterTo('admin@example.org')
      await post.letterTo('nora@example.org')
      const to = post.letters().map((letter) => letter.to)
      expect(to.toSorted()).toEqual(['admin@example.org', 'nora@example.org'])
    })

    it('changes a password, for which it queries the database separately, without a deadlock', async () => {
      const as = basic('eve', PASSWORD)
      const next = 'a lamp, a kettle, a stone'
      const changed = await rest('/api/me/password', aKey(), { current: PASSWORD, next }, as)
      expect(changed.status).toBe(204)
    })

    it('stores no response with a secret: a retry runs again', async () => {
      const key = aKey()
      const make = () => rest('/api/api-keys', key, { name: 'robot', scopes: ['articles:read'] })
      const [first, second] = [await make(), await make()]
      expect([first.status, second.status, isReplayed(second)]).toEqual([201, 201, false])
      expect(second.body.key).not.toBe(first.body.key)
    })

    it('eight concurrent requests create one record', async () => {
      const key = aKey()
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => rest('/api/categories', key, { name: 'Eight' })),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => ![201, 409].includes(status))).toEqual([])
      expect(answers.filter((each) => each.status === 201 && !isReplayed(each))).toHaveLength(1)
      for (const each of answers.filter(({ status }) => status === 409))
        expect([readCode(each), each.headers.get('retry-after')]).toEqual(['IDEMPOTENCY_CONFLICT', '1'])
      expect(await categories('Eight')).toBe(1)
      expect(isReplayed(await rest('/api/categories', key, { name: 'Eight' }))).toBe(true)
    })
  })

  describe('over GraphQL', () => {
    it('sends the stored response again, and writes nothing', async () => {
      const key = aKey()
      const ask = () => graphql(key, CREATE_CATEGORY, { name: 'Typed' })
      const first = await ask()
      const before = await entries()
      const second = await ask()
      expect([first.status, isReplayed(first), second.status, isReplayed(second)]).toEqual([
        200,
        false,
        200,
        true,
      ])
      expect([second.body, second.headers.get('content-type')]).toEqual([
        first.body,
        first.headers.get('content-type'),
      ])
      expect(second.body).toMatchObject({
        data: { createCategory: { name: 'Typed' } },
        extensions: { cost: 1 },
      })
      expect(await entries()).toBe(before)
    })

    it.each(['application/json', 'application/graphql-response+json'])(
      'another payload is 422, also as %s',
      async (accept) => {
        const key = aKey()
        await graphql(key, CREATE_CATEGORY, { name: `Payload ${key}` })
        const others = [
          { query: CREATE_CATEGORY, variables: { name: 'Other variables' } },
          { query: `${CREATE_CATEGORY} `, variables: { name: `Payload ${key}` } },
          { query: 'mutation { createCategory(input: { name: "Other document" }) { id } }' },
        ]
        for (const body of others) {
          const headers = { 'idempotency-key': key, accept }
          const answer = await service.call('POST', '/graphql', { body, headers })
          expect([answer.status, readCode(answer), 'data' in answer.body]).toEqual([
            422,
            'IDEMPOTENCY_CONFLICT',
            false,
          ])
        }
      },
    )

    it('separates the requests of GraphQL and REST', async () => {
      const key = aKey()
      await rest('/api/categories', key, { name: `Styles ${key}` })
      expect((await graphql(key, CREATE_CATEGORY, { name: `Styles ${key}` })).status).toBe(422)
    })

    it('several root fields are BAD_REQUEST, and none of them runs', async () => {
      const answer = await graphql(
        aKey(),
        'mutation { a: createCategory(input: { name: "A" }) { id } b: createCategory(input: { name: "B" }) { id } }',
      )
      expect([answer.status, readCode(answer)]).toEqual([400, 'BAD_REQUEST'])
      expect([await categories('A'), await categories('B')]).toEqual([0, 0])
    })

    it('a malformed key is BAD_REQUEST on a mutation, and any key is ignored on a query', async () => {
      const answer = await graphql('two words', CREATE_CATEGORY, { name: 'Never' })
      expect([answer.status, readCode(answer)]).toEqual([400, 'BAD_REQUEST'])
      const asked = await graphql('two words', '{ a: currentUser { id } b: currentUser { id } }')
      expect([asked.status, isReplayed(asked)]).toEqual([200, false])
    })

    it('a mutation with an error in any field has written nothing, and its retry runs', async () => {
      const key = aKey()
      await service.graphql(
        `mutation { createUser(input: { username: "ann", email: "ann@example.org", password: "${PASSWORD}", role: AUTHOR }) { id } }`,
      )
      const as = basic('ann', PASSWORD)
      const { body } = await service.graphql(
        'mutation { createArticle(input: { authorId: "2", title: "Hers", content: "Text", status: PUBLISHED }) { id } }',
      )
      const query = `mutation { createComment(articleId: "${body.data.createArticle.id}", content: "Seen") {
        id article { owner { status } } } }`
      const refused = await graphql(key, query, {}, as)
      expect([refused.body.data, refused.status, readCode(refused)]).toEqual([null, 403, 'FORBIDDEN'])
      const { data } = (
        await service.graphql(`{ article(id: "${body.data.createArticle.id}") { commentCount } }`)
      ).body
      expect(data.article.commentCount).toBe(0)
      expect(isReplayed(await graphql(key, query, {}, as))).toBe(false)
    })

    it('stores no refusal in the data of a response: the retry runs', async () => {
      const key = aKey()
      const query = `mutation { createUserOrError(input: { username: "zoe", email: "zoe@example.org", password: "${PASSWORD}" }) {
        ... on Success { message } ... on Error { code } } }`
      const taken = await service.graphql(
        `mutation { createUser(input: { username: "zoe", email: "zoe2@example.org", password: "${PASSWORD}" }) { id } }`,
      )
      expect((await graphql(key, query)).body.data.createUserOrError).toEqual({ code: 'CONFLICT' })
      await service.graphql(`mutation { deleteUser(id: "${taken.body.data.createUser.id}") }`)
      expect((await graphql(key, query)).body.data.createUserOrError).toEqual({
        message: 'Created the user zoe.',
      })
      expect(isReplayed(await graphql(key, query))).toBe(true)
    })

    it('stores no response with a secret', async () => {
      const key = aKey()
      const make = async () =>
        (
          await graphql(
            key,
            'mutation { createOAuthClient(input: { name: "App", grants: [CLIENT_CREDENTIALS] }) { secret } }',
          )
        ).body.data.createOAuthClient.secret
      const [first, second] = [await make(), await make()]
      expect([typeof first, first === second]).toEqual(['string', false])
    })

    it('bulkCreateUsers runs once', async () => {
      const users = [1, 2, 3].map((n) => ({
        username: `bulk-${n}`,
        email: `bulk-${n}@example.org`,
        password: PASSWORD,
      }))
      const query =
        'mutation ($users: [CreateUserInput!]!) { bulkCreateUsers(users: $users) { id username } }'
      const key = aKey()
      const [first, second] = [await graphql(key, query, { users }), await graphql(key, query, { users })]
      expect(first.body.data.bulkCreateUsers).toHaveLength(3)
      expect([isReplayed(second), second.body]).toEqual([true, first.body])
    })

    it('eight concurrent sign-ups of a stranger create one user', async () => {
      const key = aKey()
      const query = `mutation { createUser(input: { username: "eight", email: "eight@example.org", password: "${PASSWORD}" }) { id username } }`
      const answers = await Promise.all(Array.from({ length: 8 }, () => graphql(key, query, {}, null)))
      expect(answers.filter((each) => each.status === 200 && !isReplayed(each))).toHaveLength(1)
      expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([])
    })
  })
})
