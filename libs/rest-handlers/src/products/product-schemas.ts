import { Type } from 'typebox'
import { bodyType, patchType } from '../body.ts'

const title = Type.String({ description: '1 to 300 characters, no control characters' })
const description = Type.Union([Type.String(), Type.Null()])
const price = Type.Number({ minimum: 0 })
const stock = Type.Integer({ minimum: 0 })
const categoryId = Type.String({ description: 'the id of a category' })
const closed = { additionalProperties: false }

/** C4.9. */
export const newProductBody = bodyType(
  Type.Object({ title, description: Type.Optional(description), price, stock, categoryId }, closed),
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
    closed,
  ),
)

export const newCategoryBody = bodyType(
  Type.Object(
    { name: Type.String({ description: '1 to 100 characters, unique without regard to case' }) },
    closed,
  ),
)
