import { findProblems } from '../accept.ts'
import { authorize, may, requireUser, requireCredential } from '../access.ts'
import type { Context } from '../context.ts'
import { badUserInput, badValue, notFound } from '../errors.ts'
import { parseUserId, type ArticleId, type RevisionId, type UserId } from '../ids.ts'
import { unconditional, type Precondition } from '../precondition.ts'
import { GHOST_ID } from '../users/user.ts'
import { authorizeAnyChange, changeArticle } from './article-change.ts'
import { findType } from '../model/find-type.ts'
import {
  Article,
  articleRules,
  checkText,
  moveArticle,
  newArticle,
  withText,
  type ArticleText,
  type NewArticle,
} from './article.ts'
import {
  INITIAL_STATES,
  findCreatePermission,
  TRANSITIONS,
  type ArticleStatus,
  type WorkflowPermission,
} from './publish-workflow.ts'
import { restoreText } from './revision.ts'

export interface ArticleInput extends NewArticle {
  /** The id of the owner (C2.1); of the caller when absent. */
  readonly authorId?: string | number | undefined
  readonly status?: ArticleStatus | undefined
}

export interface ArticleChange extends ArticleText {
  readonly status?: ArticleStatus | null | undefined
}

/** The id that `authorId` writes; the caller may learn only that no user has the id. */
const parseOwner = (caller: UserId, authorId: ArticleInput['authorId']): UserId | null =>
  authorId === undefined ? caller : parseUserId(String(authorId))

const NO_SUCH_USER = 'there is no user with this id'

/** C3.5: no article can be given to the ghost or to a soft-deleted user. */
const isExistingUser = async (context: Context, id: UserId): Promise<boolean> =>
  id === context.caller.id || (id !== GHOST_ID && (await context.stores.users.get(id))?.deleted === false)

/** C4.2: in a state that the caller may begin an article in, for an owner they may write for. Returns whose. */
export const authorizeCreatingArticle = (
  context: Context,
  { authorId, status = 'DRAFT' }: Pick<ArticleInput, 'authorId' | 'status'>,
): UserId | null => {
  const ownerId = parseOwner(requireUser(context), authorId)
  // For an unknown owner the permission asked is the one on others' articles.
  authorize(context, 'articles:write', { ownerId, status: 'DRAFT' })
  const permission = INITIAL_STATES[status as keyof typeof INITIAL_STATES] as WorkflowPermission | undefined
  if (permission !== undefined) authorize(context, permission, { ownerId, status })
  return ownerId
}

/** `createArticle`. */
export const createArticle = async (context: Context, input: ArticleInput): Promise<Article> => {
  const { authorId: _authorId, status = 'DRAFT', ...text } = input
  const type = findType(context.model, Article)
  const ownerId = authorizeCreatingArticle(context, input)
  if (ownerId === null || !(await isExistingUser(context, ownerId)))
    throw badUserInput([
      { path: ['authorId'], message: NO_SUCH_USER },
      ...findProblems(articleRules(type), text),
    ])
  const { stores, now } = context
  const begun = newArticle(text, { id: stores.articles.nextId(), ownerId, status, now: now() }, type)
  findCreatePermission(status)
  return stores.articles.add(begun)
}

const changesText = ({ status: _status, ...text }: ArticleChange): boolean =>
  Object.values(text).some((value) => value !== undefined)

/**
 * The permissions that the change needs: for a new state the permission of the transition, for text or the same state
 * `articles:write`.
 */
const listPermissions = (current: Article, change: ArticleChange): readonly WorkflowPermission[] => {
  const moves = change.status && change.status !== current.status
  const transition = moves
    ? (TRANSITIONS[current.status] as Partial<Record<ArticleStatus, WorkflowPermission>>)[change.status]
    : undefined
  const writes = changesText(change) || change.status === current.status
  return [...(transition ? [transition] : []), ...(writes ? (['articles:write'] as const) : [])]
}

const changeState = (current: Article, status: ArticleChange['status'], now: Date): Article => {
  if (status === null) throw badValue(['status'], 'cannot be null; leave it out to keep its value')
  if (status === undefined || status === current.status) return current
  return moveArticle(current, status, now)
}

/** `updateArticle` (C4.2): text and state at once, decided on the locked row; one version for both. */
export const updateArticle = (
  context: Context,
  id: ArticleId | null,
  change: ArticleChange,
  precondition: Precondition<Article>,
): Promise<Article> => {
  const { status, ...text } = change
  const takeText = checkText(text, findType(context.model, Article))
  return changeArticle(context, id, (current) => {
    authorizeAnyChange(context, current)
    for (const permission of listPermissions(current, change)) authorize(context, permission, current)
    precondition(current)
    return changeState(withText(current, takeText()), status, context.now())
  })
}

/** `deleteArticle` (C4.3): moves to DELETED. One that is there already is NOT_FOUND. */
export const deleteArticle = async (
  context: Context,
  id: ArticleId | null,
  precondition: Precondition<Article>,
): Promise<void> => {
  await changeArticle(context, id, (current) => {
    if (!may(context, 'articles:read', current) || current.status === 'DELETED') throw notFound('article')
    authorize(context, 'articles:delete', current)
    precondition(current)
    return moveArticle(current, 'DELETED', context.now())
  })
}

/**
 * `restoreRevision` (C4.4): the text of an earlier version, never its state. A caller who may not write the article
 * reads no earlier version.
 */
export const restoreRevision = async (
  context: Context,
  id: RevisionId | null,
  precondition: Precondition<Article> = unconditional,
): Promise<Article> => {
  requireCredential(context)
  const revision = id && (await context.stores.articles.revision(id))
  if (!revision) throw notFound('revision')
  return changeArticle(context, revision.articleId, (current) => {
    const isReadable = may(context, 'articles:read', current) && may(context, 'articles:write', current)
    if (!isReadable) throw notFound('revision')
    precondition(current)
    return restoreText(current, revision)
  })
}
