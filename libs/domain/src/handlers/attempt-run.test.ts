import { beforeEach, describe, expect, it } from 'vitest'
import type { Handler, HandlerContext, HandlerEvent } from '../model/handlers/handler.ts'
import { builtInModel } from '../service/content-types.ts'
import { NOON, plainMailEncryption } from '../testing/index.ts'
import { aWorld, type World } from '../testing/world.ts'
import { attemptRun, type RunParts } from './attempt-run.ts'
import type { ClaimedRun, RunOutcome } from './handler-store.ts'
import type { HandlerRequest } from './run-context.ts'
import { MOST_ATTEMPTS } from './run-outcome.ts'

let world: World
let reports: { readonly what: string; readonly error: Error }[]
let requests: HandlerRequest[]
let outcomes: RunOutcome[]
beforeEach(async () => {
  world = await aWorld()
  reports = []
  requests = []
  outcomes = []
})

const parts = (more: Partial<RunParts> = {}): RunParts => {
  const { stores } = world
  const settle: typeof stores.handlers.settle = async (_, outcome) => outcomes.push(outcome) > 0
  return {
    stores: { ...stores, handlers: { ...stores.handlers, settle } },
    policy: builtInModel.policy,
    model: builtInModel,
    graphql: async (request) => {
      requests.push(request)
      return { data: {} }
    },
    mailEncryption: plainMailEncryption,
    keyedHash: (...texts) => texts.join(' '),
    now: () => NOON,
    stopping: new AbortController().signal,
    // The service reports errors alone.
    reportRun: (what, error) => void reports.push({ what, error: error as Error }),
    ...more,
  }
}
const aHandler = (run: Handler['run'], more: Partial<Handler> = {}): Handler => ({
  ...{ name: 'mail', on: ['user.updated'], permissions: [], timeoutMs: 1_000, run },
  ...more,
})
const aRun = (more: Partial<ClaimedRun> = {}): ClaimedRun => ({
  ...{ id: 'run' as ClaimedRun['id'], handler: 'mail', attempts: 1, depth: 0 },
  event: {
    id: 'event' as ClaimedRun['event']['id'],
    ...{ type: 'user.updated', resource: 'users', resourceId: '3', at: NOON },
    data: { id: 3, name: 'Ada', email: 'ada@example.org', roles: ['AUTHOR'] },
  },
  ...more,
})
const attempt = (run: Handler['run'], more?: Partial<Handler>, claimed?: ClaimedRun): Promise<Date | null> =>
  attemptRun(parts(), aHandler(run, more), claimed ?? aRun())
const inSeconds = (count: number): Date => new Date(NOON.getTime() + count * 1_000)

