import { accept } from '../accept.ts'
import { authorize, authorizeTakingPart, may, signedIn, withCredential } from '../access.ts'
import type { Context } from '../context.ts'
import { badValue, ContentError, InvalidValue, notFound } from '../errors.ts'
import { userId, type ArticleId, type RevisionId, type UserId } from '../ids.ts'
import { unconditional, type Precondition } from '../precondition.ts'
import { pointInTime } from '../time.ts'
import { GHOST_ID } from '../users/user.ts'
import {
  moved,
  newArticle,
  nextVersion,
  readsDifferently,
  rewritten,
  scheduled,
  type Article,
  type ArticleText,
  type NewArticle,
} from './article.ts'
import type { ArticleEdit } from './article-store.ts'
import {
  BEGINNINGS,
  permissionToBegin,
  permissionToMove,
  TRANSITIONS,
  type ArticleStatus,
  type WorkflowPermission,
} from './publish-workflow.ts'
import { restoredFrom, revisionOf } from './revision.ts'

export interface ArticleInput extends NewArticle {
  /** Whose article it is to be, as the decimal of C2.1; the caller's own when absent. */
  readonly authorId?: string | undefined
  readonly status?: ArticleStatus | undefined
}

export interface ArticleChange extends ArticleText {
  readonly status?: ArticleStatus | null | undefined
}

/** The id that `authorId` writes; the caller may not learn more about it than that it names nobody. */
const ownerFrom = (caller: UserId, authorId: string | undefined): UserId | null =>
  authorId === undefined ? caller : userId(authorId)

const NO_SUCH_USER = 'there is no user with this id'

/** C3.5: the ghost owns what is left behind, and nothing else; a soft-deleted user is not there either. */
const isThere = async (context: Context, id: UserId): Promise<boolean> =>
  id === context.caller.id || (id !== GHOST_ID && (await context.stores.users.get(id))?.deleted === false)

/** C4.2: in a state that the caller may begin an article in, for an owner they may write for. Returns whose. */
export const authorizeCreatingArticle = (
  context: Context,
  { authorId, status = 'DRAFT' }: Pick<ArticleInput, 'authorId' | 'status'>,
): UserId | null => {
  const ownerId = ownerFrom(signedIn(context), authorId)
  // For an unknown owner the permission asked is the one on others' articles.
  authorize(context, 'articles:write', { ownerId, status: 'DRAFT' })
  const permission = BEGINNINGS[status as keyof typeof BEGINNINGS] as WorkflowPermission | undefined
  if (permission !== undefined) authorize(context, permission, { ownerId, status })
  return ownerId
}

/** `createArticle`. */
export const createArticle = async (context: Context, input: ArticleInput): Promise<Article> => {
  const { authorId: _authorId, status = 'DRAFT', ...text } = input
  const ownerId = authorizeCreatingArticle(context, input)
  if (ownerId === null || !(await isThere(context, ownerId))) throw badValue(['authorId'], NO_SUCH_USER)
  const { stores, now } = context
  const begun = newArticle(text, { id: stores.articles.nextId(), ownerId, status, now: now() })
  permissionToBegin(status)
  return stores.articles.add(begun)
}

const WAYS_TO_WRITE = ['articles:write', 'articles:publish', 'articles:delete'] as const

/** C4.2, the first refusals: unreadable is not there; readable with no way to write it is FORBIDDEN. */
const authorizeAnyChange = (context: Context, current: Article): void => {
  if (!may(context, 'articles:read', current)) throw notFound('article')
  if (!WAYS_TO_WRITE.some((permission) => may(context, permission, current)))
    authorize(context, 'articles:write', current)
}

const rewrites = ({ title, content, tags, excerpt }: ArticleChange): boolean =>
  [title, content, tags, excerpt].some((value) => value !== undefined)

/** What this change takes: for a new state its transition's permission, for text or the same state `articles:write`. */
const permissionsFor = (current: Article, change: ArticleChange): readonly WorkflowPermission[] => {
  const moves = change.status && change.status !== current.status
  const transition = moves
    ? (TRANSITIONS[current.status] as Partial<Record<ArticleStatus, WorkflowPermission>>)[change.status]
    : undefined
  const writes = rewrites(change) || change.status === current.status
  return [...(transition ? [transition] : []), ...(writes ? (['articles:write'] as const) : [])]
}

const nextState = (current: Article, status: ArticleChange['status'], now: Date): Article => {
  if (status === null) throw badValue(['status'], 'cannot be null; leave it out to keep it as it is')
  if (status === undefined || status === current.status) return current
  permissionToMove(current.status, status)
  return moved(current, status, now)
}

