import { beforeEach, describe, expect, it } from 'vitest'
import { builtInModel, contentPolicy } from '../service/content-types.ts'
import type { EventName } from '../model/event-names.ts'
import type { WebhookId } from '../rules/ids.ts'
import { aContext, plainMailEncryption, NOON } from '../testing/index.ts'
import { aWorld, type World } from '../testing/world.ts'
import type { User } from '../users/user.ts'
import { attemptDelivery, type DeliveryParts } from './deliver.ts'
import { createWebhook, updateWebhook } from './webhook-operations.ts'
import type { AttemptResult } from './webhook-delivery.ts'
import type { WebhookSender } from './delivery-store.ts'
import { withValues } from '../model/types/record-changes.ts'
import { toState } from '../testing/builders.ts'
import { Article } from '../articles/article.ts'

type Message = Parameters<WebhookSender['post']>[0]

let world: World
let now = NOON
let answer: AttemptResult
let sent: Message[]
beforeEach(async () => {
  world = await aWorld()
  now = NOON
  answer = { statusCode: 204, error: null }
  sent = []
})

const parts = (): DeliveryParts => ({
  stores: world.stores,
  policy: contentPolicy,
  model: builtInModel,
  signing: aContext().signing,
  sender: {
    post: async (message) => {
      sent.push(message)
      return answer
    },
  },
  mailEncryption: plainMailEncryption,
  baseUrl: 'https://content.example',
  now: () => now,
})
const HOUR = 3_600_000
const later = (hours: number): void => void (now = new Date(NOON.getTime() + hours * HOUR))

const subscribed = async (owner: User, events: readonly EventName[]): Promise<WebhookId> => {
  const { webhook } = await createWebhook(world.as({ ...owner, permissions: ['webhooks:write'] }), {
    url: 'https://events.example/in',
    events,
  })
  return webhook.id
}
/** Attempts all due deliveries, as one worker does. */
const deliverAll = async (): Promise<void> => {
  const { deliveries } = world.stores
  await deliveries.dispatch(now, 100)
  const until = new Date(now.getTime() + 15_000)
  for (const claimed of await deliveries.claim({
    now,
    until,
    atMost: 100,
    atMostEach: 100,
    atMostOfOwner: 100,
    underWay: new Map(),
  }))
    await attemptDelivery(parts(), claimed)
}
const statuses = () => [...world.tables.deliveries.values()].map(({ status }) => status)
const bodies = () => sent.map(({ body }) => JSON.parse(body) as { type: string; data: { email?: string } })

describe('C11.1 an attempt', () => {
  it('sends the signed document of the event', async () => {
    const id = await subscribed(world.people.ADMIN, ['article.created'])
    const article = await world.article(world.people.AUTHOR)
    await deliverAll()
    const [{ id: eventId } = { id: '' }] = world.tables.events.values()
    expect(sent[0]).toMatchObject({
      url: 'https://events.example/in',
      headers: {
        'content-type': 'application/json',
        'webhook-timestamp': String(NOON.getTime() / 1000),
        'webhook-signature': `sealed whsec of ${id}`,
      },
    })
    const [document] = bodies()
    expect(document).toMatchObject({ type: 'article.created', version: 1, data: { id: article.id } })
    expect(sent[0]?.headers['webhook-id']).toBe((document as unknown as { id: string }).id)
    expect(eventId).not.toBe('')
    expect(statuses()).toEqual(['DELIVERED'])
  })

  it('withholds an event if the owner may not read the record at the time of the delivery', async () => {
    await subscribed(world.people.AUTHOR, ['article.created', 'article.published'])
    await world.article(world.people.EDITOR, 'DRAFT')
    const own = await world.article(world.people.AUTHOR, 'DRAFT')
    await deliverAll()
    expect(statuses()).toEqual(['WITHHELD', 'DELIVERED'])
    expect(bodies()).toMatchObject([{ data: { id: own.id } }])
  })

  it.each([
    ['is suspended', { status: 'SUSPENDED' }],
    ['is deleted', { deleted: true }],
  ] as const)('withholds all from an owner who %s', async (_, change) => {
    const { ADMIN } = world.people
    await subscribed(ADMIN, ['article.created'])
    await world.stores.users.change(ADMIN.id, (current) => ({ ...current, ...change }))
    await world.article(world.people.AUTHOR)
    await deliverAll()
    expect([statuses(), sent]).toEqual([['WITHHELD'], []])
  })

  it('C3.7 masks a public profile, and withholds a profile that is not public', async () => {
    await subscribed(world.people.AUTHOR, ['user.updated'])
    const { EDITOR, READER } = world.people
    await world.article(EDITOR)
    for (const { id } of [EDITOR, READER])
      await world.stores.users.change(id, (current) => ({ ...current, name: 'New', version: 2 }))
    await deliverAll()
    expect(bodies()).toMatchObject([
      { type: 'user.updated', data: { id: EDITOR.id, email: 'e***@e***.org', status: null } },
    ])
    expect(statuses()).toEqual(['DELIVERED', 'WITHHELD'])
  })
})