describe('C16.4 an attempt', () => {
  it('is DONE when the handler ends', async () => {
    expect(await attempt(async () => undefined)).toBeNull()
    expect([outcomes, reports]).toEqual([[{ status: 'DONE' }], []])
  })

  it('gives the handler a copy of the event that it may see', async () => {
    const seen: HandlerEvent[] = []
    const claimed = aRun()
    const change = (event: HandlerEvent): void => {
      seen.push(structuredClone(event))
      Object.assign(event.data ?? {}, { name: 'changed', roles: null })
    }
    await attempt(change, { permissions: ['users:read'] }, claimed)
    await attempt(change, { permissions: ['articles:read'] }, claimed)
    expect(seen[0]).toMatchObject({
      id: 'event',
      type: 'user.updated',
      data: { id: 3, name: 'Ada', role: 'AUTHOR' },
    })
    expect(seen[1]).toEqual({ id: 'event', type: 'user.updated' })
    expect(claimed.event.data['name']).toBe('Ada')
  })

  it('asks with the permissions of the handler, under its name, one event deeper', async () => {
    await attempt(
      ({ id }, { graphql }) => void graphql('{ a }', { id }),
      { permissions: ['users:read'] },
      aRun({ depth: 3 }),
    )
    expect(requests).toMatchObject([
      {
        document: '{ a }',
        variables: { id: 'event' },
        caller: { id: null, roles: [], permissions: ['users:read'] },
        origin: { credential: 'handler:mail', requestId: 'event', address: null, eventDepth: 4 },
      },
    ])
  })

  it('that fails is repeated as a webhook is, and becomes a dead letter after the last attempt', async () => {
    const fail = (): never => {
      throw new Error('No printer.')
    }
    expect(await attempt(fail)).toEqual(inSeconds(5))
    expect(await attempt(fail, {}, aRun({ attempts: 4 }))).toEqual(inSeconds(60))
    expect(await attempt(fail, {}, aRun({ attempts: MOST_ATTEMPTS }))).toBeNull()
    expect(outcomes.map(({ status }) => status)).toEqual(['PENDING', 'PENDING', 'DEAD'])
    expect(outcomes.at(-1)).toEqual({ status: 'DEAD', error: 'No printer.' })
  })

  it('that no worker lives to the end of becomes a dead letter without another run', async () => {
    let runs = 0
    expect(await attempt(() => void (runs += 1), {}, aRun({ attempts: MOST_ATTEMPTS + 1 }))).toBeNull()
    expect(runs).toBe(0)
    expect(outcomes).toMatchObject([{ status: 'DEAD', error: expect.stringContaining('blocks') }])
  })

  it('survives whatever the handler throws, and its report has texts alone', async () => {
    class Hostile extends Error {
      override get message(): string {
        throw new Error('unreadable')
      }
      override get stack(): string {
        throw new Error('unreadable')
      }
    }
    const thrown: unknown[] = [
      ...[
        null,
        undefined,
        0,
        Symbol('a'),
        '',
        {},
        Object.create(null),
        new Hostile(),
        'no\u0000 \ud800 text',
      ],
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('unreadable')
          },
        },
      ),
      Object.assign(new Error('x'.repeat(100_000)), { secret: 'hunter2' }),
    ]
    for (const value of thrown)
      await attempt(() => {
        throw value
      })
    expect(outcomes).toHaveLength(thrown.length)
    for (const outcome of outcomes) {
      const { error } = outcome as { readonly error: string }
      expect(error.isWellFormed() && !error.includes('\u0000') && error.length).toBeGreaterThan(0)
      expect(error.length).toBeLessThanOrEqual(500)
    }
    for (const { what, error } of reports) {
      expect(what).toBe('handler:mail')
      expect(error.message).toBe('The handler mail failed for the event event (user.updated), attempt 1.')
      expect(Object.keys(error.cause as object)).toEqual([])
    }
  })

  it('that hangs ends after its time: the signal aborts, and the context refuses everything', async () => {
    const kept: HandlerContext[] = []
    const hang = async (_: HandlerEvent, context: HandlerContext): Promise<void> => {
      kept.push(context)
      await new Promise(() => undefined)
    }
    expect(await attempt(hang, { timeoutMs: 30 })).toEqual(inSeconds(5))
    expect(outcomes).toMatchObject([{ error: 'The handler did not end within 0.03 s.' }])
    const [context] = kept
    expect(context?.signal.aborted).toBe(true)
    await expect(context?.graphql('{ a }')).rejects.toThrow('has ended')
    await expect(context?.sendMail({ to: 'a@example.org', subject: 'a', text: 'a' })).rejects.toThrow(
      'has ended',
    )
    expect(requests).toEqual([])
  })

  it('that blocks the process longer than its time gets nothing done afterwards', async () => {
    const refused: unknown[] = []
    const block = async (_: HandlerEvent, { graphql }: HandlerContext): Promise<void> => {
      const until = performance.now() + 60
      while (performance.now() < until);
      await graphql('{ a }').catch((error: Error) => refused.push(error.message))
    }
    await attempt(block, { timeoutMs: 30 })
    expect([requests, refused]).toEqual([[], [expect.stringContaining('has ended')]])
  })

  it('that does not wait for its context leaves no rejection behind', async () => {
    const contexts: HandlerContext[] = []
    await attempt((_, context) => void contexts.push(context))
    void contexts[0]?.graphql('{ a }')
    void contexts[0]?.sendMail({ to: 'nobody', subject: '', text: '' })
    // A rejection that nobody handles fails the run of the tests.
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(requests).toEqual([])
  })

  it('that a stop of the process interrupts is due again at once', async () => {
    const stopping = new AbortController()
    const attempted = attemptRun(
      parts({ stopping: stopping.signal }),
      aHandler(() => new Promise(() => undefined)),
      aRun(),
    )
    stopping.abort()
    expect(await attempted).toEqual(NOON)
    expect([outcomes.map(({ status }) => status), reports]).toEqual([['PENDING'], []])
  })
})
