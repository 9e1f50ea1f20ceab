import type { Collection } from '../../../model/collections.ts'
import { listJoined } from '../../../model/links/joined-links.ts'
import { JOINED, nameJoins } from '../../../model/links/many-links.ts'
import { listRevisionTypes } from '../../../model/revisions/revision-type.ts'
import type { Row } from '../../../reading/reading.ts'
import type { Content } from '../records/memory-cascade.ts'

/** The rows of a collection of revisions, or the pairs of their links; null for another collection. */
export const listRevisionRows = (of: Collection, { tables, model }: Content): readonly Row[] | null => {
  const type = listRevisionTypes(model.types).find(
    ({ plural }) => of === plural || of.startsWith(`${plural}.`),
  )
  if (type === undefined) return null
  const kept = tables.revisions.where({ type: type.revises.name })
  if (of === type.plural) return kept.map(({ values, type: _, ...revision }) => ({ ...values, ...revision }))
  const link = listJoined(type).find((each) => nameJoins(type, each) === of)
  return kept.flatMap(({ id, values }) => {
    const ids: unknown = values[link?.attribute ?? '']
    return (Array.isArray(ids) ? ids : []).map((linked: unknown, place) => ({
      [JOINED.record]: id,
      [JOINED.linked]: linked,
      [JOINED.place]: place,
    }))
  })
}
