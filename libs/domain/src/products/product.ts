import { integer, line, number, one, text } from '../model/fields/field-builders.ts'
import { nonNull, unfiltered, withoutChangeTime } from '../model/published-forms.ts'
import type { NewOf, RecordOf } from '../model/types/record-values.ts'
import { record } from '../model/types/record.ts'

/** C4.9. */
export const Category = record({
  name: 'Category',
  plural: 'categories',
  about: 'A group of products.',
  resource: 'products',
  fixed: true,
  fields: {
    name: line(100, {
      about: 'The name, unique when upper and lower case count as equal.',
      unique: true,
      example: 'Books',
    }),
  },
})
export interface Category extends RecordOf<typeof Category> {}

/** C4.9. */
export const Product = withoutChangeTime(
  record({
    name: 'Product',
    plural: 'products',
    about: 'A product with its price and its stock.',
    allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
    fields: {
      title: line(300, { about: 'The title.', example: 'A type case', search: 'A', index: true }),
      description: unfiltered(
        text(10_000, { about: 'A text about the product.', optional: true, search: 'D' }),
      ),
      price: number(0, { about: 'The price, in the currency of the shop.', example: 12.5, index: true }),
      stock: integer(0, 2_147_483_647, {
        about: 'The number of items in stock.',
        publishedMaximum: Number.MAX_SAFE_INTEGER,
      }),
      category: nonNull(
        one(Category, {
          about: 'The category of the product.',
          inverse: 'products',
          parameter: 'category',
        }),
      ),
    },
  }),
)
export interface Product extends RecordOf<typeof Product> {}
export interface NewProduct extends NewOf<typeof Product> {}
