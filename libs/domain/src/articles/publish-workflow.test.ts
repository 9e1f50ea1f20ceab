import { beforeEach, describe, expect, test } from 'vitest'
import { unconditional } from '../context/precondition.ts'
import { aWorld, describeOutcome, type World } from '../testing/world.ts'
import type { UserRole } from '../access/role-names.ts'
import { ARTICLE_STATUSES, type ArticleStatus } from '../access/built-in-facts.ts'
import { createArticle, updateArticle } from './article-operations.ts'
import {
  INITIAL_STATES,
  requireInitialState,
  requireTransition,
  TRANSITIONS,
  type WorkflowPermission,
} from './publish-workflow.ts'

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
  Object.keys(TRANSITIONS[from]) as ArticleStatus[]

const findReachable = (starts: readonly ArticleStatus[]): ReadonlySet<ArticleStatus> => {
  const reached = new Set(starts)
  for (const state of reached) for (const next of listNext(state)) reached.add(next)
  return reached
}

describe('C4.2 the publish workflow as a graph', () => {
  test('every state can be reached from an initial state', () =>
    expect([...findReachable(Object.keys(INITIAL_STATES) as ArticleStatus[])].toSorted()).toEqual(
      ARTICLE_STATUSES.toSorted(),
    ))

  test.each(ARTICLE_STATUSES)('publication can be reached from %s', (from) => {
    expect(listNext(from)).not.toEqual([])
    expect(findReachable([from])).toContain('PUBLISHED')
  })

  test.each(pairs)('$from to $to needs the permission of the contract', async ({ from, to }) => {
    const expected = expectedMove(from, to)
    if (expected === null)
      expect(await describeOutcome(() => requireTransition(from, to))).toBe('INVALID_TRANSITION')
    else expect(requireTransition(from, to)).toBe(expected)
  })

  test.each(ARTICLE_STATUSES)('a refusal from %s names exactly the next states', (from) => {
    const allowed = ARTICLE_STATUSES.filter((to) => expectedMove(from, to) !== null)
    const told = /Allowed: (.*)\.$/.exec(readMessage(() => requireTransition(from, from)))?.[1]?.split(', ')
    expect(told?.toSorted()).toEqual(allowed.toSorted())
  })

  test('the initial states are DRAFT, REVIEW and PUBLISHED', async () => {
    expect(requireInitialState('DRAFT')).toBe('articles:write')
    expect(requireInitialState('REVIEW')).toBe('articles:write')
    expect(requireInitialState('PUBLISHED')).toBe('articles:publish')
    for (const status of ['ARCHIVED', 'DELETED'] as const)
      expect(await describeOutcome(() => requireInitialState(status))).toBe('INVALID_TRANSITION')
  })

  test('a member of every object is not a state', async () =>
    expect(await describeOutcome(() => requireTransition('DRAFT', 'constructor' as 'DRAFT'))).toBe(
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

describe('C4.2 the callers who may move an article', () => {
  let world: World
  beforeEach(async () => {
    world = await aWorld()
  })

  describe.each(CALLERS)('$role, own: $own', ({ role, own }) => {
    test.each(pairs)('$from to $to', async ({ from, to }) => {
      const caller = role && world.people[role]
      const stranger = await world.person('olga', 'AUTHOR')
      const article = await world.article(own && caller ? caller : stranger, from)
      const move = () => updateArticle(world.as(caller), article.id, { status: to }, unconditional)
      const outcome = expectedOutcome(role, own, from, to)
      expect(await describeOutcome(move)).toBe(outcome)
      expect((await world.stores.articles.get(article.id))?.status).toBe(outcome === 'DONE' ? to : from)
    })
  })
})

describe('C4.2 the callers who may create an article, by its state', () => {
  const expectedBeginning = (role: UserRole | null, own: boolean, status: ArticleStatus) => {
    if (role === null) return 'UNAUTHENTICATED'
    if (!holds(role, own, 'articles:write', 'DRAFT')) return 'FORBIDDEN'
    if (status === 'ARCHIVED' || status === 'DELETED') return 'INVALID_TRANSITION'
    return status !== 'PUBLISHED' || holds(role, own, 'articles:publish', status) ? 'DONE' : 'FORBIDDEN'
  }
  const cases = CALLERS.flatMap((caller) => ARTICLE_STATUSES.map((status) => ({ ...caller, status })))

  test.each(cases)('$role, own: $own, as $status', async ({ role, own, status }) => {
    const world = await aWorld()
    const caller = role && world.people[role]
    const stranger = await world.person('olga', 'AUTHOR')
    const authorId = own ? undefined : String(stranger.id)
    const input = { title: 'Title', content: 'Text', status, authorId }
    const outcome = await describeOutcome(() => createArticle(world.as(caller), input))
    expect(outcome).toBe(expectedBeginning(role, own, status))
  })
})
