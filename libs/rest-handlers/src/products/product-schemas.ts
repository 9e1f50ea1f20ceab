import { Type } from 'typebox'
import { bodyType, patchType } from '../body.ts'
import type { QueryParameters } from '../endpoint.ts'
import { pageParameters } from '../paging.ts'
import { closed, counted, idOf, nullable, textUpTo, timestampOf, versionNumber } from '../schema-terms.ts'

const title = textUpTo(300, '1 to 300 characters, no control characters.', {
  minLength: 1,
  examples: ['A type case'],
})
const description = nullable(textUpTo(10_000, 'At most 10,000 characters.'))
const price = Type.Number({
  minimum: 0,
  description: 'The price, in the currency of the shop.',
  examples: [12.5],
})
const stock = counted('The number of items in stock.')
const categoryId = idOf('a category')
const categoryName = textUpTo(100, '1 to 100 characters, unique when upper and lower case count as equal.', {
  minLength: 1,
  examples: ['Books'],
})

export const categorySchema = Type.Object(
  { id: idOf('the category'), name: categoryName },
  {
    ...closed,
    title: 'Category',
    description: 'A group of products. The products are at `/api/products?category={id}`.',
  },
)

/** C4.9. */
export const productSchema = Type.Object(
  {
    id: idOf('the product'),
    title,
    description,
    price,
    stock,
    category: categorySchema,
    version: versionNumber,
    createdAt: timestampOf('The time of creation.'),
  },
  { ...closed, title: 'Product', description: 'A product with its price and stock.' },
)

/** C4.9. */
export const newProductBody = bodyType(
  Type.Object(
    { title, description: Type.Optional(description), price, stock, categoryId },
    { ...closed, title: 'NewProduct', description: 'A new product in an existing category.' },
  ),
)

export const patchedProductBody = patchType(
  Type.Object(
    {
      title: Type.Optional(title),
      description: Type.Optional(description),
      price: Type.Optional(price),
      stock: Type.Optional(stock),
      categoryId: Type.Optional(categoryId),
    },
    {
      ...closed,
      title: 'ProductPatch',
      description:
        'Members that you leave out keep their values; `description: null` clears the description.',
      examples: [{ stock: 3 }],
    },
  ),
)

export const newCategoryBody = bodyType(
  Type.Object(
    { name: categoryName },
    { ...closed, title: 'NewCategory', description: 'A new category, without products.' },
  ),
)

export const productListParameters = {
  ...pageParameters,
  category: { schema: { ...categoryId, description: 'Only products of this category.' } },
} as const satisfies QueryParameters
