import { authorize, withCredential } from '../access.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import type { ProductId } from '../ids.ts'
import { unconditional, type Precondition } from '../precondition.ts'
import {
  changedProduct,
  newCategory,
  newProduct,
  type Category,
  type NewProduct,
  type Product,
  type ProductChange,
} from './product.ts'

/** C4.9: products and their categories alike. */
export const authorizeWritingProducts = (context: Context): void => {
  withCredential(context)
  authorize(context, 'products:write', {})
}

export const createProduct = async (context: Context, given: NewProduct): Promise<Product> => {
  authorizeWritingProducts(context)
  const { products } = context.stores
  return products.add(newProduct(given, products.nextId(), context.now()))
}

export const updateProduct = async (
  context: Context,
  id: ProductId | null,
  change: ProductChange,
  precondition: Precondition<Product>,
): Promise<Product> => {
  authorizeWritingProducts(context)
  const changed =
    id &&
    (await context.stores.products.change(id, (current) => {
      precondition(current)
      return changedProduct(current, change, context.now())
    }))
  if (!changed) throw notFound('product')
  return changed
}

export const deleteProduct = async (
  context: Context,
  id: ProductId | null,
  precondition: Precondition<Product> = unconditional,
): Promise<void> => {
  authorizeWritingProducts(context)
  if (!(id && (await context.stores.products.remove(id, precondition)))) throw notFound('product')
}

export const createCategory = async (context: Context, name: string): Promise<Category> => {
  authorizeWritingProducts(context)
  const { categories } = context.stores
  return categories.add(newCategory(name, categories.nextId(), context.now()))
}
