import type { ContentModel } from '@content-service/domain'
import {
  isOwner,
  isLink,
  nameListed,
  nameOne,
  nameRevisionTitle,
  type RevisionType,
} from '@content-service/domain/internal/model'
import { Type, type TObject } from 'typebox'
import { hideableSchema, isLongText, showMember } from '../../representations/record-schemas.ts'
import { personSchema } from '../../schemas/people-schemas.ts'
import { closed, idSchema, timestampSchema } from '../../schemas/schema-terms.ts'
import type { Members } from '../../schemas/field-schemas.ts'

/** The JSON Schemas of the revisions of a type. */
export interface RevisionSchemas {
  /** A revision in a list, without its long texts and lists of ids. */
  readonly listed: TObject
  readonly shown: TObject
}

const createMembers = (model: ContentModel, type: RevisionType): Members =>
  Object.assign(
    {},
    ...Object.entries(type.shown).map(([name, field]) =>
      isLink(field) && isOwner(field)
        ? { [name]: hideableSchema(field, personSchema) }
        : showMember(model, type, [name, field]),
    ),
  )

const OWN: Members = {
  id: idSchema('the revision'),
  editor: personSchema,
  createdAt: timestampSchema('The time at which an edit replaced this version.'),
}

const pick = (members: Members, isPicked: (name: string) => boolean): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => isPicked(name)))

/** C17.3: a revision has the members of its record, each nullable. */
export const createRevisionSchemas = (model: ContentModel, type: RevisionType): RevisionSchemas => {
  const members = createMembers(model, type)
  const isLeftOut = (name: string): boolean =>
    isLongText(type, name) || type.manyLinks.some(({ attribute }) => attribute === name)
  const leftOut = Object.keys(members).filter(isLeftOut)
  const listed = { ...pick(members, (name) => !isLeftOut(name)), ...OWN }
  const about = `An earlier version of ${nameOne(type.keptOf.word)}`
  const title = nameRevisionTitle(type.keptOf)
  const shown = Type.Object(
    { ...listed, ...pick(members, isLeftOut) },
    { ...closed, title, description: `${about}.` },
  )
  if (leftOut.length === 0) return { listed: shown, shown }
  return {
    shown,
    listed: Type.Object(listed, {
      ...closed,
      title: nameListed({ name: title }),
      description: `${about}, without its ${leftOut.join(' and ')}.`,
    }),
  }
}
