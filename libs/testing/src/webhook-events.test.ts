import { builtInModel } from '@content-service/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from './index.ts'

const RIGHT = { url: 'https://events.example/in', events: ['article.published'] }
const WRONG = { ...RIGHT, events: ['article.published', 'article.publishd'] }
const SAID = `must be one of ${builtInModel.eventNames.join(', ')}`
const CREATE = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }'
const UPDATE = 'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { id } }'

describe('C11.1 the right events are in the response to a webhook with a wrong event', () => {
  let service: TestService
  let id: string
  beforeAll(async () => {
    service = await startService()
    const { body } = await service.as('ADMIN').rest<{ id: string }>('POST', '/api/webhooks', { body: RIGHT })
    id = body.id
  })
  afterAll(() => service.stop())

  it('of POST and PATCH', async () => {
    const refused = { code: 'BAD_USER_INPUT', errors: [{ pointer: '/events/1', message: SAID }] }
    const admin = service.as('ADMIN')
    const created = await admin.rest('POST', '/api/webhooks', { body: WRONG })
    expect(created.body).toMatchObject(refused)
    const changed = await admin.rest('PATCH', `/api/webhooks/${id}`, { body: { events: WRONG.events } })
    expect(changed.body).toMatchObject(refused)
  })

  it('of createWebhook and updateWebhook', async () => {
    const message = expect.stringContaining(`${SAID}; "article.publishd" is not`)
    const problems = [{ path: ['input', 'events'], message }]
    const refused = [{ message, extensions: { code: 'BAD_USER_INPUT', problems } }]
    const admin = service.as('ADMIN')
    const created = await admin.graphql(CREATE, { input: WRONG })
    expect(created.errors).toMatchObject(refused)
    const changed = await admin.graphql(UPDATE, { input: { id, events: WRONG.events } })
    expect(changed.errors).toMatchObject(refused)
  })
})
