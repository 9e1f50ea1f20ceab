import type { Collection } from '../../model/collections.ts'
import type { ContentModel } from '../../model/content-model.ts'
import type { RecordId } from '../../model/field.ts'
import { HAS_REFUSING_LINKS } from '../../model/links/incoming-links.ts'
import type { Row } from '../../reading/reading.ts'
import { IS_LAST_ADMINISTRATOR } from '../../users/user-actions.ts'
import { isAdministrator } from '../../users/user.ts'
import { isDeletionRefused } from './memory-cascade.ts'
import type { MemoryTables } from './memory-tables.ts'

interface Place {
  readonly tables: MemoryTables
  readonly model: ContentModel
  readonly of: Collection
}

const hasRefusingLinks = ({ tables, model, of }: Place, { id }: Row): boolean => {
  const type = model.typeOf(of)
  // A row of a declared type has its id.
  return type !== undefined && isDeletionRefused({ tables, model }, type, id as RecordId)
}

const isLastAdministrator = ({ tables }: Place, { id }: Row): boolean => {
  const administrators = tables.users.where(isAdministrator)
  return administrators.length === 1 && administrators[0]?.id === id
}

const FACTS: Readonly<Record<string, (place: Place, row: Row) => boolean>> = {
  [HAS_REFUSING_LINKS]: hasRefusingLinks,
  [IS_LAST_ADMINISTRATOR]: isLastAdministrator,
}

/** A field of a row. Facts about other records are computed only for reads that select them. */
export const readField = (place: Place, row: Row, field: string): unknown =>
  FACTS[field]?.(place, row) ?? row[field]
