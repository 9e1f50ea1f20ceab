import { mayAll } from '../access/access.ts'
import type { Collection } from '../model/collections.ts'
import { readKept } from '../model/revisions/kept-values.ts'
import { isRevisionType, REVISED, type RevisionType } from '../model/revisions/revision-type.ts'
import type { RelatedSelection, Row, Selection } from '../reading/reading.ts'
import { noteShown, type NotingContext } from './masked-rows.ts'
import { listFacts } from './shown-records.ts'
import type { ModelContext, ReadContext } from './read-context.ts'

const listMasked = ({ masks }: RevisionType, { fields }: Selection): readonly string[] =>
  fields.filter((name) => Object.hasOwn(masks, name))

/**
 * C17.3: a revision is masked as its record is, so that a read of masked values reads the facts of the record of now. The
 * values are null if the caller may not read the record.
 */
export const selectRevised = (
  context: Pick<ModelContext, 'model' | 'policy'>,
  of: Collection,
  select: Selection,
): readonly RelatedSelection[] => {
  const type = context.model.typeOf(of)
  if (!isRevisionType(type)) return []
  const permissions = new Set(listMasked(type, select).flatMap((name) => type.masks[name] ?? []))
  if (permissions.size === 0) return []
  const facts = [...permissions].flatMap((permission) => listFacts(context, permission))
  return [
    {
      as: REVISED,
      relation: REVISED,
      isNullable: true,
      select: { fields: [...new Set(['id', ...facts])] },
    },
  ]
}

const isShown = (context: NotingContext, type: RevisionType, name: string, record: Row | null): boolean => {
  const permissions = type.masks[name] ?? []
  if (permissions.length === 0) return true
  if (record === null || !mayAll(context, permissions, record)) return false
  for (const permission of permissions) noteShown(context, permission, record, { of: type.plural, name })
  return true
}

/** C17.3: the values of a revision that its declaration knows, as far as the caller may see them; null for other types. */
export const showRevised = (
  { model }: Pick<ReadContext, 'model'>,
  of: Collection,
  { fields }: Selection,
): ((context: NotingContext, row: Row) => Row) | null => {
  const type = model.typeOf(of)
  if (!isRevisionType(type)) return null
  const kept = fields.flatMap((name) => {
    const field = Object.hasOwn(type.attributes, name) ? type.attributes[name] : undefined
    return field ? [[name, field] as const] : []
  })
  return (context, row) => {
    // The reads above select the record if a mask needs it.
    const record = (row[REVISED] ?? null) as Row | null
    const shown = kept.map(([name, field]) => [
      name,
      isShown(context, type, name, record) ? readKept(field, row[name]) : null,
    ])
    return { ...row, ...Object.fromEntries(shown) }
  }
}
