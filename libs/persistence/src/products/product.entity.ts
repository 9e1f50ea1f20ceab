import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import type { Category, CategoryId, Product, ProductId } from '@content-service/domain'

export const CategoryEntity = defineEntity({
  name: 'Category',
  tableName: 'categories',
  properties: {
    id: p.uuid().$type<CategoryId>().primary(),
    name: p.text(),
    createdAt: p.datetime(3),
  },
})

export const ProductEntity = defineEntity({
  name: 'Product',
  tableName: 'products',
  properties: {
    id: p.uuid().$type<ProductId>().primary(),
    title: p.text(),
    description: p.text().strictNullable(),
    price: p.float().columnType('double precision'),
    stock: p.integer(),
    categoryId: p.uuid().$type<CategoryId>(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3).strictNullable(),
    ref: p.text().strictNullable(),
    version: p.integer(),
  },
})

export type CategoryRow = InferEntity<typeof CategoryEntity>
export type ProductRow = InferEntity<typeof ProductEntity>

export const asCategory = (row: CategoryRow): Category => row
export const asProduct = (row: ProductRow): Product => row
