import { builtInModel, contentModel } from '../service/content-types.ts'
import { flag, integer, line, one } from '../model/fields/field-builders.ts'
import { many } from '../model/links/link-builders.ts'
import { record } from '../model/types/record.ts'
import { Category } from '../products/product.ts'
import { User } from '../users/user.ts'

/** A type with one record, which guests read and editors change. */
export const SiteSettings = record({
  name: 'SiteSettings',
  single: true,
  about: 'The settings of the site.',
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' }, audit: { ADMIN: 'all' } },
  fields: {
    title: line(80, { about: 'The title of the site.', initial: 'A site' }),
    isOpen: flag({ about: 'Whether the site takes orders.', initial: true }),
    notice: line(200, { about: 'A notice for all visitors.', optional: true }),
    budget: integer(0, 1_000, { about: 'The budget.', optional: true, seenWith: 'audit' }),
    featured: one(Category, { about: 'The first category.', optional: true, onDelete: 'clear' }),
    contact: one(User, { about: 'Whom to ask.', optional: true }),
    menu: many(Category, { about: 'The categories of the menu.', ordered: true, max: 5 }),
  },
})

/** The types of the service, and a type with one record. */
export const siteModel = contentModel([...builtInModel.types, SiteSettings])
