import { checkInput } from '../rules/accept.ts'
import { demand } from '../actions/requirement.ts'
import type { Context } from '../context/context.ts'
import { InvalidValue } from '../rules/errors.ts'
import type { ArticleId } from '../rules/ids.ts'
import { unconditional, type Precondition } from '../context/precondition.ts'
import { pointInTime } from '../rules/time.ts'
import { PUBLISHING, UNPUBLISHED } from './article-actions.ts'
import { changeArticle } from './article-change.ts'
import { dropSchedule, setSchedule, type Article } from './article.ts'

/** C4.3. */
export const scheduleRules = (now: Date) => ({
  publishAt: (text: string) => {
    const at = pointInTime(text)
    if (at <= now) throw new InvalidValue('must be in the future')
    return at
  },
})

/** `scheduleArticle` (C4.3): a DRAFT or REVIEW article, at a time in the future. */
export const scheduleArticle = (
  context: Context,
  id: ArticleId | null,
  { publishAt }: { readonly publishAt: string },
  precondition: Precondition<Article> = unconditional,
): Promise<Article> => {
  const takeTime = checkInput(scheduleRules(context.now()), { publishAt })
  return changeArticle(context, id, (current) => {
    demand(context, PUBLISHING, current)
    precondition(current)
    const { publishAt: at } = takeTime()
    demand(context, [UNPUBLISHED], current)
    return setSchedule(current, at, context.caller.id)
  })
}

/** `unscheduleArticle` (C4.3), idempotent. */
export const unscheduleArticle = (
  context: Context,
  id: ArticleId | null,
  precondition: Precondition<Article> = unconditional,
): Promise<Article> =>
  changeArticle(context, id, (current) => {
    demand(context, PUBLISHING, current)
    precondition(current)
    return dropSchedule(current)
  })
