import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores, openDatabase } from '@content-service/persistence'
import { TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { openReceiver, type Receiver } from '../../../../tools/programs/webhook-receiver.ts'
import { runProgram } from '../support/processes/processes.ts'
import { startTestService, type TestService } from '../support/service.ts'

const CREATE_WEBHOOK = `mutation ($input: CreateWebhookInput!) {
  createWebhook(input: $input) { secret webhook { id } }
}`
const CREATE_ARTICLE = `mutation ($input: CreateArticleInput!) { createArticle(input: $input) { id } }`

describe('C11.1 a service on one process', { timeout: 60_000 }, () => {
  let service: TestService
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await openReceiver()
    service = await startTestService('PGlite', { WEBHOOK_ALLOW_PRIVATE: 'true' })
  })
  afterAll(async () => {
    await service.stop()
    await receiver.close()
  })

  const awaitDeliveries = async (count: number): Promise<void> => {
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count)
  }

  it('sends events to a receiver, with signatures that the library verifies', async () => {
    const input = { url: receiver.url, events: ['article.created', 'article.published', 'comment.created'] }
    const made = await service.graphql(CREATE_WEBHOOK, { input })
    const { secret } = made.body.data.createWebhook
    const article = { title: 'Told', content: 'Text', authorId: '2', status: 'PUBLISHED' }
    const created = await service.graphql(CREATE_ARTICLE, { input: article })
    const { id } = created.body.data.createArticle
    await service.call('POST', `/api/articles/${id}/comments`, { body: { content: 'Well said.' } })
    await awaitDeliveries(3)
    expect(receiver.received.map(({ document }) => document.type).toSorted()).toEqual([
      'article.created',
      'article.published',
      'comment.created',
    ])
    for (const { body, headers, document } of receiver.received) {
      expect(new Webhook(secret).verify(body, headers)).toEqual(document)
      expect(headers['webhook-id']).toBe(document.id)
    }
  })
})

describe('C11.1 dead letters', { timeout: 60_000 }, () => {
  it('are listed and replayed over both interfaces and by the operator, each once', async () => {
    const service = await startTestService('PostgreSQL')
    const input = { url: 'https://events.example/in', events: ['user.created'] }
    const { id } = (await service.call('POST', '/api/webhooks', { body: input })).body
    const made = (await service.call('POST', `/api/webhooks/${id}/test`)).body
    expect(made).toMatchObject({ webhookId: id, type: 'webhook.test', status: 'PENDING', attempts: 0 })
    const database = await openDatabase({ url: service.databaseUrl ?? '' })
    const { deliveries } = createStores(database.session(), TEST_AUDIT_CONTEXT)
    const giveUp = () =>
      deliveries.change(made.id, (current) => ({ ...current, status: 'DEAD', nextAttemptAt: null }))

    await giveUp()
    const listed = await service.graphql('{ deadLetters { edges { node { id status eventId } } } }')
    const letter = { id: made.id, status: 'DEAD', eventId: made.eventId }
    expect(listed.body.data.deadLetters.edges).toEqual([{ node: letter }])
    expect((await service.call('GET', '/api/dead-letters')).body).toMatchObject([letter])
    const over = await service.call('POST', `/api/dead-letters/${made.id}/replay`)
    expect([over.status, over.body]).toMatchObject([202, { ...letter, status: 'PENDING' }])
    expect((await service.call('POST', `/api/dead-letters/${made.id}/replay`)).status).toBe(409)

    await giveUp()
    const replay = 'mutation ($id: ID!) { replayDeadLetter(id: $id) { status nextAttemptAt } }'
    const { body } = await service.graphql(replay, { id: made.id })
    expect(body.data.replayDeadLetter).toMatchObject({
      status: 'PENDING',
      nextAttemptAt: expect.any(String),
    })
    expect((await service.call('GET', '/api/dead-letters')).body).toEqual([])

    await giveUp()
    const settings = { DATABASE_URL: service.databaseUrl ?? '' }
    const told = (...args: readonly string[]) => runProgram('cli.ts', ['dead-letters', ...args], settings)
    expect((await told('list')).output).toContain(made.id)
    expect((await told('replay', made.id)).output).toBe(`The service will send ${made.id} again.\n`)
    expect((await told('list')).output).toBe('')
    expect(await told('replay', made.id)).toMatchObject({ code: 2, errors: expect.stringMatching(/PENDING/) })
    await database.close()
    await service.stop()
  })
})
