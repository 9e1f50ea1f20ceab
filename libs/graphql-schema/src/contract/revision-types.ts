import type { RecordType } from '@content-service/domain'
import {
  getRevisionType,
  nameOne,
  nameRestoration,
  nameRevision,
  REVISIONS,
} from '@content-service/domain/internal/model'
import { field, objectType } from './ast.ts'
import { declareKeptValue } from './kept-values.ts'
import { WINDOW_ARGUMENTS } from './list-fields.ts'

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
              declareKeptValue(type, name, kept),
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
