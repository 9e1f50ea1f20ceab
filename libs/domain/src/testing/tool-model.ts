import { builtInModel } from '../content-types.ts'
import { contentModel } from '../model/content-model.ts'
import { integer, line, number, one, text } from '../model/field-builders.ts'
import { record } from '../model/record-type.ts'
import { Category } from '../products/product.ts'
import { Workshop } from './workshop.ts'

/** A content type that the service does not have: what works for it works for the type of a team. */
export const Tool = record({
  name: 'Tool',
  plural: 'tools',
  about: 'A tool that can be lent.',
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' }, delete: { ADMIN: 'all' } },
  fields: {
    serialNumber: line(80, { about: 'The serial number.', unique: true }),
    manual: text(5_000, { about: 'How to use the tool.', optional: true }),
    weight: number(0, { about: 'The weight in kilograms.', optional: true }),
    copies: integer(1, 20, { about: 'The number of copies.' }),
    shelf: one(Category, { about: 'The shelf of the tool.', inverse: 'tools' }),
  },
})

/** The built-in types, Tool and Workshop. */
export const toolModel = contentModel([...builtInModel.types, Tool, Workshop])
