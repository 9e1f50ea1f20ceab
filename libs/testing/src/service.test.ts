import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type Seeds, type TestService } from './index.ts'

const NOON = '2026-11-20T12:00:00.000Z'
const WEBHOOK = { url: 'https://events.example/in', events: ['article.published'] }

const seed = async ({ user, article, comment }: Seeds) => {
  const ada = await user('ada', { role: 'AUTHOR', password: 'maroon kettle drifts' })
  const essay = await article(ada, { title: 'Publishing for beginners' })
  await comment(essay, ada, 'More soon.')
  return { ada, essay, draft: await article(ada, { title: 'Later', status: 'DRAFT' }) }
}

describe.each(['memory', 'pglite'] as const)('a service on %s', (database) => {
  let service: TestService<Awaited<ReturnType<typeof seed>>>
  let receiverStatus = 204
  beforeAll(async () => {
    service = await startService({ database, seed, now: NOON, receiveWebhook: () => receiverStatus })
  })
  afterAll(() => service.stop())

  it('has the records of its seed, and no others', async () => {
    const query = '{ articles { title owner { username } comments(limit: 1) { content } } }'
    const { data } = await service.anonymous.graphql(query)
    expect(data).toEqual({
      articles: [
        {
          title: 'Publishing for beginners',
          owner: { username: 'ada' },
          comments: [{ content: 'More soon.' }],
        },
      ],
    })
    const { body } = await service.as('ADMIN').rest<{ name: string }[]>('GET', '/api/users')
    expect(body.map(({ name }) => name)).toEqual(['admin', 'ada'])
  })

  it.each(['GUEST', 'READER', 'AUTHOR', 'EDITOR', 'ADMIN'])(
    'knows a caller with the role %s',
    async (role) => {
      const { data } = await service.as(role).graphql('{ currentUser { username roles } }')
      expect(data).toEqual({ currentUser: { username: role.toLowerCase(), roles: [role] } })
      expect((await service.as(role).user())?.username).toBe(role.toLowerCase())
    },
  )

  it('refuses a caller without the permission, and a caller without a credential', async () => {
    const create = 'mutation ($id: ID!) { deleteArticle(id: $id) }'
    const { id } = service.seeded.essay
    const reader = await service.as('READER').graphql(create, { id })
    expect(reader.errors?.[0]?.extensions?.['code']).toBe('FORBIDDEN')
    expect((await service.anonymous.rest('DELETE', `/api/articles/${id}`)).status).toBe(401)
    expect(await service.anonymous.user()).toBeNull()
  })

  it('signs in a user with the password of the seed', async () => {
    const basic = (password: string) => ({
      headers: { authorization: `Basic ${Buffer.from(`ada:${password}`).toString('base64')}` },
    })
    const { body } = await service.anonymous.rest('GET', '/api/me', basic('maroon kettle drifts'))
    expect(body).toMatchObject({ username: 'ada' })
    expect((await service.anonymous.rest('GET', '/api/me', basic('wrong'))).status).toBe(401)
  })

  it('captures the mails that settle sends', async () => {
    const invite = 'mutation { inviteUser(email: "eve@example.org", name: "Eve") { id } }'
    await service.as('ADMIN').graphql(invite)
    expect(service.mails).toEqual([])
    await service.settle()
    const [mail] = service.mails
    expect(mail).toMatchObject({ to: 'eve@example.org' })
    const token = /^ {4}(\S+)$/m.exec(mail?.text ?? '')?.[1]
    const reset =
      'mutation ($token: String!, $password: String!) { resetPassword(token: $token, password: $password) }'
    const { data } = await service.anonymous.graphql(reset, { token, password: 'tangled otter velvet 9' })
    expect(data).toEqual({ resetPassword: true })
  })

  it('publishes an article at its time, and sends a signed message until the receiver accepts it', async () => {
    const { body: webhook } = await service
      .as('ADMIN')
      .rest<{ secret: string }>('POST', '/api/webhooks', { body: WEBHOOK })
    const schedule =
      'mutation ($id: ID!, $at: String!) { scheduleArticle(id: $id, publishAt: $at) { status } }'
    const { id } = service.seeded.draft
    const at = new Date(service.clock.now().getTime() + 3_600_000).toISOString()
    await service.as('EDITOR').graphql(schedule, { id, at })
    await service.clock.advance('59m')
    expect(service.webhooks).toEqual([])
    receiverStatus = 500
    await service.clock.advance('1m')
    expect(service.webhooks).toHaveLength(1)
    receiverStatus = 204
    await service.clock.advance('5s')
    await service.clock.advance('1h')
    expect(service.webhooks).toHaveLength(2)
    const [first, second] = service.webhooks
    expect(first?.body).toBe(second?.body)
    expect(second).toMatchObject({ url: WEBHOOK.url, event: { type: 'article.published', data: { id } } })
    const {
      'webhook-id': name,
      'webhook-timestamp': time,
      'webhook-signature': signature,
    } = second?.headers ?? {}
    const key = Buffer.from(webhook.secret.replace('whsec_', ''), 'base64')
    const digest = createHmac('sha256', key).update(`${name}.${time}.${second?.body}`).digest('base64')
    expect(signature).toBe(`v1,${digest}`)
  })

  it('finds a record by a misspelt word after settle', async () => {
    await service.settle()
    const search = '{ search(query: "publihsing") { ... on Article { title } } }'
    expect((await service.anonymous.graphql(search)).data).toEqual({
      search: { title: 'Publishing for beginners' },
    })
  })

  it('runs a request with an Idempotency-Key once', async () => {
    const body = { title: 'Once', content: 'Send this request as often as you like.' }
    const input = { body, headers: { 'idempotency-key': 'my-first-key' } }
    const create = () => service.as('EDITOR').rest<{ id: string }>('POST', '/api/articles', input)
    const [first, second] = [await create(), await create()]
    expect([first.status, second.body.id]).toEqual([201, first.body.id])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })

  it('tells subscribers of a write', async () => {
    const { id } = service.seeded.essay
    const query = `subscription { articleChanged(id: "${id}") { title } }`
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
    const body = JSON.stringify({ query })
    const response = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body })
    await sleep(100)
    const change = 'mutation ($id: ID!) { updateArticle(input: { id: $id, title: "Changed" }) { id } }'
    await service.as('EDITOR').graphql(change, { id })
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      if (text.includes('Changed')) break
    }
    expect(text).toContain('event: next')
  })
})
