import { NEWEST } from '@content-service/domain'
import { time } from '../reading/dates.ts'
import { own, type TypePlan } from '../reading/plan.ts'

export const PRODUCT: TypePlan<'products'> = {
  from: 'products',
  fields: {
    id: own('id'),
    title: own('title'),
    description: own('description'),
    price: own('price'),
    stock: own('stock'),
    category: { relation: 'category', type: 'Category' },
    version: own('version'),
    createdAt: time('createdAt'),
  },
}

export const CATEGORY: TypePlan<'categories'> = {
  from: 'categories',
  fields: {
    id: own('id'),
    name: own('name'),
    products: { relation: 'products', type: 'Product', orderBy: NEWEST },
  },
}
