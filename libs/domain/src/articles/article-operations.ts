import { authorize, requireUser, type PolicyContext } from '../access/access.ts'
import type { Clock, StoreContext } from '../context/context.ts'
import { findType } from '../model/types/find-type.ts'
import type { NewOf } from '../model/types/record-values.ts'
import { findInitialState } from '../model/states/record-state.ts'
import { createRecord } from '../records/record-operations.ts'
import { findProblems } from '../rules/accept.ts'
import { badUserInput } from '../rules/errors.ts'
import { GHOST_ID, parseUserId, type UserId } from '../rules/ids.ts'
import { Article } from './article.ts'

export interface ArticleInput extends NewOf<typeof Article> {
  /** The id of the owner (C2.1); the caller is the owner by default. */
  readonly authorId?: string | number | undefined
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
  { authorId, status = 'DRAFT' }: Partial<Pick<ArticleInput, 'authorId' | 'status'>>,
): UserId | null => {
  const ownerId = parseOwner(requireUser(context), authorId)
  // If no user has the id of the owner, the caller needs the permission on the articles of others.
  authorize(context, 'articles:write', { ownerId, status: 'DRAFT' })
  const permission = findInitialState(Article, status)
  if (permission !== undefined) authorize(context, permission ?? 'articles:write', { ownerId, status })
  return ownerId
}

/** `createArticle`: as the creation of any record, for the owner that `authorId` names. */
export const createArticle = async (
  context: StoreContext & Clock,
  { authorId, ...given }: ArticleInput,
): Promise<Article> => {
  const type = findType(context.model, Article)
  const owner = authorizeCreatingArticle(context, { authorId, ...given })
  if (owner === null || !(await isExistingUser(context, owner)))
    throw badUserInput([
      { path: ['authorId'], message: NO_SUCH_USER },
      ...findProblems(type.rules, { ...given }),
    ])
  return createRecord(context, type, given, { owner })
}
