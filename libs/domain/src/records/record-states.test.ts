import { beforeEach, describe, expect, test } from 'vitest'
import { unconditional } from '../context/precondition.ts'
import { aWorld, describeOutcome, refusedPaths, type World } from '../testing/world.ts'
import type { UserRole } from '../access/role-names.ts'
import { ARTICLE_STATUSES, type ArticleStatus } from '../access/built-in-facts.ts'
import type { Workflow } from '../model/states/workflow.ts'
import { newRecord } from '../model/types/record-changes.ts'
import { createRecord, updateRecord } from './record-operations.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'
import { Story } from '../testing/story.ts'
import { NOON } from '../testing/test-audit-context.ts'
import type { Context } from '../context/context.ts'
import type { User } from '../users/user.ts'
import { createArticle } from '../articles/article-operations.ts'
import { requireInitialState, requireTransition } from './record-states.ts'
import { Article } from '../articles/article.ts'

type WorkflowPermission = 'articles:write' | 'articles:publish' | 'articles:delete'

const { initial, transitions } = Article.fields.status.workflow as Workflow

type Row = readonly [from: readonly ArticleStatus[], to: readonly ArticleStatus[], takes: WorkflowPermission]

/** C4.2, copied from the contract. */
const TABLE: readonly Row[] = [
  [['DRAFT'], ['REVIEW'], 'articles:write'],
  [['REVIEW'], ['DRAFT'], 'articles:write'],
  [['DRAFT', 'REVIEW'], ['PUBLISHED'], 'articles:publish'],
  [['PUBLISHED'], ['DRAFT', 'ARCHIVED'], 'articles:publish'],
  [['ARCHIVED'], ['PUBLISHED', 'DRAFT'], 'articles:publish'],
  [['DRAFT', 'REVIEW', 'PUBLISHED', 'ARCHIVED'], ['DELETED'], 'articles:delete'],
  [['DELETED'], ['DRAFT'], 'articles:delete'],
]

const expectedMove = (from: ArticleStatus, to: ArticleStatus): WorkflowPermission | null =>
  TABLE.find(([froms, tos]) => froms.includes(from) && tos.includes(to))?.[2] ?? null

const pairs = ARTICLE_STATUSES.flatMap((from) => ARTICLE_STATUSES.map((to) => ({ from, to })))
const listNext = (from: ArticleStatus): readonly ArticleStatus[] =>
  Object.keys(transitions[from] ?? {}) as ArticleStatus[]

const findReachable = (starts: readonly ArticleStatus[]): ReadonlySet<ArticleStatus> => {
  const reached = new Set(starts)
  for (const state of reached) for (const next of listNext(state)) reached.add(next)
  return reached
}

describe('C4.2 the publish workflow as a graph', () => {
  test('every state can be reached from an initial state', () =>
    expect([...findReachable(Object.keys(initial) as ArticleStatus[])].toSorted()).toEqual(
      ARTICLE_STATUSES.toSorted(),
    ))

  test.each(ARTICLE_STATUSES)('publication can be reached from %s', (from) => {
    expect(listNext(from)).not.toEqual([])
    expect(findReachable([from])).toContain('PUBLISHED')
  })

  test.each(pairs)('$from to $to needs the permission of the contract', async ({ from, to }) => {
    const expected = expectedMove(from, to)
    if (expected === null)
      expect(await describeOutcome(() => requireTransition(Article, from, to))).toBe('INVALID_TRANSITION')
    else expect(requireTransition(Article, from, to)).toBe(expected)
  })

  test.each(ARTICLE_STATUSES)('a refusal from %s names exactly the next states', (from) => {
    const allowed = ARTICLE_STATUSES.filter((to) => expectedMove(from, to) !== null)
    const told = /Allowed: (.*)\.$/
      .exec(readMessage(() => requireTransition(Article, from, from)))?.[1]
      ?.split(', ')
    expect(told?.toSorted()).toEqual(allowed.toSorted())
  })

  test('the initial states are DRAFT, REVIEW and PUBLISHED', async () => {
    expect(requireInitialState(Article, 'DRAFT')).toBeNull()
    expect(requireInitialState(Article, 'REVIEW')).toBeNull()
    expect(requireInitialState(Article, 'PUBLISHED')).toBe('articles:publish')
    for (const status of ['ARCHIVED', 'DELETED'] as const)
      expect(await describeOutcome(() => requireInitialState(Article, status))).toBe('INVALID_TRANSITION')
  })

  test('a member of every object is not a state', async () =>
    expect(await describeOutcome(() => requireTransition(Article, 'DRAFT', 'constructor'))).toBe(
      'INVALID_TRANSITION',
    ))
})

