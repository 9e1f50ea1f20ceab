import type { RecordType } from '@content-service/domain'
import {
  describeField,
  describeHidden,
  getRevisionType,
  isLink,
  isMany,
  nameOne,
  nameRestoration,
  nameRevision,
  REVISIONS,
  type Field,
} from '@content-service/domain/internal/model'
import { field, objectType } from './ast.ts'
import { WINDOW_ARGUMENTS } from './list-fields.ts'
import { nameValueType } from './value-types.ts'

/** The types of parts and choices are those of the record. */
const declareValue = (type: RecordType, name: string, kept: Field) => {
  if (isMany(kept)) return field(name, `[${kept.toMany.name}!]`, kept.about, WINDOW_ARGUMENTS)
  const valueType = isLink(kept) ? kept.to.name : nameValueType(type, name, kept)
  const sign = kept.isOptional ? '' : '!'
  return field(name, `${valueType}${sign}`, `${describeField(kept)}${describeHidden(kept)}`)
}

/** C17.3: the type of the revisions of a type, if it keeps some. */
export const declareRevision = (type: RecordType) =>
  type.keepsRevisions
    ? [
        objectType(
          nameRevision(type),
          `An earlier version of ${nameOne(type.word)}, which an edit replaced. A field without a value of that version is null.`,
          [
            field('id', 'ID!', `A UUID. Send this id to ${nameRestoration(type)}.`),
            ...Object.entries(getRevisionType(type).shown).map(([name, kept]) =>
              declareValue(type, name, kept),
            ),
            field('createdAt', 'String!', 'The time at which an edit replaced this version.'),
            field('editor', 'User!', 'The user who made that edit.'),
          ],
        ),
      ]
    : []

/** The list of the revisions of a record. */
export const declareRevisionList = (type: RecordType) =>
  type.keepsRevisions
    ? [
        field(
          REVISIONS,
          `[${nameRevision(type)}!]`,
          `Earlier versions, newest first; null if you may not change the ${type.word}.`,
          WINDOW_ARGUMENTS,
        ),
      ]
    : []