/** The decided version with the revision it leaves behind (C4.4). */
const editBy = (context: Context, editor: UserId, current: Article, decided: Article): ArticleEdit => {
  const next = nextVersion(current, decided, context.now())
  return readsDifferently(current, next)
    ? { next, revision: revisionOf(current, context.stores.articles.nextRevisionId(), editor, context.now()) }
    : { next }
}

type Decide = (current: Article) => Article

const changeArticle = async (context: Context, id: ArticleId | null, decide: Decide): Promise<Article> => {
  const editor = signedIn(context)
  const changed =
    id &&
    (await context.stores.articles.change(id, (current) => editBy(context, editor, current, decide(current))))
  if (!changed) throw notFound('article')
  return changed
}

/** `updateArticle` (C4.2): text and state at once, decided on the locked row; one version for both. */
export const updateArticle = (
  context: Context,
  id: ArticleId | null,
  change: ArticleChange,
  precondition: Precondition<Article>,
): Promise<Article> =>
  changeArticle(context, id, (current) => {
    authorizeAnyChange(context, current)
    for (const permission of permissionsFor(current, change)) authorize(context, permission, current)
    precondition(current)
    const { status, ...text } = change
    return nextState(rewritten(current, text), status, context.now())
  })

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
    return moved(current, 'DELETED', context.now())
  })
}

const scheduleRules = (now: Date) => ({
  publishAt: (text: string) => {
    const at = pointInTime(text)
    if (at <= now) throw new InvalidValue('must be in the future')
    return at
  },
})

const authorizePublishing = (context: Context, current: Article): void => {
  authorizeAnyChange(context, current)
  authorize(context, 'articles:publish', current)
}

/** `scheduleArticle` (C4.3): a DRAFT or REVIEW article, at a time in the future. */
export const scheduleArticle = (
  context: Context,
  id: ArticleId | null,
  publishAt: string,
  precondition: Precondition<Article> = unconditional,
): Promise<Article> =>
  changeArticle(context, id, (current) => {
    authorizePublishing(context, current)
    precondition(current)
    const { publishAt: at } = accept(scheduleRules(context.now()), { publishAt })
    if (current.status !== 'DRAFT' && current.status !== 'REVIEW')
      throw new ContentError(
        'INVALID_TRANSITION',
        `An article that is ${current.status} cannot be scheduled. Allowed: DRAFT, REVIEW.`,
      )
    return scheduled(current, at)
  })

/** `unscheduleArticle` (C4.3), idempotent. */
export const unscheduleArticle = (
  context: Context,
  id: ArticleId | null,
  precondition: Precondition<Article> = unconditional,
): Promise<Article> =>
  changeArticle(context, id, (current) => {
    authorizePublishing(context, current)
    precondition(current)
    return scheduled(current, null)
  })

/** `restoreRevision` (C4.4): the text of an earlier version, never its state. Who may not write it, reads none of them. */
export const restoreRevision = async (
  context: Context,
  id: RevisionId | null,
  precondition: Precondition<Article> = unconditional,
): Promise<Article> => {
  withCredential(context)
  const revision = id && (await context.stores.articles.revision(id))
  if (!revision) throw notFound('revision')
  return changeArticle(context, revision.articleId, (current) => {
    const isReadable = may(context, 'articles:read', current) && may(context, 'articles:write', current)
    if (!isReadable) throw notFound('revision')
    precondition(current)
    return restoredFrom(current, revision)
  })
}

/** What cannot be read is not there (C7.8). */
export const readableArticle = (context: Context, article: Article | null): Article => {
  if (article === null || !may(context, 'articles:read', article)) throw notFound('article')
  return article
}

/** C4.6: only what is PUBLISHED is liked or commented on. */
export const refuseUnpublished = ({ status }: { readonly status: ArticleStatus }): void => {
  if (status !== 'PUBLISHED')
    throw new ContentError(
      'CONFLICT',
      `This article is ${status}; only PUBLISHED ones take likes and comments.`,
    )
}

const likeable = async (context: Context, id: ArticleId | null): Promise<Article> => {
  const article = readableArticle(context, id && (await context.stores.articles.get(id)))
  authorizeTakingPart(context)
  refuseUnpublished(article)
  return article
}

/** `likeArticle` and `unlikeArticle` (C4.6), idempotent. Return which. */
export const likeArticle = async (context: Context, id: ArticleId | null): Promise<ArticleId> => {
  const user = signedIn(context)
  const article = await likeable(context, id)
  await context.stores.articles.like(article.id, user, context.now())
  return article.id
}

export const unlikeArticle = async (context: Context, id: ArticleId | null): Promise<ArticleId> => {
  const user = signedIn(context)
  const article = await likeable(context, id)
  await context.stores.articles.unlike(article.id, user)
  return article.id
}