describe('C11.1 a receiver that fails', () => {
  const BROKEN: AttemptResult = { statusCode: 503, error: null }

  it('gets all events in order after it works again', async () => {
    await subscribed(world.people.ADMIN, ['article.created', 'article.published', 'article.unpublished'])
    answer = BROKEN
    const article = await world.article(world.people.AUTHOR)
    await world.stores
      .records(Article)
      .change(article.id, (current) => withValues(current, toState(current, 'DRAFT', NOON), NOON))
    await deliverAll()
    expect([sent.length, statuses()]).toEqual([1, ['PENDING', 'PENDING', 'PENDING']])
    answer = { statusCode: 200, error: null }
    sent = []
    for (const hours of [1, 2, 3]) {
      later(hours)
      await deliverAll()
    }
    expect(bodies().map(({ type }) => type)).toEqual([
      'article.created',
      'article.published',
      'article.unpublished',
    ])
  })

  it('its webhook is disabled after three days, and the owner gets one mail', async () => {
    const id = await subscribed(world.people.ADMIN, ['article.created'])
    answer = BROKEN
    await world.article(world.people.AUTHOR)
    await world.article(world.people.AUTHOR)
    await deliverAll()
    expect(world.tables.webhooks.get(id)).toMatchObject({ enabled: true, failingSince: NOON, version: 1 })
    later(71)
    await deliverAll()
    expect(world.tables.webhooks.get(id)?.enabled).toBe(true)
    later(72 + 13)
    await deliverAll()
    expect(world.tables.webhooks.get(id)).toMatchObject({ enabled: false, version: 2 })
    expect(world.mails().map(({ to }) => to)).toEqual([world.people.ADMIN.email])
    expect(world.mails()[0]?.text).toContain('https://events.example/in')
  })

  it('its webhook starts again when its owner enables it, and pending deliveries arrive', async () => {
    const id = await subscribed(world.people.ADMIN, ['article.created'])
    answer = { statusCode: 410, error: null }
    await world.article(world.people.AUTHOR)
    await deliverAll()
    expect(world.tables.webhooks.get(id)?.enabled).toBe(false)
    answer = { statusCode: 204, error: null }
    await updateWebhook(world.as(world.people.ADMIN), id, { enabled: true })
    expect(world.tables.webhooks.get(id)?.failingSince).toBeNull()
    later(1)
    await deliverAll()
    expect(statuses()).toEqual(['DELIVERED'])
  })

  it('a success ends the time of failures', async () => {
    const id = await subscribed(world.people.ADMIN, ['article.created'])
    answer = BROKEN
    await world.article(world.people.AUTHOR)
    await deliverAll()
    answer = { statusCode: 204, error: null }
    later(1)
    await deliverAll()
    expect(world.tables.webhooks.get(id)?.failingSince).toBeNull()
  })
})
