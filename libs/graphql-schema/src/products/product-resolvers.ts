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
  updateProduct,
  type NewProduct,
} from '@content-service/domain'
import { within, withoutNulls } from '../input-errors.ts'
import { windowFrom } from '../paging.ts'
import { selected } from '../reading/plans.ts'
import type { RootResolvers } from '../resolvers.ts'

export const productQueries: RootResolvers = {
  product: (_, { id }, context, info) => readProduct(context, productId(id), selected('Product', info)),
  products: (_, { pagination, categoryId: category }, context, info) => {
    const id = typeof category === 'string' ? categoryId(category) : undefined
    // An id that names no category has no products (C2.1).
    return id === null
      ? []
      : listProducts(context, { window: windowFrom(pagination), categoryId: id }, selected('Product', info))
  },
  category: (_, { id }, context, info) => readCategory(context, categoryId(id), selected('Category', info)),
  categories: (_, { pagination }, context, info) =>
    listCategories(context, windowFrom(pagination), selected('Category', info)),
}

export const productMutations: RootResolvers = {
  createProduct: async (_, { input }, context, info) => {
    const given = withoutNulls(input) as unknown as NewProduct
    const { id } = await within(['input'], () => createProduct(context, given))
    return readProduct(context, id, selected('Product', info))
  },
  updateProduct: async (_, { input: { id, version, ...change } }, context, info) => {
    await within(['input'], () => updateProduct(context, productId(id), change, atVersion(version)))
    return readProduct(context, productId(id), selected('Product', info))
  },
  deleteProduct: async (_, { id }, context) => {
    await deleteProduct(context, productId(id))
    return true
  },
  createCategory: async (_, { input }, context, info) => {
    const { id } = await within(['input'], () => createCategory(context, input.name))
    return readCategory(context, id, selected('Category', info))
  },
}
