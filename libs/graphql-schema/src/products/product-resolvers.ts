import {
  atVersion,
  categoryId,
  createCategory,
  createProduct,
  deleteProduct,
  listCategories,
  listProducts,
  productId,
  readCategory,
  readProduct,
  readWritten,
  updateProduct,
  type Context,
  type ProductId,
} from '@content-service/domain'
import type { GraphQLResolveInfo } from 'graphql'
import { within, withoutNulls } from '../input-errors.ts'
import { windowFrom } from '../paging.ts'
import { selected } from '../reading/plans.ts'
import { stillThere } from '../reading/still-there.ts'
import type { MutationResolvers, QueryResolvers } from '../resolver-types.ts'

const showProduct = (context: Context, id: ProductId, info: GraphQLResolveInfo) =>
  stillThere(readWritten(context, 'products', id, selected('Product', info)))

export const productQueries = {
  product: (_, { id }, context, info) => readProduct(context, productId(id), selected('Product', info)),
  products: (_, { pagination, categoryId: category }, context, info) => {
    const id = typeof category === 'string' ? categoryId(category) : undefined
    // An id that names no category has no products (C2.1).
    return id === null
      ? []
      : listProducts(
          context,
          { window: windowFrom(info, pagination), categoryId: id },
          selected('Product', info),
        )
  },
  category: (_, { id }, context, info) => readCategory(context, categoryId(id), selected('Category', info)),
  categories: (_, { pagination }, context, info) =>
    listCategories(context, windowFrom(info, pagination), selected('Category', info)),
} satisfies Partial<QueryResolvers>

export const productMutations = {
  createProduct: async (_, { input }, context, info) => {
    const { id } = await within(['input'], () => createProduct(context, withoutNulls(input)))
    return showProduct(context, id, info)
  },
  updateProduct: async (_, { input: { id, version, ...change } }, context, info) => {
    const update = () => updateProduct(context, productId(id), change, atVersion(version))
    return showProduct(context, (await within(['input'], update)).id, info)
  },
  deleteProduct: async (_, { id }, context) => {
    await deleteProduct(context, productId(id))
    return true
  },
  createCategory: async (_, { input }, context, info) => {
    const { id } = await within(['input'], () => createCategory(context, input.name))
    return stillThere(readWritten(context, 'categories', id, selected('Category', info)))
  },
} satisfies Partial<MutationResolvers>
