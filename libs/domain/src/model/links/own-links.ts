import { badUserInput } from '../../rules/errors.ts'
import type { RecordLink } from '../types/record-attributes.ts'
import { listOutgoing, type OutgoingLink } from './outgoing-links.ts'
import type { ManyLink } from './many-links.ts'

interface Linking {
  readonly name: string
  readonly word: string
  readonly links: readonly RecordLink[]
  readonly manyLinks: readonly ManyLink[]
}

/** The links of a type to its own records. */
export const listOwnLinks = (type: Linking): readonly OutgoingLink[] =>
  listOutgoing(type).filter(({ to }) => to.name === type.name)

/** The links that imports set in their second pass: those to own records, and those that close a circle (C15.21). */
export const listLateLinks = (type: Linking): readonly OutgoingLink[] =>
  listOutgoing(type).filter(({ to, isLate }) => to.name === type.name || isLate)

const leadsTo = (link: OutgoingLink, values: Readonly<Record<string, unknown>>, id: unknown): boolean => {
  const value = values[link.attribute]
  return link.isMany ? (value as readonly unknown[]).includes(id) : value === id
}

/**
 * C14.2: the record, which links to other records than itself. Longer circles are allowed. `path` is the word of
 * the input for a link. @throws BAD_USER_INPUT.
 */
export const refuseOwnId = <R>(type: Linking, record: R, path: 'attribute' | 'name' = 'attribute'): R => {
  const values = record as Readonly<Record<string, unknown>>
  const wrong = listOwnLinks(type).filter((link) => leadsTo(link, values, values['id']))
  if (wrong.length === 0) return record
  throw badUserInput(
    wrong.map((link) => ({ path: [link[path]], message: `must not be the ${type.word} itself` })),
  )
}
