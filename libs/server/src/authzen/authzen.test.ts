import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basic, SAMPLED_DATABASES, startTestService, type TestService } from '../../tests/support/service.ts'

describe.each(SAMPLED_DATABASES)('C12.1 AuthZEN on %s', (kind) => {
  let service: TestService
  let [published, draft, author, reader] = ['', '', '', '']

  beforeAll(async () => {
    service = await startTestService(kind)
    const { body } = await service.graphql(`mutation {
      a: createUser(input: { username: "ann", email: "ann@example.org", password: "seven quiet harbours", role: AUTHOR }) { id }
      r: createUser(input: { username: "rita", email: "rita@example.org", password: "seven quiet harbours" }) { id }
    }`)
    ;[author, reader] = [body.data.a.id, body.data.r.id]
    const made = await service.graphql(`mutation {
      draft: createArticle(input: { title: "Draft", content: "Text.", authorId: "${author}" }) { id }
      shown: createArticle(input: { title: "Shown", content: "Text.", authorId: "${author}", status: PUBLISHED }) { id }
    }`)
    ;[draft, published] = [made.body.data.draft.id, made.body.data.shown.id]
  }, 30_000)
  afterAll(() => service.stop())

  const ask = async (path: string, body: unknown, as?: string | null) =>
    service.call('POST', `/access/v1/${path}`, { body, ...(as !== undefined && { as }) })
  const user = (id: string) => ({ type: 'user', id })
  const article = (id: string) => ({ type: 'articles', id })
  const action = (name: string) => ({ name })

  it('decides about users and records of the service', async () => {
    const decide = async (subject: string, name: string, id: string) => {
      const { body } = await ask('evaluation', {
        subject: user(subject),
        action: action(name),
        resource: article(id),
      })
      return body.decision
    }
    expect(await decide(reader, 'read', published)).toBe(true)
    expect(await decide(reader, 'read', draft)).toBe(false)
    expect(await decide(author, 'read', draft)).toBe(true)
    expect(await decide(reader, 'write', published)).toBe(false)
    expect(await decide('999', 'read', published)).toBe(false)
    expect(await decide(reader, 'read', 'x')).toBe(false)
  })

  it('decides about several questions in one request, and names the reason of a denial', async () => {
    const { body } = await ask('evaluations', {
      subject: user(reader),
      action: action('read'),
      evaluations: [{ resource: article(published) }, { resource: article(draft) }],
    })
    expect(body.evaluations).toEqual([
      { decision: true },
      { decision: false, context: { reason_admin: { reason: 'no-rule', rules: [] } } },
    ])
  })

  it('searches for subjects, resources and actions', async () => {
    const subjects = await ask('search/subject', {
      subject: { type: 'user' },
      action: action('read'),
      resource: article(draft),
    })
    expect(subjects.body.results).toEqual(expect.arrayContaining([user('2'), user(author)]))
    expect(subjects.body.results).not.toContainEqual(user(reader))
    const resources = await ask('search/resource', {
      subject: user(reader),
      action: action('read'),
      resource: { type: 'articles' },
    })
    expect(resources.body.results).toEqual([article(published)])
    const all = await ask('search/resource', {
      subject: user(author),
      action: action('read'),
      resource: { type: 'articles' },
      page: { limit: 1 },
    })
    const rest = await ask('search/resource', {
      subject: user(author),
      action: action('read'),
      resource: { type: 'articles' },
      page: { token: all.body.page.next_token },
    })
    expect([...all.body.results, ...rest.body.results]).toEqual(
      expect.arrayContaining([article(published), article(draft)]),
    )
    const actions = await ask('search/action', { subject: user(reader), resource: article(published) })
    expect(actions.body.results).toContainEqual(action('read'))
    expect(actions.body.results).not.toContainEqual(action('delete'))
  })

  it('does not count a user who cannot sign in', async () => {
    const { body } = await service.graphql(`mutation {
      createUser(input: { username: "sam", email: "sam@example.org", password: "seven quiet harbours" }) { id }
    }`)
    const { id } = body.data.createUser
    await service.graphql(`mutation { updateUser(input: { id: "${id}", status: SUSPENDED }) { id } }`)
    const { body: decided } = await ask('evaluation', {
      subject: user(id),
      action: action('read'),
      resource: article(published),
    })
    expect(decided).toEqual({ decision: false })
    const found = await ask('search/subject', {
      subject: { type: 'user' },
      action: action('read'),
      resource: article(published),
    })
    expect(found.body.results).not.toContainEqual(user(id))
  })

  it.each(['articles', 'comments', 'users', 'products', 'api-keys', 'webhooks', 'oauth-clients', 'audit'])(
    'knows the resource %s',
    async (type) => {
      const { status, body } = await ask('search/resource', {
        subject: user('2'),
        action: action('read'),
        resource: { type },
      })
      expect([status, Array.isArray(body.results)]).toEqual([200, true])
    },
  )

  it('needs audit:read', async () => {
    const body = { subject: user('2'), action: action('read'), resource: article(published) }
    expect((await ask('evaluation', body, null)).status).toBe(401)
    const asReader = basic('rita@example.org', 'seven quiet harbours')
    expect((await ask('evaluation', body, asReader)).status).toBe(403)
  })

  it.each([
    ['evaluation', {}, 400],
    ['evaluation', '{', 400],
    ['unknown', {}, 404],
  ])('%s with %j gets %i', async (path, body, status) => expect((await ask(path, body)).status).toBe(status))

  it('repeats the id of the request', async () => {
    const { headers } = await service.call('POST', '/access/v1/evaluation', {
      body: {},
      headers: { 'x-request-id': 'mine' },
    })
    expect(headers.get('x-request-id')).toBe('mine')
  })

  it('describes itself to anybody', async () => {
    const { status, body } = await service.call('GET', '/.well-known/authzen-configuration', { as: null })
    expect(status).toBe(200)
    expect(body.access_evaluation_endpoint).toBe(`${body.policy_decision_point}/access/v1/evaluation`)
    expect(Object.keys(body)).toHaveLength(6)
  })
})

it('C9.1 charges the questions of a request to the quota', async () => {
  const service = await startTestService('PostgreSQL', { RATE_LIMIT: '1000' })
  try {
    const left = async (path: string, body: object) =>
      Number(
        (await service.call('POST', `/access/v1/${path}`, { body })).headers.get('x-ratelimit-remaining'),
      )
    const question = {
      subject: { type: 'user', id: '2' },
      action: { name: 'read' },
      resource: { type: 'articles', id: 'x' },
    }
    const before = await left('evaluation', question)
    expect(before - (await left('evaluation', question))).toBe(1)
    expect(before - (await left('evaluations', { ...question, evaluations: Array(40).fill({}) }))).toBe(6)
    expect(before - (await left('search/action', question))).toBe(8)
  } finally {
    await service.stop()
  }
})
