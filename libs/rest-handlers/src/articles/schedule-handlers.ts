import { parseArticleId, scheduleArticle, unscheduleArticle, scheduleRules } from '@content-service/domain'
import { receive } from '../body.ts'
import { checkedBy, unlessStale, valueOr } from '../conditional.ts'
import { empty, type RestHandler } from '../http.ts'
import { scheduleBody } from './article-schemas.ts'
import { articleView } from './article-handlers.ts'

/** C4.3. The schedule is a part of the article, and has its entity tag. */
export const putSchedule: RestHandler = async (request, context, { id: text = '' }) => {
  const id = parseArticleId(text)
  const body = receive(request, scheduleBody, scheduleRules(context.now()))
  const precondition = checkedBy(request, body, await articleView(context).tag(request, context, id))
  const { publishAt } = valueOr(body, { publishAt: '' })
  const changed = await scheduleArticle(context, id, publishAt, precondition)
  return articleView(context).showWrittenFromBelow(context, changed)
}

export const removeSchedule: RestHandler = async (request, context, { id: text = '' }) => {
  const id = parseArticleId(text)
  await unscheduleArticle(
    context,
    id,
    unlessStale(request, await articleView(context).tag(request, context, id)),
  )
  return empty(204)
}
