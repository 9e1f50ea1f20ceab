import { where, type Condition } from '@content-service/authz'
import type { Collection } from '../model/collections.ts'
import { listStale, type Draft } from '../model/drafts/draft.ts'
import { listDraftMembers, OWN_DRAFT, type DraftType } from '../model/drafts/draft-type.ts'
import { overlayValue } from '../model/drafts/draft-values.ts'
import { isGroup } from '../model/fields/part-fields.ts'
import { isKeptType } from '../model/kept/kept-type.ts'
import type { RecordType } from '../model/types/record-type.ts'
import type { RelatedSelection, Row, Selection } from '../reading/reading.ts'
import { isObject } from '../rules/is-object.ts'
import type { UserId } from '../rules/ids.ts'
import type { ModelContext } from './read-context.ts'
import { readSeenValues, selectSeen } from './seen-values.ts'

/** The members of a draft that follow from others. */
const IS_STALE = 'isStale'
const CHANGES = 'changes'
const DIGESTS = 'digests'

const draft = where<{ userId: UserId }>()

/** C17.6: nobody reads the draft of another user. Null for a caller without an account. */
export const filterOwnDrafts = ({ caller: { id } }: Pick<ModelContext, 'caller'>): Condition | null =>
  id === null ? null : draft.userId.eq(id)

export const isDraftType = (type: RecordType | undefined): type is DraftType =>
  isKeptType(type) && type.keptAs === 'draft'

/** The stored columns for the fields of a draft. */
export const listDraftColumns = (fields: readonly string[]): readonly string[] =>
  fields.map((name) => (name === IS_STALE ? DIGESTS : name))

/** The values of the record that a read of a draft compares, or that complete the groups of the draft. */
export const selectCompared = (
  context: Pick<ModelContext, 'model'>,
  type: DraftType,
  { fields }: Selection,
): Selection => {
  if (fields.includes(IS_STALE)) return selectSeen(context, type)
  const groups = fields.filter((name) => {
    const field = Object.hasOwn(type.attributes, name) ? type.attributes[name] : undefined
    return field !== undefined && isGroup(field)
  })
  return selectSeen(context, type, groups)
}

/** The name of the list of links that a relation of drafts has; undefined for another relation. */
const findList = (type: DraftType, relation: string): string | undefined =>
  type.manyLinks.find(({ name }) => name === relation)?.attribute

/** The column that says whether a draft has a list of links: without it, the list is null, and not empty. */
export const listDraftListColumns = (type: RecordType | undefined, relation: string): readonly string[] =>
  isDraftType(type) && findList(type, relation) !== undefined ? [CHANGES] : []

/** Null in the place of each list of links that the draft does not have. */
const omitLists = (type: DraftType, { related = [] }: Selection, row: Row): Row =>
  Object.fromEntries(
    related.flatMap(({ as, relation }) => {
      const list = findList(type, relation)
      const isMissing = list !== undefined && !(row[CHANGES] as readonly string[]).includes(list)
      return isMissing ? [[as, null]] : []
    }),
  )

/** A draft as its user sees it, before its values have the form of their declaration. */
export const showDrafted = (type: DraftType, select: Selection, row: Row, record: Row | null): Row => {
  const { fields } = select
  const members = listDraftMembers(type)
  const seen = record === null ? {} : readSeenValues(type, record)
  const overlaid = Object.entries(type.attributes).flatMap(([name, field]) =>
    isGroup(field) && isObject(row[name])
      ? [[name, overlayValue(field, seen[name], row[name])] as const]
      : [],
  )
  const { [DIGESTS]: digests, ...shown } = row
  return {
    ...shown,
    ...omitLists(type, select, row),
    ...Object.fromEntries(overlaid),
    ...(fields.includes(IS_STALE) && {
      [IS_STALE]:
        record === null || listStale(digests as Draft['digests'], seen, Object.keys(members)).length > 0,
    }),
    ...(fields.includes(CHANGES) && {
      [CHANGES]: Object.keys(members).filter((name) => (row[CHANGES] as readonly string[]).includes(name)),
    }),
  }
}

/** C17.11: the draft of the caller, for a read that asks what the caller may do to a record. */
export const selectOwnDraft = (
  context: Pick<ModelContext, 'model' | 'caller'>,
  of: Collection,
): readonly RelatedSelection[] => {
  const own = filterOwnDrafts(context)
  if (own === null || context.model.typeOf(of)?.takesDrafts !== true) return []
  return [{ as: OWN_DRAFT, relation: OWN_DRAFT, isNullable: true, where: own, select: { fields: ['id'] } }]
}
