import { extended, field, Product } from '@content-service/domain'

/** The products of the team are books: the type of the service with one more field. */
export const Book = extended(Product, {
  fields: {
    pages: field.integer(1, 10_000, {
      about: 'The number of pages; null if nobody has counted.',
      optional: true,
    }),
  },
})
