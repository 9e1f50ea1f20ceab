import {
  authorizeWritingProducts,
  categoryId,
  countedProducts,
  createProduct,
  deleteProduct,
  notFound,
  productId,
  readKnownProduct,
  readProduct,
  updateProduct,
  productRules,
  type Context,
  type Product,
  type ProductId,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { answerRead, checkedBy, tagWith, unlessStale, valueOr } from '../conditional.ts'
import type { Tag } from '../etag.ts'
import { empty, json, type RestHandler, type RestRequest, type RestResponse } from '../http.ts'
import { COUNT_LIMIT, answerPage, NO_PARAMETERS, pageFrom, parametersOf } from '../paging.ts'
import { presentProduct, productEtag, WHOLE_PRODUCT } from './present-product.ts'
import { markShown } from '../written.ts'
import { newProductBody, patchedProductBody, productListParameters } from './product-schemas.ts'

/** Newest first. An id that names no category has no products (C2.1). */
export const getProducts: RestHandler = async (request, context) => {
  const { category, ...page } = parametersOf(request.query, productListParameters)
  const given = pageFrom(page)
  const within = category === undefined ? undefined : categoryId(category)
  const { rows, total } =
    within === null
      ? { rows: [], total: 0 }
      : await countedProducts(
          context,
          { window: given.window, categoryId: within },
          WHOLE_PRODUCT,
          COUNT_LIMIT + 1,
        )
  return answerPage(request, given, { shown: rows.map(presentProduct), total })
}

export const getProduct: RestHandler = async (request, context, { id = '' }) => {
  parametersOf(request.query, NO_PARAMETERS)
  const row = await readProduct(context, productId(id), WHOLE_PRODUCT)
  if (row === null) throw notFound('product')
  return answerRead(request, presentProduct(row), { etag: productEtag(row) })
}

/** The product that an operation has just written. */
const showProduct = async (
  context: Context,
  id: ProductId,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<RestResponse> => {
  const row = await readKnownProduct(context, id, WHOLE_PRODUCT)
  if (row === null) throw notFound('product')
  const response = json(status, presentProduct(row), { etag: productEtag(row), ...headers })
  return markShown(response, 'products:read', row)
}

export const postProduct: RestHandler = async (request, context) => {
  authorizeWritingProducts(context)
  const { id } = await createProduct(context, receive(request, newProductBody, productRules).value())
  return showProduct(context, id, 201, { location: `/api/products/${id}` })
}

const productTag = (request: RestRequest, context: Context, id: ProductId | null): Promise<Tag<Product>> =>
  tagWith(request, () => readProduct(context, id, WHOLE_PRODUCT), productEtag)

export const patchProduct: RestHandler = async (request, context, { id: text = '' }) => {
  const id = productId(text)
  const body = receive(request, patchedProductBody, productRules)
  const precondition = checkedBy(request, body, await productTag(request, context, id))
  const changed = await updateProduct(context, id, valueOr(body, {}), precondition)
  return showProduct(context, changed.id, 200)
}

export const removeProduct: RestHandler = async (request, context, { id: text = '' }) => {
  const id = productId(text)
  await deleteProduct(context, id, unlessStale(request, await productTag(request, context, id)))
  return empty(204)
}
