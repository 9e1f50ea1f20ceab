import { where } from '@content-service/authz'
import { beforeEach, describe, expect, it } from 'vitest'
import { Article } from '../../articles/article.ts'
import { builtInModel } from '../../service/content-types.ts'
import type { EventName } from '../../model/event-names.ts'
import type { UserId, WebhookId } from '../../rules/ids.ts'
import type { ClaimedDelivery, ClaimTerms } from '../../webhooks/delivery-store.ts'
import { newWebhook } from '../../webhooks/webhook-rules.ts'
import {
  newDelivery,
  resetDelivery,
  decideDeliveryOutcome,
  type WebhookDelivery,
} from '../../webhooks/webhook-delivery.ts'
import { aUser } from '../builders.ts'
import { NOON } from '../test-audit-context.ts'
import type { ContractWorld } from './contract-world.ts'

const after = (seconds: number): Date => new Date(NOON.getTime() + seconds * 1_000)
const CLAIM_S = 15
const OK = { statusCode: 204, error: null } as const
const BROKEN = { statusCode: 500, error: null } as const

/** The contract of every store for events on their way to webhooks. */
export const deliveriesContract = (world: ContractWorld): void => {
  const deliveries = () => world.stores.deliveries
  const made: WebhookId[] = []
  const anOwner = async (): Promise<UserId> =>
    (await world.stores.users.add(aUser(`delivered-${made.length}`, 'ADMIN'), null)).id
  const aWebhook = async (events: readonly EventName[], owner?: UserId): Promise<WebhookId> => {
    const ownerId = owner ?? (await anOwner())
    const id = world.stores.webhooks.nextId()
    made.push(id)
    const webhook = newWebhook(
      builtInModel,
      { url: 'https://events.example/in', events },
      { id, ownerId, now: NOON },
    )
    await world.stores.webhooks.add(webhook, `sealed ${id}`, () => undefined)
    return id
  }
  const retitled = (article: Article, title: string) =>
    world.stores.records(Article).change(article.id, (current) => ({
      ...current,
      title,
      version: current.version + 1,
    }))
  /** Claims all due deliveries of all webhooks, at most `atMostEach` of one webhook. */
  const claim = (at: Date, more: Partial<ClaimTerms> = {}) =>
    deliveries().claim({
      now: at,
      until: new Date(at.getTime() + CLAIM_S * 1_000),
      atMost: 1_000,
      atMostEach: 1_000,
      atMostOfOwner: 1_000,
      underWay: new Map(),
      ...more,
    })
  const of = (webhook: WebhookId, claimed: readonly ClaimedDelivery[]) =>
    claimed.filter(({ webhook: { id } }) => id === webhook)
  const titles = (claimed: readonly ClaimedDelivery[]) => claimed.map(({ event }) => event.data['title'])
  const settle = async (claimed: ClaimedDelivery | undefined, how: typeof OK | typeof BROKEN, at: Date) => {
    if (claimed === undefined) throw new Error('nothing was claimed')
    return deliveries().settle(claimed, decideDeliveryOutcome(how, claimed.attempts, at), at)
  }
  const log = (webhook: WebhookId) =>
    world.others.reader.find({
      from: 'webhookDeliveries',
      where: where<WebhookDelivery>().webhookId.eq(webhook),
      orderBy: [{ by: 'id', direction: 'ASC' }],
      window: { limit: 100, offset: 0 },
      select: {
        fields: ['type', 'status', 'attempts', 'nextAttemptAt', 'lastAttemptAt', 'statusCode', 'error'],
      },
    })
  const disable = (webhook: WebhookId) =>
    world.stores.webhooks.change(webhook, (current) => ({ ...current, enabled: false }))
  const dispatchAll = async (): Promise<void> => {
    while ((await deliveries().dispatch(NOON, 100)) > 0);
  }

  describe('C11.1 deliveries', () => {
    // Hands out the events that other tests have left in the outbox, so that this test does not see them.
    beforeEach(dispatchAll)

    it('are made once for each event and each enabled webhook that subscribes to it', async () => {
      const [updates, others, disabled] = [
        await aWebhook(['article.updated']),
        await aWebhook(['user.deleted']),
        await aWebhook(['article.updated']),
      ]
      await disable(disabled)
      const article = await world.add('A')
      await retitled(article, 'B')
      await Promise.all([deliveries().dispatch(NOON, 100), world.others.deliveries.dispatch(NOON, 100)])
      expect(await deliveries().dispatch(NOON, 100)).toBe(0)
      expect(await log(updates)).toEqual([
        {
          type: 'article.updated',
          status: 'PENDING',
          attempts: 0,
          nextAttemptAt: NOON,
          lastAttemptAt: null,
          statusCode: null,
          error: null,
        },
      ])
      expect([await log(others), await log(disabled)]).toEqual([[], []])
    })

    it('are claimed with all facts for an attempt, and by one worker only', async () => {
      const webhook = await aWebhook(['article.created'])
      const { id } = await world.add('A')
      await dispatchAll()
      const terms = {
        now: NOON,
        until: after(CLAIM_S),
        atMost: 1_000,
        atMostEach: 1_000,
        atMostOfOwner: 1_000,
      }
      const both = await Promise.all([
        deliveries().claim({ ...terms, underWay: new Map() }),
        world.others.deliveries.claim({ ...terms, underWay: new Map() }),
      ])
      expect(of(webhook, both.flat())).toMatchObject([
        {
          attempts: 1,
          event: { type: 'article.created', resource: 'articles', resourceId: id, at: NOON, data: { id } },
          webhook: {
            url: 'https://events.example/in',
            failingSince: null,
            sealedSecrets: [`sealed ${webhook}`],
          },
        },
      ])
    })

    it('are in the order of the writes of each record, and do not wait for other records', async () => {
      const webhook = await aWebhook(['article.created', 'article.updated'])
      const [one, two] = [await world.add('one'), await world.add('two')]
      await retitled(one, 'one again')
      await retitled(one, 'one at last')
      await dispatchAll()
      const first = of(webhook, await claim(NOON))
      expect(titles(first)).toEqual(['one', 'two'])
      expect(first[1]?.event.resourceId).toBe(two.id)
      await settle(first[0], BROKEN, NOON)
      expect(titles(of(webhook, await claim(after(1))))).toEqual([])
      const [again] = of(webhook, await claim(after(6)))
      expect(again).toMatchObject({ attempts: 2, event: { data: { title: 'one' } } })
      await settle(again, OK, after(6))
      const [second] = of(webhook, await claim(after(6)))
      expect(second?.event.data).toMatchObject({ title: 'one again' })
      await settle(second, OK, after(6))
      expect(titles(of(webhook, await claim(after(6))))).toEqual(['one at last'])
    })

    it('are claimed again after their worker has died, and the dead worker cannot settle them', async () => {
      const webhook = await aWebhook(['article.created'])
      await world.add('A')
      await dispatchAll()
      const [lost] = of(webhook, await claim(NOON))
      expect(of(webhook, await claim(after(CLAIM_S - 1)))).toEqual([])
      const [found] = of(webhook, await claim(after(CLAIM_S)))
      expect([found?.id, found?.attempts]).toEqual([lost?.id, 2])
      expect(await settle(lost, BROKEN, after(CLAIM_S))).toBe(false)
      expect(await settle(found, OK, after(CLAIM_S))).toBe(true)
      expect(await log(webhook)).toMatchObject([
        { status: 'DELIVERED', attempts: 2, lastAttemptAt: after(CLAIM_S), statusCode: 204 },
      ])
    })

    it('are claimed up to a limit for each webhook', async () => {
      const webhook = await aWebhook(['article.created'])
      for (const title of ['A', 'B', 'C']) await world.add(title)
      await dispatchAll()
      const claimBeside = async (count: number) =>
        of(webhook, await claim(NOON, { atMostEach: 2, underWay: new Map([[webhook, count]]) }))
      expect(await claimBeside(2)).toEqual([])
      expect(titles(await claimBeside(1))).toEqual(['A'])
      expect(titles(await claimBeside(0))).toEqual(['B', 'C'])
    })

    it('leave by turns between owners, and up to a limit for each owner', async () => {
      const busy = await anOwner()
      const webhooks = [await aWebhook(['article.updated'], busy), await aWebhook(['article.updated'], busy)]
      const other = await aWebhook(['article.created'])
      for (const title of ['A', 'B', 'C']) await retitled(await world.add(title), `${title} again`)
      await dispatchAll()
      for (const webhook of made)
        if (![...webhooks, other].includes(webhook))
          await world.stores.webhooks.remove(webhook, () => undefined)
      const again = { status: 'PENDING', nextAttemptAt: NOON, statusCode: 500, error: null } as const
      const claimBeside = async (count: number, terms: Partial<ClaimTerms>) => {
        const claimed = await claim(NOON, { underWay: new Map(webhooks.map((id) => [id, count])), ...terms })
        for (const each of claimed) await deliveries().settle(each, again, NOON)
        const ofOther = of(other, claimed).length
        return [ofOther, claimed.length - ofOther]
      }
      expect(await claimBeside(0, { atMost: 4 })).toEqual([2, 2])
      expect(await claimBeside(1, { atMost: 4 })).toEqual([3, 1])
      expect(await claimBeside(1, { atMostOfOwner: 3 })).toEqual([3, 1])
    })

    it('wait while their webhook is disabled, and are deleted with it', async () => {
      const webhook = await aWebhook(['article.created'])
      await world.add('A')
      await dispatchAll()
      const turn = (enabled: boolean) =>
        world.stores.webhooks.change(webhook, (current) => ({ ...current, enabled }))
      await turn(false)
      expect(of(webhook, await claim(NOON))).toEqual([])
      await turn(true)
      expect(of(webhook, await claim(NOON))).toHaveLength(1)
      await world.stores.webhooks.remove(webhook, () => undefined)
      expect(await log(webhook)).toEqual([])
    })

    it('carry both secrets while the earlier secret is valid', async () => {
      const webhook = await aWebhook(['article.created'])
      await world.stores.webhooks.rotateSecret(webhook, (current) => ({
        webhook: { ...current, version: current.version + 1 },
        sealedSecret: 'sealed anew',
        previousUntil: after(60),
      }))
      await world.add('A')
      await dispatchAll()
      const secrets = async (at: Date) => of(webhook, await claim(at))[0]?.webhook.sealedSecrets
      expect(await secrets(NOON)).toEqual(['sealed anew', `sealed ${webhook}`])
      expect(await secrets(after(60))).toEqual(['sealed anew'])
    })

    it('are changed one by one, such as for a replay', async () => {
      const webhook = await aWebhook(['article.created'])
      await world.add('A')
      await dispatchAll()
      const [claimed] = of(webhook, await claim(NOON))
      if (claimed === undefined) throw new Error('nothing was claimed')
      await deliveries().settle(claimed, decideDeliveryOutcome(BROKEN, 99, NOON), NOON)
      expect(await log(webhook)).toMatchObject([{ status: 'DEAD', nextAttemptAt: null, statusCode: 500 }])
      const changed = await deliveries().change(claimed.id, (current) => resetDelivery(current, NOON))
      expect(changed).toMatchObject({ webhookId: webhook, status: 'PENDING' })
      expect(of(webhook, await claim(NOON))).toHaveLength(1)
      expect(await deliveries().change(deliveries().nextId(), (current) => current)).toBeNull()
    })

    it('can be made for a single webhook', async () => {
      const webhook = await aWebhook(['article.created'])
      await dispatchAll()
      const id = deliveries().nextId()
      const eventId = deliveries().nextEventId()
      const delivery = newDelivery({ id, webhookId: webhook, eventId, type: 'webhook.test' }, NOON)
      const event = { id: eventId, type: 'webhook.test', resource: 'webhooks', resourceId: webhook } as const
      await deliveries().add(delivery, { ...event, at: NOON, data: { webhookId: webhook } })
      expect(await deliveries().dispatch(NOON, 100)).toBe(0)
      expect(of(webhook, await claim(NOON))).toMatchObject([{ id, event: { data: { webhookId: webhook } } }])
    })

    it('are counted while they wait, with the time since which work is due', async () => {
      const late = after(3_600)
      const drained = async (): Promise<boolean> => {
        const claimed = await claim(late)
        for (const each of claimed) await settle(each, OK, late)
        return claimed.length === 0
      }
      while (!(await drained()));
      for (const other of made) await disable(other)
      const { deadLetters: dead } = await deliveries().backlog(late)
      const webhook = await aWebhook(['article.created', 'article.updated'])
      await retitled(await world.add('A'), 'B')
      // The test has added two users, whose events this webhook does not receive.
      expect(await deliveries().backlog(late)).toEqual({ waiting: 4, dueSince: NOON, deadLetters: dead })
      await dispatchAll()
      expect(await deliveries().backlog(after(-1))).toEqual({
        waiting: 2,
        dueSince: null,
        deadLetters: dead,
      })
      const [first] = of(webhook, await claim(NOON))
      expect(await deliveries().backlog(NOON)).toMatchObject({ waiting: 2, dueSince: null })
      await settle(first, BROKEN, NOON)
      expect(await deliveries().backlog(after(1))).toMatchObject({ waiting: 2, dueSince: null })
      expect(await deliveries().backlog(after(60))).toMatchObject({ waiting: 2, dueSince: after(5) })
      const [again] = of(webhook, await claim(after(60)))
      if (again === undefined) throw new Error('nothing was claimed')
      await deliveries().settle(again, decideDeliveryOutcome(BROKEN, 99, after(60)), after(60))
      expect(await deliveries().backlog(after(60))).toEqual({
        waiting: 1,
        dueSince: NOON,
        deadLetters: dead + 1,
      })
      await disable(webhook)
      expect(await deliveries().backlog(after(60))).toMatchObject({ waiting: 1, dueSince: null })
    })

    it('are removed with their events, which stay until deliveries exist', async () => {
      const webhook = await aWebhook(['article.created'])
      await world.add('A')
      await deliveries().purge(after(1), 1_000)
      await dispatchAll()
      expect(await log(webhook)).toHaveLength(1)
      expect(await deliveries().purge(NOON, 1_000)).toBe(0)
      expect(await deliveries().purge(after(1), 1_000)).toBeGreaterThan(0)
      expect(await log(webhook)).toEqual([])
    })
  })
}
