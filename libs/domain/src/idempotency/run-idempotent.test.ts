import { beforeEach, describe, expect, it } from 'vitest'
import { createRecord } from '../records/record-operations.ts'
import { Category } from '../products/product.ts'
import { withAudit } from '../audit/run-audited.ts'
import type { Context } from '../context/context.ts'
import type { RunInBackground } from '../context/background.ts'
import { callerOf, NOON } from '../testing/index.ts'
import { aWorld, describeOutcome, type World } from '../testing/world.ts'
import { runIdempotent, type IdempotentRequest } from './run-idempotent.ts'

const REQUEST: IdempotentRequest = { key: 'k-1', payload: ['name: Tools'], operation: 'createCategory' }
const HOUR_MS = 3_600_000

describe('C6.9 idempotent requests', () => {
  let world: World
  let runs: number
  beforeEach(async () => {
    world = await aWorld()
    runs = 0
  })

  const amy = (more: Partial<Context> = {}): Context => world.as(world.people.ADMIN, more)
  /** Creates a different category in each run, so that a second run would be visible. */
  const create = async (context: Context): Promise<{ readonly name: string }> => {
    runs += 1
    const { name } = await createRecord(withAudit(context, 'createCategory'), Category, {
      name: `Tools ${runs}`,
    })
    return { name }
  }
  const first = { answer: { name: 'Tools 1' }, isReplayed: false }
  const again = { answer: { name: 'Tools 1' }, isReplayed: true }
  const second = { answer: { name: 'Tools 2' }, isReplayed: false }

  it('a repeated request gets the stored answer, and writes nothing', async () => {
    expect([
      await runIdempotent(amy(), REQUEST, create),
      await runIdempotent(amy(), REQUEST, create),
    ]).toEqual([first, again])
    expect([world.tables.of('categories').size, world.tables.auditEntries.size]).toEqual([1, 6])
  })

  it('another payload with the same key is 422, and so is a missing part of the payload', async () => {
    await runIdempotent(amy(), REQUEST, create)
    for (const payload of [['name: Toys'], [], ['name: ', 'Tools']])
      await expect(runIdempotent(amy(), { ...REQUEST, payload }, create)).rejects.toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
        status: 422,
        retryAfter: null,
      })
    expect(runs).toBe(1)
  })

  it('a request with another key runs', async () => {
    await runIdempotent(amy(), REQUEST, create)
    expect(await runIdempotent(amy(), { ...REQUEST, key: 'k-2' }, create)).toEqual(second)
  })

  it('an answer is stored for 24 hours', async () => {
    const after = (ms: number) => amy({ now: () => new Date(NOON.getTime() + ms) })
    await runIdempotent(amy(), REQUEST, create)
    expect(await runIdempotent(after(24 * HOUR_MS - 1), REQUEST, create)).toEqual(again)
    expect(await runIdempotent(after(24 * HOUR_MS), REQUEST, create)).toEqual(second)
  })

  it('a request that still runs is 409', async () => {
    const inside = await runIdempotent(amy(), REQUEST, async (context) => {
      const meanwhile = runIdempotent(amy(), REQUEST, create)
      await expect(meanwhile).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', status: 409 })
      return create(context)
    })
    expect(inside).toEqual(first)
  })

  it('a refusal is not stored: the next try runs', async () => {
    const refuse = async (context: Context) => {
      await create(context)
      throw new Error('no')
    }
    await expect(runIdempotent(amy(), REQUEST, refuse)).rejects.toThrow('no')
    expect(world.tables.of('categories').size).toBe(0)
    expect(await runIdempotent(amy(), REQUEST, create)).toEqual(second)
  })

  it('an answer without a write is not stored', async () => {
    const look = async () => ({ runs: (runs += 1) })
    expect(await runIdempotent(amy(), REQUEST, look)).toMatchObject({ answer: { runs: 1 } })
    expect(await runIdempotent(amy(), REQUEST, look)).toMatchObject({
      answer: { runs: 2 },
      isReplayed: false,
    })
  })

  it('an answer with a secret is not stored', async () => {
    const request: IdempotentRequest = { ...REQUEST, operation: 'createApiKey' }
    await runIdempotent(amy(), request, create)
    expect([await runIdempotent(amy(), request, create), world.tables.doneRequests.size]).toEqual([second, 0])
  })

  it('C12.15 a long answer is sent once; its replay has the time of the request and the address of the record', async () => {
    const long = async (context: Context) => ({ ...(await create(context)), text: 'é'.repeat(131_072) })
    const request = { ...REQUEST, locate: () => '/api/categories/1' }
    expect((await runIdempotent(amy(), request, long)).answer.name).toBe('Tools 1')
    await expect(runIdempotent(amy(), request, long)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
      status: 409,
      retryAfter: null,
      location: '/api/categories/1',
      message: `The request was done at ${NOON.toISOString()}; the response was too large to keep. Read the record instead.`,
    })
    expect(world.tables.of('categories').size).toBe(1)
  })

  it('C12.15 the answers of a principal have a budget of 16 MiB', async () => {
    const long = async (context: Context) => ({ ...(await create(context)), text: 'x'.repeat(262_000) })
    const replayOf = async (key: string) => {
      await runIdempotent(amy(), { ...REQUEST, key }, long)
      return describeOutcome(() => runIdempotent(amy(), { ...REQUEST, key }, long))
    }
    for (let count = 0; count < 64; count += 1) expect(await replayOf(`k-${count}`)).toBe('DONE')
    expect(await replayOf('one more')).toBe('IDEMPOTENCY_CONFLICT')
    expect(world.tables.of('categories').size).toBe(65)
  })

  it('the store reveals neither the payload nor the key', async () => {
    const keyedHash = (...parts: readonly string[]) => `${parts.join().length} characters`
    await runIdempotent(amy({ keyedHash }), { ...REQUEST, payload: ['a password'] }, create)
    const kept = JSON.stringify([...world.tables.doneRequests])
    expect([kept.includes('k-1'), kept.includes('a password')]).toEqual([false, false])
  })

  describe('background work', () => {
    const mailing =
      (sent: string[]) =>
      async ({ runInBackground: later }: Context) => {
        later(async () => later(async () => void sent.push('mail')))
        return { isSent: true }
      }
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    const later: RunInBackground = (work) => void work()

    it('runs once, even if the request writes nothing else', async () => {
      const sent: string[] = []
      await runIdempotent(amy({ runInBackground: later }), REQUEST, mailing(sent))
      expect(await runIdempotent(amy({ runInBackground: later }), REQUEST, mailing(sent))).toEqual({
        answer: { isSent: true },
        isReplayed: true,
      })
      await settled()
      expect(sent).toEqual(['mail'])
    })

    it('runs after the transaction', async () => {
      const sent: string[] = []
      await runIdempotent(amy({ runInBackground: later }), REQUEST, async (context) => {
        await mailing(sent)(context)
        await settled()
        expect(sent).toEqual([])
        return create(context)
      })
      await settled()
      expect(sent).toEqual(['mail'])
    })

    it('does not run if the transaction is rolled back', async () => {
      const sent: string[] = []
      const failing = async (context: Context) => {
        await mailing(sent)(context)
        throw new Error('no')
      }
      await expect(runIdempotent(amy({ runInBackground: later }), REQUEST, failing)).rejects.toThrow('no')
      await settled()
      expect(sent).toEqual([])
    })
  })

  describe('the owner of a key', () => {
    const by = (credential: string, more: Partial<Context> = {}) =>
      amy({ origin: { credential, address: '192.0.2.1', requestId: 'r' }, ...more })
    const replays = async (one: Context, other: Context): Promise<boolean> => {
      await runIdempotent(one, REQUEST, create)
      return (await runIdempotent(other, REQUEST, create)).isReplayed
    }
    const asEve = () => callerOf(world.people.EDITOR)
    const client = { id: null, client: 'app', roles: ['GUEST'], permissions: ['products:write'] }

    it.each([
      ['a user by password and by token', () => [by('basic'), by('bearer')], true],
      [
        'a user from two addresses',
        () => [by('basic'), amy({ origin: { credential: 'basic', address: '192.0.2.9', requestId: 'r' } })],
        true,
      ],
      ['two users', () => [by('basic'), by('basic', { caller: asEve() })], false],
      ['a user and their API key', () => [by('basic'), by('api-key 1')], false],
      ['two API keys of a user', () => [by('api-key 1'), by('api-key 2')], false],
      ['two clients of a user', () => [by('bearer one'), by('bearer two')], false],
      [
        'a client for a user and for itself',
        () => [by('bearer app'), by('bearer app', { caller: client })],
        false,
      ],
      [
        'a client for itself',
        () => [by('bearer app', { caller: client }), by('bearer app', { caller: client })],
        true,
      ],
    ] as const satisfies readonly (readonly [string, () => readonly [Context, Context], boolean])[])(
      '%s',
      async (_, pair, isReplayed) => {
        const [one, other] = pair()
        expect(await replays(one, other)).toBe(isReplayed)
      },
    )

    it('strangers at one address see only their own answers', async () => {
      const signUp = async (context: Context) => {
        runs += 1
        const { id } = await context.stores.users.add(
          { ...world.people.READER, username: `u${runs}`, email: `u${runs}@example.org` },
          null,
        )
        return { id }
      }
      const from = (address: string) =>
        world.as(null, { origin: { credential: 'none', address, requestId: 'r' } })
      const one = await runIdempotent(from('192.0.2.1'), REQUEST, signUp)
      const other = await runIdempotent(from('192.0.2.1'), { ...REQUEST, payload: ['else'] }, signUp)
      const elsewhere = await runIdempotent(from('192.0.2.2'), REQUEST, signUp)
      const repeated = await runIdempotent(from('192.0.2.1'), REQUEST, signUp)
      expect([one, other, elsewhere, repeated].map(({ isReplayed }) => isReplayed)).toEqual([
        false,
        false,
        false,
        true,
      ])
      expect(repeated.answer).toEqual(one.answer)
    })
  })
})
