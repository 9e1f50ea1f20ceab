import type { Collection } from '../../../model/collections.ts'
import { listDraftTypes } from '../../../model/drafts/draft-type.ts'
import type { KeptType } from '../../../model/kept/kept-type.ts'
import { listJoined } from '../../../model/links/joined-links.ts'
import { JOINED, nameJoins } from '../../../model/links/many-links.ts'
import { listRevisionTypes } from '../../../model/revisions/revision-type.ts'
import type { Row } from '../../../reading/reading.ts'
import type { Content } from '../records/memory-cascade.ts'

interface KeptRow {
  readonly values: Row
  readonly row: Row & { readonly id: unknown }
}

const listRevisions = ({ tables }: Content, { keptOf }: KeptType): readonly KeptRow[] =>
  tables.revisions.where({ type: keptOf.name }).map(({ values, type: _, ...row }) => ({ values, row }))

const listDrafts = ({ tables }: Content, { keptOf }: KeptType): readonly KeptRow[] =>
  tables.drafts.where({ type: keptOf.name }).map(({ values, type: _, ...row }) => ({
    values,
    row: { ...row, id: `${row.recordId} ${row.userId}`, changes: Object.keys(values) },
  }))

const LISTS = { revision: listRevisions, draft: listDrafts } as const

/** The rows of a collection of revisions or drafts, or the pairs of their links; null for another collection. */
export const listKeptRows = (of: Collection, content: Content): readonly Row[] | null => {
  const { types } = content.model
  const all: readonly KeptType[] = [...listRevisionTypes(types), ...listDraftTypes(types)]
  const type = all.find(({ plural }) => of === plural || of.startsWith(`${plural}.`))
  if (type === undefined) return null
  const kept = LISTS[type.keptAs](content, type)
  if (of === type.plural) return kept.map(({ values, row }) => ({ ...values, ...row }))
  const link = listJoined(type).find((each) => nameJoins(type, each) === of)
  return kept.flatMap(({ values, row }) => {
    const ids: unknown = values[link?.attribute ?? '']
    return (Array.isArray(ids) ? ids : []).map((linked: unknown, place) => ({
      [JOINED.record]: row.id,
      [JOINED.linked]: linked,
      [JOINED.place]: place,
    }))
  })
}
