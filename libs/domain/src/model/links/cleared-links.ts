import type { Field } from '../fields/field.ts'
import { listJoined, readLinkedIds, type JoinedLink } from './joined-links.ts'
import type { ManyLink } from './many-links.ts'
import type { OutgoingLink } from './outgoing-links.ts'
import { GONE, mapPartLinks, type LinkedId } from './part-links.ts'
import { findPartEffect } from './part-effect.ts'

type Values = Readonly<Record<string, unknown>>

interface Linking {
  readonly attributes: Readonly<Record<string, Field>>
  readonly manyLinks: readonly ManyLink[]
  readonly partLinks: readonly JoinedLink[]
}

/** The ids to which a link of a record leads. */
export const readOutgoingIds = (type: Linking, link: OutgoingLink, record: object): readonly LinkedId[] => {
  const joined = link.isMany ? listJoined(type).find(({ name }) => name === link.name) : undefined
  if (joined) return readLinkedIds(type, joined, record)
  const id = (record as Values)[link.attribute]
  // The attribute of a link has an id.
  return id === null || id === undefined ? [] : [id as LinkedId]
}

/** A link of a record to records that are deleted. */
export interface ClearedLink {
  readonly link: OutgoingLink
  readonly isGone: (id: LinkedId) => boolean
}

const clearParts = ({ attributes }: Linking, record: Values, { link, isGone }: ClearedLink): Values =>
  mapPartLinks(attributes, record, ({ field, id }) => {
    if (field.to.name !== link.to.name || id === null || !isGone(id)) return id
    return findPartEffect(field) === 'cascade' ? GONE : null
  })

const clearLink = (type: Linking, record: Values, cleared: ClearedLink): Values => {
  const { link, isGone } = cleared
  if (link.isPart) return clearParts(type, record, cleared)
  const ids = readOutgoingIds(type, link, record)
  return { ...record, [link.attribute]: link.isMany ? ids.filter((id) => !isGone(id)) : null }
}

/** C14.2: the values of a record that differ when its links to deleted records are cleared. */
export const clearValues = (type: Linking, record: object, cleared: readonly ClearedLink[]): Values => {
  const before = record as Values
  const after = cleared.reduce((values, each) => clearLink(type, values, each), before)
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]))
}
