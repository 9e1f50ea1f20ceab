import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Article } from '../../articles/article.ts'
import type { ClaimedRun, RunOutcome, Subscription } from '../../handlers/handler-store.ts'
import { MOST_DEPTH, TOO_DEEP } from '../../handlers/run-outcome.ts'
import type { NewMail, SealedMail } from '../../mails/mail-store.ts'
import { RateLimited } from '../../rules/errors.ts'
import { NOON, TEST_AUDIT_CONTEXT } from '../test-audit-context.ts'
import type { ContractWorld } from './contract-world.ts'
import { anArticle } from '../builders.ts'

const after = (seconds: number): Date => new Date(NOON.getTime() + seconds * 1_000)
const DONE = { status: 'DONE' } as const
const failed = (at: Date): RunOutcome => ({ status: 'PENDING', nextAttemptAt: at, error: 'It failed.' })
const DEAD: RunOutcome = { status: 'DEAD', error: 'It failed for days.' }

/** The contract of every store for events on their way to handlers. */
export const handlersContract = (world: ContractWorld): void => {
  const handlers = () => world.stores.handlers
  const dispatchAll = async (): Promise<void> => {
    while ((await world.stores.deliveries.dispatch(NOON, 100)) > 0);
  }
  /** Makes the events of other tests part of the past, and subscribes. */
  const subscribe = async (...given: readonly (readonly [handler: string, event: string])[]) => {
    await dispatchAll()
    const subscriptions = given.map(([handler, event]): Subscription => ({ handler, event }))
    await handlers().subscribe(subscriptions, NOON)
  }
  const claim = async (at: Date, on: Readonly<Record<string, readonly string[]>>, atMost = 100) =>
    handlers().claim({
      now: at,
      until: new Date(at.getTime() + 15_000),
      pausesMs: [5_000, 30_000],
      handlers: Object.entries(on).map(([name, events]) => ({ name, on: events, atMost })),
    })
  const settle = async (run: ClaimedRun | undefined, outcome: RunOutcome, at = NOON): Promise<boolean> => {
    if (run === undefined) throw new Error('nothing was claimed')
    return handlers().settle(run, outcome, at)
  }
  const retitle = ({ id }: Article, title: string) =>
    world.stores
      .records(Article)
      .change(id, (current) => ({ ...current, title, version: current.version + 1 }))
  const titles = (runs: readonly ClaimedRun[]) => runs.map(({ event }) => event.data['title'])
  const ON = { mail: ['article.created', 'article.updated'] }
  const CREATED = ['mail', 'article.created'] as const
  const UPDATED = ['mail', 'article.updated'] as const

  describe('C16.4 runs of handlers', () => {
    const forgetAll = () => handlers().forget(after(1_000_000))
    beforeEach(forgetAll)
    afterEach(forgetAll)

    it('begin with the events after the first start of the handler, and its later starts change nothing', async () => {
      await world.add('before')
      await handlers().subscribe([{ handler: 'mail', event: 'article.created' }], NOON)
      await world.add('then')
      await handlers().subscribe([{ handler: 'mail', event: 'article.created' }], after(60))
      await dispatchAll()
      const claimed = await claim(NOON, ON)
      expect(titles(claimed)).toEqual(['then'])
      expect(claimed[0]).toMatchObject({ handler: 'mail', attempts: 1, depth: 0 })
      expect(claimed[0]?.event).toMatchObject({ type: 'article.created', resource: 'articles', at: NOON })
    })

    it('are claimed by one worker of all, by their handlers alone, and each handler at most as often as it wants', async () => {
      await subscribe(CREATED, ['count', 'article.created'])
      for (const title of ['a', 'b', 'c']) await world.add(title)
      await dispatchAll()
      const [one, other] = await Promise.all([claim(NOON, ON, 2), claim(NOON, ON, 2)])
      expect(new Set(titles([...one, ...other])).size).toBe(one.length + other.length)
      expect(one.length).toBeLessThanOrEqual(2)
      expect(await claim(NOON, { unknown: ['article.created'] })).toEqual([])
      expect(titles(await claim(NOON, { count: ['article.created'] }))).toEqual(['a', 'b', 'c'])
    })

    it('are in the order of each record over all its events, and a failure keeps later ones of its record waiting alone', async () => {
      await subscribe(CREATED, UPDATED)
      const [first] = [await world.add('first'), await world.add('second')]
      await retitle(first, 'first again')
      await dispatchAll()
      const [created, other] = await claim(NOON, ON)
      expect(titles(await claim(NOON, ON))).toEqual([])
      expect([await settle(created, failed(after(5))), await settle(other, DONE)]).toEqual([true, true])
      expect(await claim(after(4), ON)).toEqual([])
      const [again] = await claim(after(5), ON)
      expect([again?.attempts, again?.event.data['title']]).toEqual([2, 'first'])
      await settle(again, DONE)
      expect(titles(await claim(after(5), ON))).toEqual(['first again'])
    })

    it('of a dead worker are claimed again after the claim, and that worker settles nothing any more', async () => {
      await subscribe(CREATED)
      await world.add('lost')
      await dispatchAll()
      const [dead] = await claim(NOON, ON)
      expect(await claim(after(14), ON)).toEqual([])
      const [again] = await claim(after(15), ON)
      expect(again?.attempts).toBe(2)
      expect(await settle(dead, DONE)).toBe(false)
      expect(await settle(again, DONE)).toBe(true)
      expect(await claim(after(60), ON)).toEqual([])
    })

    it('whose worker dies again and again are repeated after growing pauses, and not after each claim', async () => {
      await subscribe(CREATED)
      await world.add('deadly')
      await dispatchAll()
      const isClaimed = async (seconds: number) => (await claim(after(seconds), ON)).length === 1
      expect([await isClaimed(0), await isClaimed(15)]).toEqual([true, true])
      expect([await isClaimed(44), await isClaimed(45)]).toEqual([false, true])
      expect([await isClaimed(74), await isClaimed(75)]).toEqual([false, true])
    })

    it('of events that a process does not know wait for another process, and hold up nothing', async () => {
      await subscribe(CREATED, UPDATED)
      await retitle(await world.add('one'), 'two')
      await dispatchAll()
      expect(titles(await claim(NOON, { mail: ['article.updated'] }))).toEqual(['two'])
      expect(titles(await claim(NOON, { mail: ['article.created'] }))).toEqual(['one'])
    })

    it('become dead letters with their handler, which a retry makes due again', async () => {
      await subscribe(CREATED)
      const { id } = await world.add('dead')
      await dispatchAll()
      const [run] = await claim(NOON, ON)
      await settle(run, DEAD)
      const [letter, ...others] = await handlers().listDead(null, 10)
      expect(others).toEqual([])
      expect(letter).toMatchObject({
        handler: 'mail',
        type: 'article.created',
        error: DEAD.error,
        attempts: 1,
      })
      expect(await handlers().listDead(letter ?? null, 10)).toEqual([])
      expect(await handlers().backlog([], NOON)).toMatchObject({ deadLetters: { mail: 1 } })
      if (letter === undefined) throw new Error('There is a dead letter.')
      expect(await handlers().retry(letter.id, NOON)).toBe(true)
      expect(await handlers().retry(letter.id, NOON)).toBe(false)
      const [again] = await claim(NOON, ON)
      expect([again?.attempts, again?.event.resourceId]).toEqual([1, id])
      await settle(again, DONE)
      expect(await handlers().backlog([], NOON)).toMatchObject({ deadLetters: {} })
    })

    it('are counted for the handlers that a process knows, with the time since which one is due', async () => {
      await subscribe(CREATED, UPDATED)
      await retitle(await world.add('one'), 'two')
      await dispatchAll()
      const known: Subscription[] = [CREATED, UPDATED].map(([handler, event]) => ({ handler, event }))
      expect(await handlers().backlog(known, NOON)).toEqual({ waiting: 2, dueSince: NOON, deadLetters: {} })
      expect(await handlers().backlog([], NOON)).toEqual({ waiting: 0, dueSince: null, deadLetters: {} })
      await claim(NOON, ON)
      expect(await handlers().backlog(known, NOON)).toEqual({ waiting: 2, dueSince: null, deadLetters: {} })
    })

    it('are forgotten with the subscriptions that no process has had for a while', async () => {
      await subscribe(CREATED)
      await world.add('old')
      await dispatchAll()
      await handlers().subscribe([{ handler: 'count', event: 'article.created' }], after(60))
      await handlers().forget(after(60))
      await world.add('new')
      await dispatchAll()
      expect(titles(await claim(NOON, ON))).toEqual([])
      expect(titles(await claim(NOON, { count: ['article.created'] }))).toEqual(['new'])
    })

    it('are at most 8 events deep: an event beyond is a dead letter that says so', async () => {
      await subscribe(CREATED)
      for (const eventDepth of [MOST_DEPTH, MOST_DEPTH + 1]) {
        const inside = world.stores.withAuditContext({ ...TEST_AUDIT_CONTEXT, eventDepth })
        await world.add(`depth ${eventDepth}`)
        await inside.records(Article).add(anArticle(inside, world.ada.id))
      }
      await dispatchAll()
      const claimed = await claim(NOON, ON)
      expect(claimed.map(({ depth }) => depth).toSorted()).toEqual([0, 0, MOST_DEPTH])
      expect(await handlers().listDead(null, 10)).toMatchObject([{ error: TOO_DEEP, attempts: 0 }])
    })

    it('send each mail once, within the limit of its address, and none after another worker has begun', async () => {
      await subscribe(CREATED)
      await world.add('mailed')
      await dispatchAll()
      const [run] = await claim(NOON, ON)
      if (run === undefined) throw new Error('nothing was claimed')
      const mail: NewMail = { sealed: 'hello' as SealedMail, recipient: 'guest', kind: 'handler' }
      const send = (key: string, most = 100) => handlers().sendMail(run, mail, { key, most, now: NOON })
      const waiting = async () => (await world.stores.mails.backlog()).waiting
      const before = await waiting()
      expect([await send('1'), await send('1'), await send('2'), await send('3', 2)]).toEqual([
        'sent',
        'known',
        'sent',
        'too many',
      ])
      await send('3')
      await send('4')
      await expect(send('5')).rejects.toThrow(RateLimited)
      expect((await waiting()) - before).toBe(4)
      await claim(after(15), ON)
      expect(await send('6')).toBe('ended')
      for (let mails = 0; mails < 4; mails += 1) {
        const sent = await world.stores.mails.claim(NOON, after(1))
        if (sent) await world.stores.mails.remove(sent.id)
      }
    })
  })
}
