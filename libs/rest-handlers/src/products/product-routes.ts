import type { Route } from '../route.ts'
import { getCategories, getCategory, postCategory } from './category-handlers.ts'
import { getProduct, getProducts, patchProduct, postProduct, removeProduct } from './product-handlers.ts'

export const productRoutes: readonly Route[] = [
  {
    path: '/api/products',
    methods: { GET: [getProducts, 'products'], POST: [postProduct, 'createProduct'] },
  },
  {
    path: '/api/products/:id',
    methods: {
      GET: [getProduct, 'product'],
      PATCH: [patchProduct, 'updateProduct'],
      DELETE: [removeProduct, 'deleteProduct'],
    },
  },
  {
    path: '/api/categories',
    methods: { GET: [getCategories, 'categories'], POST: [postCategory, 'createCategory'] },
  },
  { path: '/api/categories/:id', methods: { GET: [getCategory, 'category'] } },
]
