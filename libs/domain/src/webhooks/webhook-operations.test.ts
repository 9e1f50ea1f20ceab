import { beforeEach, describe, expect, test } from 'vitest'
import { builtInModel } from '../service/content-types.ts'
import { listRows, readRow } from '../operations/read-operations.ts'
import { atVersion } from '../context/precondition.ts'
import { aWorld, describeOutcome, refusedPaths, type World } from '../testing/world.ts'
import type { UserRole } from '../access/role-names.ts'
import type { User } from '../users/user.ts'
import type { NewWebhook, WebhookChange } from './webhook-rules.ts'
import { createWebhook, deleteWebhook, updateWebhook, webhookOperations } from './webhook-operations.ts'

const { webhooks, webhook: one } = webhookOperations

let world: World
beforeEach(async () => {
  world = await aWorld()
})

const given = (more: Partial<NewWebhook> = {}): NewWebhook => ({
  url: 'https://events.example/in',
  events: ['article.published'],
  ...more,
})
const create = (caller: User | null, more: Partial<NewWebhook> = {}) =>
  createWebhook(world.as(caller), given(more))
const IDS = { fields: ['id'] }
const ALL = { limit: 100, offset: 0 }

describe('C11.1 createWebhook', () => {
  test('enables the webhook, and stores its secret encrypted', async () => {
    const { webhook, secret } = await create(world.people.ADMIN, {
      events: ['user.deleted', 'article.published', 'user.deleted'],
    })
    expect(webhook).toMatchObject({
      ownerId: world.people.ADMIN.id,
      url: 'https://events.example/in',
      events: ['article.published', 'user.deleted'],
      enabled: true,
      version: 1,
    })
    expect(JSON.stringify(webhook)).not.toContain(secret)
    expect(world.tables.webhooks.get(webhook.id)?.sealedSecret).toBe(`sealed ${secret}`)
  })

  test.each<[UserRole | null, string]>([
    [null, 'UNAUTHENTICATED'],
    ['GUEST', 'FORBIDDEN'],
    ['EDITOR', 'FORBIDDEN'],
    ['ADMIN', 'DONE'],
  ])('by %s: %s', async (role, outcome) =>
    expect(await describeOutcome(() => create(role && world.people[role]))).toBe(outcome),
  )

  test('an extra permission is sufficient', async () => {
    const integrator = { ...world.people.READER, permissions: ['webhooks:write'] }
    expect(await describeOutcome(() => create(integrator))).toBe('DONE')
  })

  test.each([
    ['url', { url: 'ftp://events.example' }],
    ['url', { url: 'events.example' }],
    ['events', { events: [] }],
    ['events', { events: ['article.read'] }],
    ['events', { events: ['__proto__'] }],
  ])('reports a wrong %s', async (path, more) =>
    expect(await refusedPaths(() => create(world.people.ADMIN, more))).toEqual([path]),
  )

  test('an unknown event is refused with the list of events', async () => {
    const message = await create(world.people.ADMIN, { events: ['article.read'] }).catch(
      (error: { problems: readonly { message: string }[] }) => error.problems[0]?.message,
    )
    for (const name of builtInModel.eventNames) expect(message).toContain(name)
  })

  test('the fifty-first webhook is a CONFLICT', async () => {
    for (let count = 0; count < 50; count += 1) await create(world.people.ADMIN)
    expect(await describeOutcome(() => create(world.people.ADMIN))).toBe('CONFLICT')
  })
})

describe('C11.1 updateWebhook and deleteWebhook', () => {
  const made = async () => (await create(world.people.ADMIN)).webhook.id
  const update = async (
    caller: User | null,
    change: WebhookChange,
    id: Awaited<ReturnType<typeof made>> | null,
    version?: number,
  ) => updateWebhook(world.as(caller), id, change, atVersion(version))

  test('changes the given members, and increases the version', async () => {
    const id = await made()
    const changed = await update(world.people.ADMIN, { enabled: false }, id)
    expect(changed).toMatchObject({ enabled: false, events: ['article.published'], version: 2 })
    expect(await update(world.people.ADMIN, { enabled: false }, id)).toEqual(changed)
  })

  test('refuses in order', async () => {
    const id = await made()
    const outcome = (
      caller: User | null,
      change: WebhookChange = {},
      which: typeof id | null = id,
      version?: number,
    ) => describeOutcome(() => update(caller, change, which, version))
    expect(await outcome(null)).toBe('UNAUTHENTICATED')
    expect(await outcome(world.people.EDITOR)).toBe('NOT_FOUND')
    expect(await outcome({ ...world.people.READER, permissions: ['webhooks:read'] })).toBe('FORBIDDEN')
    expect(await outcome(world.people.ADMIN, {}, null)).toBe('NOT_FOUND')
    expect(await outcome(world.people.ADMIN, { url: 'x' }, id, 9)).toBe('CONFLICT')
    expect(await outcome(world.people.ADMIN, { url: null })).toBe('BAD_USER_INPUT')
  })

  test('deletes a webhook once, for authorized callers', async () => {
    const id = await made()
    const remove = (caller: User | null) => describeOutcome(() => deleteWebhook(world.as(caller), id))
    expect(await remove(null)).toBe('UNAUTHENTICATED')
    expect(await remove(world.people.EDITOR)).toBe('NOT_FOUND')
    expect([await remove(world.people.ADMIN), await remove(world.people.ADMIN)]).toEqual([
      'DONE',
      'NOT_FOUND',
    ])
  })
})

describe('C11.1 webhooks', () => {
  test('are listed only for callers who may read them', async () => {
    const { webhook } = await create(world.people.ADMIN)
    const listed = async (caller: User) =>
      listRows(world.as(caller), webhooks, { filters: {}, window: ALL }, IDS)
    expect(await listed(world.people.ADMIN)).toEqual([{ id: webhook.id }])
    expect(await listed(world.people.EDITOR)).toEqual([])
    expect(
      await describeOutcome(() => listRows(world.as(null), webhooks, { filters: {}, window: ALL }, IDS)),
    ).toBe('UNAUTHENTICATED')
    const read = (caller: User, id: string) => readRow(world.as(caller), one, id, IDS)
    expect(await read(world.people.ADMIN, webhook.id)).toEqual({ id: webhook.id })
    expect(await read(world.people.EDITOR, webhook.id)).toBeNull()
    expect(await read(world.people.ADMIN, 'no id')).toBeNull()
  })
})