const readMessage = (refused: () => unknown): string => {
  try {
    refused()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

/** The callers, and whether the article is their own. */
const CALLERS = [
  { role: null, own: false },
  ...(['GUEST', 'READER', 'AUTHOR', 'EDITOR', 'ADMIN'] as const).flatMap((role) => [
    { role, own: true },
    { role, own: false },
  ]),
] as const satisfies readonly { readonly role: UserRole | null; readonly own: boolean }[]

/** C7.7 for articles, in the words of the contract. */
const holds = (role: UserRole, own: boolean, permission: string, state: ArticleStatus): boolean => {
  if (role === 'EDITOR' || role === 'ADMIN') return true
  if (permission === 'articles:read' && state === 'PUBLISHED') return true
  if (role !== 'AUTHOR' || !own || permission === 'articles:publish') return false
  const excepted = { 'articles:write': 'DELETED', 'articles:delete': 'PUBLISHED' }[permission]
  return excepted !== state
}

/** The order of refusals, in the words of C4.2. */
const expectedOutcome = (role: UserRole | null, own: boolean, from: ArticleStatus, to: ArticleStatus) => {
  if (role === null) return 'UNAUTHENTICATED'
  const may = (permission: string) => holds(role, own, permission, from)
  if (!may('articles:read')) return 'NOT_FOUND'
  if (!['articles:write', 'articles:publish', 'articles:delete'].some(may)) return 'FORBIDDEN'
  const takes = from === to ? 'articles:write' : expectedMove(from, to)
  if (takes === null) return 'INVALID_TRANSITION'
  return may(takes) ? 'DONE' : 'FORBIDDEN'
}

/** The id goes to the type that gave it. */
interface Added {
  readonly id: never
}

/** One of the types for which the contract holds. */
interface Subject {
  /** A caller without a way to write any record is refused before the look-up, which tells nothing either. */
  readonly expects: (
    outcome: ReturnType<typeof expectedOutcome>,
    role: UserRole | null,
  ) => ReturnType<typeof expectedOutcome>
  readonly add: (world: World, owner: User, status: ArticleStatus) => Promise<Added>
  readonly read: (world: World, id: never) => Promise<{ readonly status: string } | null>
  readonly move: (context: Context, id: never, status: ArticleStatus) => Promise<unknown>
}

const ARTICLES: Subject = {
  expects: (outcome) => outcome,
  add: async (world, owner, status) =>
    (await world.article(owner, status)) as { readonly id: unknown } as Added,
  read: (world, id) => world.stores.records(Article).get(id),
  move: (context, id, status) =>
    updateRecord(context, Article, { id, change: { status }, precondition: unconditional }),
}

const model = contentModel([...builtInModel.types, Story])
const inModel = (context: Context): Context => ({ ...context, model, policy: model.policy })

const STORIES: Subject = {
  expects: (outcome, role) => (role === 'GUEST' || role === 'READER' ? 'FORBIDDEN' : outcome),
  add: async (world, owner, status) => {
    const store = world.stores.records(Story)
    const given = { title: 'Title', status } as const
    const record = newRecord(Story, given, { id: store.nextId(), now: NOON, creator: owner.id })
    return (await store.add(record)) as { readonly id: unknown } as Added
  },
  read: (world, id) => world.stores.records(Story).get(id),
  move: (context, id, status) =>
    updateRecord(inModel(context), Story, { id, change: { status }, precondition: unconditional }),
}

describe.each([
  ['an article', ARTICLES],
  ['a record of a declared type', STORIES],
] as const)('C4.2, C17.1 the callers who may move %s', (_, { expects, add, read, move }) => {
  let world: World
  beforeEach(async () => {
    world = await aWorld(model)
  })

  describe.each(CALLERS)('$role, own: $own', ({ role, own }) => {
    test.each(pairs)('$from to $to', async ({ from, to }) => {
      const caller = role && world.people[role]
      const stranger = await world.person('olga', 'AUTHOR')
      const { id } = await add(world, own && caller ? caller : stranger, from)
      const outcome = expects(expectedOutcome(role, own, from, to), role)
      expect(await describeOutcome(() => move(world.as(caller), id, to))).toBe(outcome)
      expect((await read(world, id))?.status).toBe(outcome === 'DONE' ? to : from)
    })
  })
})

describe('C4.2, C17.1 the states in which callers may create a record', () => {
  const expectedBeginning = (role: UserRole | null, own: boolean, status: ArticleStatus) => {
    if (role === null) return 'UNAUTHENTICATED'
    if (!holds(role, own, 'articles:write', 'DRAFT')) return 'FORBIDDEN'
    if (status === 'ARCHIVED' || status === 'DELETED') return 'INVALID_TRANSITION'
    return status !== 'PUBLISHED' || holds(role, own, 'articles:publish', status) ? 'DONE' : 'FORBIDDEN'
  }
  const cases = CALLERS.flatMap((caller) => ARTICLE_STATUSES.map((status) => ({ ...caller, status })))

  test.each(cases)('an article of $role, own: $own, as $status', async ({ role, own, status }) => {
    const world = await aWorld()
    const caller = role && world.people[role]
    const stranger = await world.person('olga', 'AUTHOR')
    const authorId = own ? undefined : String(stranger.id)
    const input = { title: 'Title', content: 'Text', status, authorId }
    const outcome = await describeOutcome(() => createArticle(world.as(caller), input))
    expect(outcome).toBe(expectedBeginning(role, own, status))
  })

  test.each(cases.filter(({ own }) => own))('a record of $role, as $status', async ({ role, status }) => {
    const world = await aWorld(model)
    const create = () =>
      createRecord(inModel(world.as(role && world.people[role])), Story, { title: 'Title', status })
    expect(await describeOutcome(create)).toBe(expectedBeginning(role, true, status))
  })
})

describe('C17.1 a declared type with a published state', () => {
  const LATER = new Date(NOON.getTime() + 60_000)
  const open = async () => {
    const world = await aWorld(model)
    const context = inModel(world.as(world.people.EDITOR))
    const { id } = await createRecord(context, Story, { title: 'Title' })
    const move = (status: ArticleStatus, now = NOON, change: object = {}) =>
      updateRecord({ ...context, now: () => now }, Story, {
        id,
        change: { ...change, status },
        precondition: unconditional,
      })
    return { world, context, move }
  }

  test('dates the first publication, and keeps its date', async () => {
    const { context, move } = await open()
    expect(await move('PUBLISHED', LATER)).toMatchObject({ publishedAt: LATER, version: 2 })
    expect(await move('DRAFT', LATER)).toMatchObject({ status: 'DRAFT', publishedAt: LATER })
    expect(await move('PUBLISHED', NOON)).toMatchObject({ publishedAt: LATER })
    const born = await createRecord(context, Story, { title: 'Title', status: 'PUBLISHED' })
    expect(born.publishedAt).toEqual(NOON)
  })

  test('the same state changes nothing, and null is refused', async () => {
    const { move } = await open()
    expect(await move('DRAFT')).toMatchObject({ version: 1 })
    expect(await refusedPaths(() => move(null as never))).toEqual(['status'])
  })

  test('a change of the text and of the state makes one version', async () => {
    const { move } = await open()
    expect(await move('REVIEW', NOON, { title: 'Other' })).toMatchObject({ title: 'Other', version: 2 })
  })

  test('a change of the text needs the right to write, beside the transition', async () => {
    const { world, move } = await open()
    const { id } = await move('PUBLISHED')
    const mover = { ...inModel(world.as(world.people.READER)) }
    const caller = { ...mover.caller, permissions: ['stories:publish'] }
    const change = (given: object) =>
      updateRecord({ ...mover, caller }, Story, { id, change: given, precondition: unconditional })
    expect(await describeOutcome(() => change({ title: 'Mine' }))).toBe('FORBIDDEN')
    expect(await describeOutcome(() => change({ title: 'Mine', status: 'DRAFT' }))).toBe('FORBIDDEN')
    expect(await change({ status: 'ARCHIVED' })).toMatchObject({ title: 'Title', status: 'ARCHIVED' })
  })

  test('has an event for each state, and for leaving what readers see', async () => {
    const { context, world, move } = await open()
    await move('REVIEW')
    await move('PUBLISHED')
    await move('ARCHIVED', NOON, { title: 'Other' })
    await move('PUBLISHED', NOON, { title: 'Third' })
    await move('DELETED')
    await move('DRAFT')
    await createRecord(context, Story, { title: 'Seen', status: 'PUBLISHED' })
    expect(model.eventNames.filter((name) => name.startsWith('story.'))).toEqual(
      [
        'created',
        'updated',
        'draft',
        'review',
        'published',
        'archived',
        'unpublished',
        'deleted',
        'restored',
      ].map((verb) => `story.${verb}`),
    )
    const told = [...world.tables.events.values()].map(({ type }) => type)
    expect(told.filter((type) => type.startsWith('story.'))).toEqual([
      'story.created',
      'story.review',
      'story.published',
      'story.updated',
      'story.unpublished',
      'story.updated',
      'story.published',
      'story.deleted',
      'story.restored',
      'story.created',
      'story.published',
    ])
  })

  test('C17.11 names the moves among the actions', () => {
    const words = model.actionsOf('stories').map(({ word }) => word)
    const moves = ['ARCHIVED', 'DELETED', 'DRAFT', 'PUBLISHED', 'REVIEW'].map((state) => `status:${state}`)
    expect(words).toEqual(['delete', ...moves, 'update'])
  })
})
