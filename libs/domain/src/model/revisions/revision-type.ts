import { isDeletionTime } from '../trash/trash.ts'
import { isScheduleTime } from '../states/schedule.ts'
import { memoize } from '../../rules/memoize.ts'
import type { Field } from '../fields/field.ts'
import type { Fields } from '../types/record-operation.ts'
import type { RecordType } from '../types/record-type.ts'
import { canBeMissing, deriveKeptType, type KeptType } from '../kept/kept-type.ts'

/** A type that describes the revisions of another one. */
export type RevisionType = KeptType & { readonly keptAs: 'revision' }

/** The members of a revision beside the fields of its record. */
export const REVISION_MEMBERS = ['editor', 'createdAt'] as const

/** The relation from a record to its revisions. */
export const REVISIONS = 'revisions'

/** The collection of the revisions of a type: `recipes.revisions`. */
export const nameRevisions = ({ plural, custom }: RecordType): string =>
  custom?.revisions ? REVISIONS : `${plural}.${REVISIONS}`

/** The type of GraphQL: `RecipeRevision`. */
export const nameRevision = ({ name }: Pick<RecordType, 'name'>): string => `${name}Revision`

/** The title of the schema over REST. */
export const nameRevisionTitle = ({ name, custom }: Pick<RecordType, 'name' | 'custom'>): string =>
  custom?.revisions ? 'Revision' : nameRevision({ name })

/** The operation that restores a revision: `restoreRecipeRevision`. */
export const nameRestoration = ({ name, custom }: RecordType): string =>
  custom?.revisions ? 'restoreRevision' : `restore${name}Revision`

/** The operation that lists the revisions over REST: `recipeRevisions`. */
export const nameRevisionList = ({ word, custom }: Pick<RecordType, 'word' | 'custom'>): string =>
  custom?.revisions ? REVISIONS : `${word}Revisions`

const listFields = (type: RecordType): Fields => {
  const { fields, custom } = type
  const { columns = [], omits = [] } = custom?.revisions ?? {}
  const isKept = ([name, field]: readonly [string, Field]): boolean =>
    columns.includes(name) ||
    // A team can have added a field with the name of a member to a type of the service.
    (!(REVISION_MEMBERS as readonly string[]).includes(name) &&
      !field.isHidden &&
      field.computed === undefined &&
      field.kind !== 'counter' &&
      // A version is in no trash, and waits for no time.
      !isDeletionTime(type, name) &&
      !isScheduleTime(type, name) &&
      !omits.includes(name))
  const kept = Object.entries(fields).filter(isKept)
  return Object.fromEntries(
    kept.map(([name, field]) => [name, columns.includes(name) ? field : canBeMissing(field)]),
  )
}

const derive = (type: RecordType): RevisionType =>
  deriveKeptType(type, {
    as: 'revision',
    name: nameRevision(type),
    plural: nameRevisions(type),
    fields: listFields(type),
  })

/** C17.3: the type of the revisions of a type: all stored fields but computed ones and counters. */
export const getRevisionType: (type: RecordType) => RevisionType = memoize(derive)

/** The types of the revisions of some types. */
export const listRevisionTypes = (types: readonly RecordType[]): readonly RevisionType[] =>
  types.filter(({ keepsRevisions }) => keepsRevisions).map(getRevisionType)
