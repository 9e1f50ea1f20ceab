import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReceiver, type Receiver } from '../../../tools/webhook-receiver.ts'
import { startTestService, type TestService } from './testing/service.ts'

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

  const arrived = async (count: number): Promise<void> => {
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count)
  }

  it('tells a receiver of what happens, signed so that the library verifies it', async () => {
    const input = { url: receiver.url, events: ['article.created', 'article.published', 'comment.created'] }
    const made = await service.graphql(CREATE_WEBHOOK, { input })
    const { secret } = made.body.data.createWebhook
    const article = { title: 'Told', content: 'Text', authorId: '2', status: 'PUBLISHED' }
    const created = await service.graphql(CREATE_ARTICLE, { input: article })
    const { id } = created.body.data.createArticle
    await service.call('POST', `/api/articles/${id}/comments`, { body: { content: 'Well said.' } })
    await arrived(3)
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
