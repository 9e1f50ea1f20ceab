import { isLink } from '../model/fields/field.ts'
import { collectPartLinks } from '../model/links/joined-links.ts'
import { hasLinks, mapPartLinks } from '../model/links/part-links.ts'
import type { Collection } from '../model/collections.ts'
import type { Fields } from '../model/types/record-operation.ts'
import type { RelatedSelection, Row, Selection } from '../reading/reading.ts'
import type { ModelContext } from './read-context.ts'
import { selectKeptRecord } from './shown-kept.ts'

type Modelled = Pick<ModelContext, 'model'>

/** No field and no alias begins with a dot. */
const nameShown = (type: string): string => `.${type}`

/** The fields of a selection whose parts show ids of links. */
const pickLinking = ({ model }: Modelled, of: Collection, { fields, omitsPartIds }: Selection): Fields => {
  if (omitsPartIds) return {}
  const attributes = model.typeOf(of)?.attributes ?? {}
  return Object.fromEntries(
    fields.flatMap((name) => {
      const field = Object.hasOwn(attributes, name) ? attributes[name] : undefined
      return field && !isLink(field) && hasLinks(field) ? [[name, field] as const] : []
    }),
  )
}

const selectShown = (linking: Fields): readonly RelatedSelection[] =>
  collectPartLinks(linking).map(({ name, field }) => ({
    as: nameShown(field.toMany.name),
    relation: name,
    orderBy: [{ by: 'id', direction: 'ASC' }],
    select: { fields: ['id'] },
  }))

/**
 * C16.1: the selection with the records to which its parts link, so that a read hides those that the caller may not read,
 * and with the record of a revision or a draft, whose masks hold for it (C17.3, C17.6).
 */
export const withPartLinks = (
  context: Pick<ModelContext, 'model' | 'policy'>,
  of: Collection,
  select: Selection,
): Selection => {
  const shown = selectShown(pickLinking(context, of, select))
  const given = [...(select.related ?? []), ...selectKeptRecord(context, of, select)]
  const related = given.map((each) => {
    const { to } = context.model.relation(of, each.relation)
    const below = withPartLinks(context, to, each.select)
    return below === each.select ? each : { ...each, select: below }
  })
  const isSame = related.every((each, place) => each === select.related?.[place])
  return shown.length === 0 && isSame ? select : { ...select, related: [...related, ...shown] }
}

/** C14.2: hides the links in the parts of a row that do not show their records; null for a selection without such links. */
export const hideLinksInParts = (
  context: Modelled,
  of: Collection,
  select: Selection,
): ((row: Row) => Row) | null => {
  const linking = pickLinking(context, of, select)
  const names = collectPartLinks(linking).map(({ field }) => field.toMany.name)
  if (names.length === 0) return null
  return (row) => {
    const visible = new Map(
      names.map((name) => {
        const rows = row[nameShown(name)]
        return [name, new Set(Array.isArray(rows) ? rows.map((each: Row) => each['id']) : [])]
      }),
    )
    return mapPartLinks(linking, row, ({ field, id }) => (visible.get(field.to.name)?.has(id) ? id : null))
  }
}
