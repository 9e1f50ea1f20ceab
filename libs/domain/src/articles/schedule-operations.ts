import { checkInput } from '../rules/accept.ts'
import { authorize, type PolicyContext } from '../access/access.ts'
import type { Context } from '../context/context.ts'
import { ContentError, InvalidValue } from '../rules/errors.ts'
import type { ArticleId } from '../rules/ids.ts'
import { unconditional, type Precondition } from '../context/precondition.ts'
import { pointInTime } from '../rules/time.ts'
import { authorizeAnyChange, changeArticle } from './article-change.ts'
import { setSchedule, type Article } from './article.ts'

/** C4.3. */
export const scheduleRules = (now: Date) => ({
  publishAt: (text: string) => {
    const at = pointInTime(text)
    if (at <= now) throw new InvalidValue('must be in the future')
    return at
  },
})

const authorizePublishing = (context: PolicyContext, current: Article): void => {
  authorizeAnyChange(context, current)
  authorize(context, 'articles:publish', current)
}

/** `scheduleArticle` (C4.3): a DRAFT or REVIEW article, at a time in the future. */
export const scheduleArticle = (
  context: Context,
  id: ArticleId | null,
  { publishAt }: { readonly publishAt: string },
  precondition: Precondition<Article> = unconditional,
): Promise<Article> => {
  const takeTime = checkInput(scheduleRules(context.now()), { publishAt })
  return changeArticle(context, id, (current) => {
    authorizePublishing(context, current)
    precondition(current)
    const { publishAt: at } = takeTime()
    if (current.status !== 'DRAFT' && current.status !== 'REVIEW')
      throw new ContentError(
        'INVALID_TRANSITION',
        `You cannot schedule an article that is ${current.status}. Allowed: DRAFT, REVIEW.`,
      )
    return setSchedule(current, at)
  })
}

/** `unscheduleArticle` (C4.3), idempotent. */
export const unscheduleArticle = (
  context: Context,
  id: ArticleId | null,
  precondition: Precondition<Article> = unconditional,
): Promise<Article> =>
  changeArticle(context, id, (current) => {
    authorizePublishing(context, current)
    precondition(current)
    return setSchedule(current, null)
  })
