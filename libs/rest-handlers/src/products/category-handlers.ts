import {
  authorizeWritingProducts,
  categoryId,
  countedCategories,
  createCategory,
  notFound,
  readCategory,
  categoryRules,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { answerRead } from '../conditional.ts'
import { json, type RestHandler } from '../http.ts'
import { COUNT_LIMIT, answerPage, NO_PARAMETERS, pageFrom, pageParameters, parametersOf } from '../paging.ts'
import { categoryEtag, presentCategory, WHOLE_CATEGORY } from './present-product.ts'
import { markShown } from '../written.ts'
import { newCategoryBody } from './product-schemas.ts'

/** Newest first. */
export const getCategories: RestHandler = async (request, context) => {
  const given = pageFrom(parametersOf(request.query, pageParameters))
  const { rows, total } = await countedCategories(context, given.window, WHOLE_CATEGORY, COUNT_LIMIT + 1)
  return answerPage(request, given, { shown: rows.map(presentCategory), total })
}

export const getCategory: RestHandler = async (request, context, { id = '' }) => {
  parametersOf(request.query, NO_PARAMETERS)
  const row = await readCategory(context, categoryId(id), WHOLE_CATEGORY)
  if (row === null) throw notFound('category')
  return answerRead(request, presentCategory(row), { etag: categoryEtag(row) })
}

export const postCategory: RestHandler = async (request, context) => {
  authorizeWritingProducts(context)
  const { id, name } = await createCategory(
    context,
    receive(request, newCategoryBody, categoryRules).value().name,
  )
  const category = { id, name }
  const headers = { location: `/api/categories/${id}`, etag: categoryEtag(category) }
  return markShown(json(201, presentCategory(category), headers), 'products:read', category)
}
