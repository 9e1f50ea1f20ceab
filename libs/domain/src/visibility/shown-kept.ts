import { mayAll } from '../access/access.ts'
import type { Collection } from '../model/collections.ts'
import { readKept } from '../model/kept/kept-values.ts'
import { isKeptType, KEPT_RECORD, type KeptType } from '../model/kept/kept-type.ts'
import type { RelatedSelection, Row, Selection } from '../reading/reading.ts'
import { noteShown, type NotingContext } from './masked-rows.ts'
import { isDraftType, selectCompared, showDrafted } from './shown-drafts.ts'
import { listFacts } from './shown-records.ts'
import type { ModelContext, ReadContext } from './read-context.ts'

const listMasked = ({ masks }: KeptType, { fields }: Selection): readonly string[] =>
  fields.filter((name) => Object.hasOwn(masks, name))

const NOTHING: Selection = { fields: [] }

/**
 * C17.3, C17.6: a revision or a draft is masked as its record is, so that a read of masked values reads the facts of the record of
 * now; a draft also reads the values that it compares. The values are null if the caller may not read the record.
 */
export const selectKeptRecord = (
  context: Pick<ModelContext, 'model' | 'policy'>,
  of: Collection,
  select: Selection,
): readonly RelatedSelection[] => {
  const type = context.model.typeOf(of)
  if (!isKeptType(type)) return []
  const permissions = new Set(listMasked(type, select).flatMap((name) => type.masks[name] ?? []))
  const compared = isDraftType(type) ? selectCompared(context, type, select) : NOTHING
  if (permissions.size === 0 && compared.fields.length === 0) return []
  const facts = [...permissions].flatMap((permission) => listFacts(context, permission))
  return [
    {
      as: KEPT_RECORD,
      relation: KEPT_RECORD,
      isNullable: true,
      select: { ...compared, fields: [...new Set(['id', ...facts, ...compared.fields])] },
    },
  ]
}

const isShown = (context: NotingContext, type: KeptType, name: string, record: Row | null): boolean => {
  const permissions = type.masks[name] ?? []
  if (permissions.length === 0) return true
  if (record === null || !mayAll(context, permissions, record)) return false
  for (const permission of permissions) noteShown(context, permission, record, { of: type.plural, name })
  return true
}

/** C17.3, C17.6: the kept values that their declaration knows, as far as the caller may see them; null for other types. */
export const showKept = (
  { model }: Pick<ReadContext, 'model'>,
  of: Collection,
  select: Selection,
): ((context: NotingContext, row: Row) => Row) | null => {
  const type = model.typeOf(of)
  if (!isKeptType(type)) return null
  const kept = select.fields.flatMap((name) => {
    const field = Object.hasOwn(type.attributes, name) ? type.attributes[name] : undefined
    return field ? [[name, field] as const] : []
  })
  return (context, row) => {
    // The reads above select the record if a mask or a comparison needs it.
    const record = (row[KEPT_RECORD] ?? null) as Row | null
    const whole = isDraftType(type) ? showDrafted(type, select, row, record) : row
    const shown = kept.map(([name, field]) => [
      name,
      isShown(context, type, name, record) ? readKept(field, whole[name]) : null,
    ])
    return { ...whole, ...Object.fromEntries(shown) }
  }
}
