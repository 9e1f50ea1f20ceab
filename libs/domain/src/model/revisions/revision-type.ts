import { isDeletionTime } from '../trash/trash.ts'
import { isScheduleTime } from '../states/schedule.ts'
import { parseRevisionId } from '../../rules/ids.ts'
import { onceFor } from '../../rules/once-for.ts'
import type { Field } from '../fields/field.ts'
import type { Fields } from '../types/record-operation.ts'
import type { RecordType } from '../types/record-type.ts'
import { replaceFields } from '../types/replace-fields.ts'

/** A type that describes the revisions of another one. */
export interface RevisionType extends RecordType {
  /** The type whose records the revisions are versions of. */
  readonly revises: RecordType
}

/** The members of a revision beside the fields of its record. */
export const REVISION_MEMBERS = ['editor', 'createdAt'] as const

/** The relation from a record to its revisions, and from a revision to its record. */
export const REVISIONS = 'revisions'
export const REVISED = '.record'

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
  // Another version of the declaration can have kept a revision, so that each value can be missing.
  return Object.fromEntries(
    kept.map(([name, field]) => [
      name,
      columns.includes(name) ? field : { ...field, isOptional: true, isNonNull: undefined },
    ]),
  )
}

const derive = (type: RecordType): RevisionType => ({
  ...replaceFields(type, listFields(type)),
  name: nameRevision(type),
  plural: nameRevisions(type),
  word: 'revision',
  isNumbered: false,
  isFixed: true,
  isSingle: false,
  isLive: false,
  isSearchable: false,
  showsChangeTime: false,
  hasRef: false,
  keepsRevisions: false,
  trash: null,
  schedule: null,
  takesLikes: false,
  countsViews: false,
  revises: type,
  custom: null,
  check: null,
  resource: null,
  uniques: [],
  indexes: [],
  defaultOrder: null,
  operations: {},
  parseId: parseRevisionId as unknown as RecordType['parseId'],
})

/** C17.3: the type of the revisions of a type: all stored fields but computed ones and counters. */
export const getRevisionType: (type: RecordType) => RevisionType = onceFor(derive)

/** The types of the revisions of some types. */
export const listRevisionTypes = (types: readonly RecordType[]): readonly RevisionType[] =>
  types.filter(({ keepsRevisions }) => keepsRevisions).map(getRevisionType)

export const isRevisionType = (type: RecordType | undefined): type is RevisionType =>
  type !== undefined && 'revises' in type
