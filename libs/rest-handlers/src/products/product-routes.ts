import { created, nothing, one, paged } from '../answers.ts'
import { pageParameters } from '../paging.ts'
import type { Route } from '../route.ts'
import { idOf } from '../schema-terms.ts'
import { getCategories, getCategory, postCategory } from './category-handlers.ts'
import { getProduct, getProducts, patchProduct, postProduct, removeProduct } from './product-handlers.ts'
import {
  categorySchema,
  newCategoryBody,
  newProductBody,
  patchedProductBody,
  productListParameters,
  productSchema,
} from './product-schemas.ts'

const tag = 'Products'

export const productRoutes: readonly Route[] = [
  {
    path: '/api/products',
    tag,
    methods: {
      GET: {
        handler: getProducts,
        operation: 'products',
        summary: 'List products',
        access: 'anyone',
        query: productListParameters,
        answers: [paged(productSchema, 'A page of products, newest first.')],
      },
      POST: {
        handler: postProduct,
        operation: 'createProduct',
        summary: 'Create a product',
        access: 'products:write',
        body: newProductBody,
        shows: 'products:read',
        answers: [created(productSchema, 'The new product.')],
      },
    },
  },
  {
    path: '/api/products/:id',
    variables: { id: idOf('the product') },
    tag,
    methods: {
      GET: {
        handler: getProduct,
        operation: 'product',
        summary: 'Get a product',
        access: 'anyone',
        answers: [one(productSchema, 'The product.')],
      },
      PATCH: {
        handler: patchProduct,
        operation: 'updateProduct',
        summary: 'Change parts of a product',
        access: 'products:write',
        body: patchedProductBody,
        shows: 'products:read',
        answers: [one(productSchema, 'The changed product.')],
        isConditional: true,
      },
      DELETE: {
        handler: removeProduct,
        operation: 'deleteProduct',
        summary: 'Delete a product',
        access: 'products:write',
        answers: [nothing('The product is deleted.')],
        isConditional: true,
      },
    },
  },
  {
    path: '/api/categories',
    tag,
    methods: {
      GET: {
        handler: getCategories,
        operation: 'categories',
        summary: 'List categories',
        access: 'anyone',
        query: pageParameters,
        answers: [paged(categorySchema, 'A page of categories, newest first.')],
      },
      POST: {
        handler: postCategory,
        operation: 'createCategory',
        summary: 'Create a category',
        access: 'products:write',
        body: newCategoryBody,
        shows: 'products:read',
        answers: [created(categorySchema, 'The new category.')],
      },
    },
  },
  {
    path: '/api/categories/:id',
    variables: { id: idOf('the category') },
    tag,
    methods: {
      GET: {
        handler: getCategory,
        operation: 'category',
        summary: 'Get a category',
        access: 'anyone',
        answers: [one(categorySchema, 'The category.')],
      },
    },
  },
]
