import {
  Article,
  builtInModel,
  Category,
  contentModel,
  field,
  record,
  User,
  type ContentModel,
} from '@content-service/domain'
import type { GeneratorValue } from 'fast-check'
import { generateShares, listLinkShares } from './generated-models.ts'

const about = 'A test.'

/** Two declared types with all kinds of fields and with random rights, on top of the service's types. */
export const generateListModel = (g: GeneratorValue): ContentModel => {
  const stage = { field: 'stage', value: 'IN_USE' }
  const shares = { hasOwner: true, state: stage }
  const rights = () => ({ read: generateShares(g, shares), write: generateShares(g, shares) })
  const Hall = record({
    name: 'Hall',
    plural: 'halls',
    about,
    allowed: rights(),
    fields: {
      label: field.line(200, { about, index: true }),
      note: field.text(500, { about, optional: true, seenWith: 'write' }),
      nick: field.line(80, { about, optional: true, index: true }),
      motto: field.line(80, { about, optional: true, index: 'text' }),
      seats: field.integer(-2_147_483_648, 2_147_483_647, { about, optional: true, index: true }),
      rating: field.number(-100, { about, optional: true }),
      opensAt: field.time({ about, optional: true, index: true }),
      isOpen: field.flag({ about, initial: false, index: true }),
      topics: field.tags({ about, index: true }),
      stage: field.state(['NEW', 'IN_USE', 'INNER'], { about, index: true }),
      category: field.one(Category, { about, inverse: 'halls' }),
      keeper: field.owner({ about, inverse: 'halls' }),
      contact: field.one(User, { about, inverse: 'contactedHalls', optional: true }),
      parent: field.one('self', { about, inverse: 'parts', optional: true }),
      crew: field.many(User, { about, inverse: 'crewedHalls', ordered: true }),
      kin: field.many('self', { about, inverse: 'kinOf' }),
      readings: field.many(Article, { about, inverse: 'readIn' }),
    },
    operations: (on) => ({
      begin: on({ about, permission: 'write', to: 'IN_USE' }),
      end: on({ about, permission: 'write', to: 'INNER' }),
    }),
  })
  const [hall, article] = [
    field.one(Hall, { about, inverse: 'courses' }),
    field.one(Article, { about, inverse: 'courses', onDelete: 'cascade' }),
  ]
  const byLinks = Object.entries({ hall, article }).flatMap((link) => listLinkShares(link, [Hall]))
  const Course = record({
    name: 'Course',
    plural: 'courses',
    about,
    allowed: {
      read: generateShares(g, { hasOwner: false, byLinks }),
      write: generateShares(g, { hasOwner: false, byLinks }),
    },
    fields: {
      title: field.line(200, { about }),
      price: field.number(0, { about, optional: true, index: true, seenWith: 'write' }),
      hall,
      annex: field.one(Hall, { about, optional: true }),
      article,
    },
  })
  return contentModel([...builtInModel.types, Hall, Course])
}
