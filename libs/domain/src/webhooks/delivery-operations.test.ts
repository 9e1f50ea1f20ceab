import { beforeEach, describe, expect, it } from 'vitest'
import type { WebhookDeliveryId, WebhookId } from '../rules/ids.ts'
import { connectRows, countRows } from '../operations/read-operations.ts'
import { NOON } from '../testing/index.ts'
import { aWorld, describeOutcome, type World } from '../testing/world.ts'
import type { User } from '../users/user.ts'
import { deliveryOperations, replayDeadLetter, testWebhook } from './delivery-operations.ts'
import { createWebhook, rotateWebhookSecret, updateWebhook } from './webhook-operations.ts'
import { decideDeliveryOutcome } from './webhook-delivery.ts'

let world: World
let admin: User
let id: WebhookId
beforeEach(async () => {
  world = await aWorld()
  admin = world.people.ADMIN
  const given = { url: 'https://events.example/in', events: ['article.created'] }
  id = (await createWebhook(world.as(admin), given)).webhook.id
})

const { webhookDeliveries, deadLetters } = deliveryOperations
const PAGE = { first: 10, after: null }
const IDS = { fields: ['id', 'type', 'status'] }
const WINDOW = { filters: {}, window: { limit: 10, offset: 0 }, atMost: 9 }
const readDeliveries = (caller: User | null, which: WebhookId | null = id) =>
  connectRows(
    world.as(caller),
    webhookDeliveries,
    { filters: { id: which ?? 'no id' }, name: 'webhookDeliveries', page: PAGE },
    IDS,
  )
const readDeadLetters = (caller: User | null) =>
  connectRows(world.as(caller), deadLetters, { filters: {}, name: 'deadLetters', page: PAGE }, IDS)
const reader = (): User => ({ ...world.people.READER, permissions: ['webhooks:read'] })
const tested = async (): Promise<WebhookDeliveryId> => (await testWebhook(world.as(admin), id)).id
/** A dead letter: a delivery that the service has given up. */
const dead = async (): Promise<WebhookDeliveryId> => {
  const delivery = await tested()
  const claim = { now: NOON, until: NOON, atMost: 9, atMostEach: 9, atMostOfOwner: 9, underWay: new Map() }
  const [claimed] = await world.stores.deliveries.claim(claim)
  if (claimed === undefined) throw new Error('nothing was claimed')
  const outcome = decideDeliveryOutcome({ statusCode: 500, error: null }, 99, NOON)
  await world.stores.deliveries.settle(claimed, outcome, NOON)
  return delivery
}

describe('C11.1 testWebhook', () => {
  it('makes a delivery for this webhook alone, of an event without subscribers', async () => {
    const delivery = await testWebhook(world.as(admin), id)
    expect(delivery).toMatchObject({ webhookId: id, type: 'webhook.test', status: 'PENDING', attempts: 0 })
    expect(world.tables.events.get(delivery.eventId)?.data).toEqual({ webhookId: id })
  })

  it('refuses in order', async () => {
    const outcome = (caller: User | null, which: WebhookId | null = id) =>
      describeOutcome(() => testWebhook(world.as(caller), which))
    expect(await outcome(null)).toBe('UNAUTHENTICATED')
    expect(await outcome(world.people.EDITOR)).toBe('NOT_FOUND')
    expect(await outcome(reader())).toBe('FORBIDDEN')
    expect(await outcome(admin, null)).toBe('NOT_FOUND')
    await updateWebhook(world.as(admin), id, { enabled: false })
    expect(await outcome(admin)).toBe('CONFLICT')
  })
})

describe('C11.1 rotateWebhookSecret', () => {
  it('makes a new secret; the earlier secret stays valid for a day', async () => {
    const before = world.tables.webhooks.get(id)?.sealedSecret
    const { webhook, secret } = await rotateWebhookSecret(world.as(admin), id)
    const kept = world.tables.webhooks.get(id)
    expect([webhook.version, kept?.sealedSecret]).toEqual([2, `sealed ${secret}`])
    expect(kept?.previous).toEqual({
      sealedSecret: before,
      until: new Date(NOON.getTime() + 24 * 3_600_000),
    })
  })

  it('refuses callers as any change of a webhook does', async () => {
    const outcome = (caller: User | null, which: WebhookId | null = id) =>
      describeOutcome(() => rotateWebhookSecret(world.as(caller), which))
    expect(await outcome(null)).toBe('UNAUTHENTICATED')
    expect(await outcome(world.people.EDITOR)).toBe('NOT_FOUND')
    expect(await outcome(reader())).toBe('FORBIDDEN')
    expect(await outcome(admin, null)).toBe('NOT_FOUND')
  })
})

describe('C11.1 the delivery log', () => {
  it('is visible to callers who may read the webhook', async () => {
    await tested()
    const rows = async (caller: User) => (await readDeliveries(caller)).edges.map(({ node }) => node['type'])
    expect(await rows(admin)).toEqual(['webhook.test'])
    expect(await rows(reader())).toEqual(['webhook.test'])
    const outcome = (caller: User | null, which: WebhookId | null = id) =>
      describeOutcome(() => readDeliveries(caller, which))
    expect(await outcome(null)).toBe('UNAUTHENTICATED')
    expect(await outcome(world.people.EDITOR)).toBe('NOT_FOUND')
    expect(await outcome(admin, null)).toBe('NOT_FOUND')
    expect(
      (await countRows(world.as(admin), webhookDeliveries, { ...WINDOW, filters: { id } }, IDS)).total,
    ).toBe(1)
  })
})

describe('C11.1 dead letters', () => {
  it('are visible to callers who may read the audit log, and contain only dead letters', async () => {
    await dead()
    await tested()
    const { edges } = await readDeadLetters(admin)
    expect(edges.map(({ node }) => node['status'])).toEqual(['DEAD'])
    expect((await countRows(world.as(admin), deadLetters, WINDOW, IDS)).total).toBe(1)
    expect(await describeOutcome(() => readDeadLetters(null))).toBe('UNAUTHENTICATED')
    expect(await describeOutcome(() => readDeadLetters(reader()))).toBe('FORBIDDEN')
  })

  it('are replayed with their event id', async () => {
    const letter = await dead()
    const { eventId } = world.tables.deliveries.get(letter) ?? {}
    expect(await replayDeadLetter(world.as(admin), letter)).toMatchObject({
      id: letter,
      eventId,
      status: 'PENDING',
      attempts: 0,
      nextAttemptAt: NOON,
    })
    const outcome = (caller: User | null, which: WebhookDeliveryId | null = letter) =>
      describeOutcome(() => replayDeadLetter(world.as(caller), which))
    expect(await outcome(admin)).toBe('CONFLICT')
    expect(await outcome(admin, null)).toBe('NOT_FOUND')
    expect(await outcome(null)).toBe('UNAUTHENTICATED')
    expect(await outcome(world.people.EDITOR)).toBe('FORBIDDEN')
  })
})
