import { findProblems } from '../rules/accept.ts'
import { authorize, requireUser, type PolicyContext } from '../access/access.ts'
import { demand } from '../actions/requirement.ts'
import type { Context, StoreContext, Clock } from '../context/context.ts'
import { badUserInput, badValue } from '../rules/errors.ts'
import type { Precondition } from '../context/precondition.ts'
import { GHOST_ID, parseUserId, type ArticleId, type UserId } from '../rules/ids.ts'
import type { ArticleStatus } from '../access/built-in-facts.ts'
import { findType } from '../model/types/find-type.ts'
import { checkNewRecord } from '../records/check-record.ts'
import { CHANGING, DELETING, RESTORING } from './article-actions.ts'
import { changeArticle } from './article-change.ts'
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
import type { AnyRecord } from '../model/types/record-changes.ts'
import type { WriteRestored } from '../records/revisions/restore-revision.ts'
import { findInitialState } from '../model/states/record-state.ts'
import { listNeededPermissions, requireInitialState } from '../records/record-states.ts'

export interface ArticleInput extends NewArticle {
  /** The id of the owner (C2.1); the caller is the owner by default. */
  readonly authorId?: string | number | undefined
  readonly status?: ArticleStatus | undefined
}

export interface ArticleChange extends ArticleText {
  readonly status?: ArticleStatus | null | undefined
}

/** The owner that `authorId` names. If no user has the id, the caller learns only this fact. */
const parseOwner = (caller: UserId, authorId: ArticleInput['authorId']): UserId | null =>
  authorId === undefined ? caller : parseUserId(String(authorId))

const NO_SUCH_USER = 'there is no user with this id'

/** C3.5: neither the ghost nor a soft-deleted user can become the owner of an article. */
const isExistingUser = async (context: StoreContext, id: UserId): Promise<boolean> =>
  id === context.caller.id || (id !== GHOST_ID && (await context.stores.users.get(id))?.deleted === false)

/** C4.2: checks the initial state and the permission to write for the owner. Returns the id of the owner. */
export const authorizeCreatingArticle = (
  context: PolicyContext,
  { authorId, status = 'DRAFT' }: Pick<ArticleInput, 'authorId' | 'status'>,
): UserId | null => {
  const ownerId = parseOwner(requireUser(context), authorId)
  // If no user has the id of the owner, the caller needs the permission on the articles of others.
  authorize(context, 'articles:write', { ownerId, status: 'DRAFT' })
  const permission = findInitialState(Article, status)
  if (permission !== undefined) authorize(context, permission ?? 'articles:write', { ownerId, status })
  return ownerId
}

/** `createArticle`. */
export const createArticle = async (context: StoreContext & Clock, input: ArticleInput): Promise<Article> => {
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
  requireInitialState(type, status)
  await checkNewRecord(context, type, begun)
  return stores.articles.add(begun)
}

const changeState = (current: Article, status: ArticleChange['status'], now: Date): Article => {
  if (status === null) throw badValue(['status'], 'cannot be null; leave it out to keep its value')
  if (status === undefined || status === current.status) return current
  return moveArticle(current, status, now)
}

/** `updateArticle` (C4.2): changes text and state on the locked row, with one new version for both. */
export const updateArticle = (
  context: Context,
  id: ArticleId | null,
  change: ArticleChange,
  precondition: Precondition<Article>,
): Promise<Article> => {
  const { status, ...text } = change
  const takeText = checkText(text, findType(context.model, Article))
  return changeArticle(context, id, (current) => {
    demand(context, CHANGING, current)
    for (const permission of listNeededPermissions(Article, current, change))
      authorize(context, permission, current)
    precondition(current)
    return changeState(withText(current, takeText(current)), status, context.now())
  })
}

/** `deleteArticle` (C4.3): moves the article to DELETED. A DELETED article is NOT_FOUND. */
export const deleteArticle = async (
  context: Context,
  id: ArticleId | null,
  precondition: Precondition<Article>,
): Promise<void> => {
  await changeArticle(context, id, (current) => {
    demand(context, DELETING, current)
    precondition(current)
    return moveArticle(current, 'DELETED', context.now())
  })
}

/** `restoreRevision` (C4.4): a derived excerpt follows the content again. */
export const writeRestoredArticle: WriteRestored = (
  context,
  _type,
  { id, change, revision, precondition },
) => {
  const { excerpt, excerptDerived } = revision.values
  // The rules check the text. The id is that of an article.
  const text = { ...change, excerpt: excerptDerived === true ? null : excerpt } as ArticleText
  const takeText = checkText(text, findType(context.model, Article))
  return changeArticle(context, id as string as ArticleId, (current) => {
    demand(context, RESTORING, current)
    precondition(current as AnyRecord)
    return withText(current, takeText(current))
  })
}
