import { Article } from '../articles/article.ts'
import { Comment } from '../comments/comment.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'
import { extendType } from '../model/types/extend-type.ts'
import { flag, integer, line, number, one, text } from '../model/fields/field-builders.ts'
import { record } from '../model/types/record.ts'
import { Category } from '../products/product.ts'
import { User } from '../users/user.ts'
import { Workshop } from './workshop.ts'

/** A content type that the service does not have: tests with it show that the type of a team works, too. */
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

/** Articles with additional fields. */
export const Essay = extendType(Article, {
  fields: {
    subtitle: line(200, { about: 'The subtitle.', optional: true }),
    isLong: flag({ about: 'Whether the essay takes an hour.', initial: false }),
    reviewer: line(100, { about: 'Who reviews the essay.', optional: true, seenWith: 'publish' }),
  },
})

/** Comments with an additional field. */
export const Remark = extendType(Comment, {
  fields: { mood: line(20, { about: 'The mood.', optional: true }) },
})

/** Users with additional fields. */
export const Member = extendType(User, {
  fields: {
    pronouns: line(40, { about: 'The pronouns.', optional: true }),
    badge: line(20, { about: 'The badge at the door.', optional: true, seenWith: 'read' }),
    isSpeaker: flag({ about: 'Whether the user gives talks.', initial: false }),
  },
})

/** A record with links to an article and to a tool. */
export const Review = record({
  name: 'Review',
  plural: 'reviews',
  about: 'What an article says about a tool.',
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    verdict: line(80, { about: 'The verdict.' }),
    article: one(Article, { about: 'The article.', inverse: 'reviews', onDelete: 'cascade' }),
    tool: one(Tool, { about: 'The tool.', inverse: 'reviews' }),
  },
})

const SHOP = builtInModel.types.filter(({ custom }) => custom === null)

/** The built-in types, with additional fields of articles, comments and users, and Tool, Workshop and Review. */
export const toolModel = contentModel([Essay, Remark, Member, ...SHOP, Tool, Workshop, Review])
