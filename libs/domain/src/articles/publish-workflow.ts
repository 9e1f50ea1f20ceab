import type { ArticleStatus } from '../access/built-in-facts.ts'
import { ContentError } from '../rules/errors.ts'

export type WorkflowPermission = 'articles:write' | 'articles:publish' | 'articles:delete'

type Transitions = Readonly<Partial<Record<ArticleStatus, WorkflowPermission>>>

/** C4.2: the initial states of an article, with the permission that each state needs. */
export const INITIAL_STATES = {
  DRAFT: 'articles:write',
  REVIEW: 'articles:write',
  PUBLISHED: 'articles:publish',
} as const satisfies Transitions

/** C4.2: the next states of each state, with the permission on the article that each move needs. */
export const TRANSITIONS = {
  DRAFT: { REVIEW: 'articles:write', PUBLISHED: 'articles:publish', DELETED: 'articles:delete' },
  REVIEW: { DRAFT: 'articles:write', PUBLISHED: 'articles:publish', DELETED: 'articles:delete' },
  PUBLISHED: { DRAFT: 'articles:publish', ARCHIVED: 'articles:publish', DELETED: 'articles:delete' },
  ARCHIVED: { PUBLISHED: 'articles:publish', DRAFT: 'articles:publish', DELETED: 'articles:delete' },
  DELETED: { DRAFT: 'articles:delete' },
} as const satisfies Readonly<Record<ArticleStatus, Transitions>>

const findMove = (moves: Transitions, to: ArticleStatus): WorkflowPermission | undefined =>
  Object.hasOwn(moves, to) ? moves[to] : undefined

const requireMove = (moves: Transitions, to: ArticleStatus, refusal: string): WorkflowPermission => {
  const permission = findMove(moves, to)
  if (permission !== undefined) return permission
  const allowed = Object.keys(moves).join(', ')
  throw new ContentError('INVALID_TRANSITION', `${refusal} Allowed: ${allowed}.`)
}

/** The permission to create an article in this state; INVALID_TRANSITION names the initial states. */
export const requireInitialState = (status: ArticleStatus): WorkflowPermission =>
  requireMove(INITIAL_STATES, status, `A new article cannot be ${status}.`)

/** The permission to move an article; undefined if the workflow has no such transition. */
export const findTransition = (from: ArticleStatus, to: ArticleStatus): WorkflowPermission | undefined =>
  findMove(TRANSITIONS[from], to)

/** The permission to move an article; INVALID_TRANSITION names the next states. */
export const requireTransition = (from: ArticleStatus, to: ArticleStatus): WorkflowPermission =>
  requireMove(TRANSITIONS[from], to, `The workflow has no transition from ${from} to ${to}.`)
