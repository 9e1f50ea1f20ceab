import { parseArticleId, scheduleArticle, unscheduleArticle, scheduleRules } from '@content-service/domain'
import { receive } from '../body.ts'
import { createPrecondition, requireFresh, getValueOr } from '../conditional.ts'
import { createEmptyResponse, type RestHandler } from '../http.ts'
import { scheduleBody } from './article-schemas.ts'
import { createArticleView } from './article-handlers.ts'

/** C4.3. The schedule is a part of the article, and has its entity tag. */
export const putSchedule: RestHandler = async (request, context, { id: text = '' }) => {
  const id = parseArticleId(text)
  const body = receive(request, scheduleBody, scheduleRules(context.now()))
  const precondition = createPrecondition(
    request,
    body,
    await createArticleView(context).tag(request, context, id),
  )
  const { publishAt } = getValueOr(body, { publishAt: '' })
  const changed = await scheduleArticle(context, id, publishAt, precondition)
  return createArticleView(context).showWrittenFromBelow(context, changed)
}

export const removeSchedule: RestHandler = async (request, context, { id: text = '' }) => {
  const id = parseArticleId(text)
  await unscheduleArticle(
    context,
    id,
    requireFresh(request, await createArticleView(context).tag(request, context, id)),
  )
  return createEmptyResponse(204)
}
