import { badUserInput, type Problem } from '../../rules/errors.ts'
import type { RecordLink } from '../types/record-attributes.ts'
import { listOutgoing, type OutgoingLink } from './outgoing-links.ts'
import type { Field } from '../fields/field.ts'
import { readOutgoingIds } from './cleared-links.ts'
import type { JoinedLink } from './joined-links.ts'
import type { ManyLink } from './many-links.ts'
import { listPlacedLinks, type LinkedId } from './part-links.ts'

type Fields = Readonly<Record<string, Field>>
type Values = Readonly<Record<string, unknown>>

interface Linking {
  readonly name: string
  readonly word: string
  readonly attributes: Fields
  readonly links: readonly RecordLink[]
  readonly manyLinks: readonly ManyLink[]
  readonly partLinks: readonly JoinedLink[]
}

/** The links of a type to its own records. */
export const listOwnLinks = (type: Linking): readonly OutgoingLink[] =>
  listOutgoing(type).filter(({ to }) => to.name === type.name)

/** The links that imports set in their second pass: those to own records, and those that close a circle (C15.21). */
export const listLateLinks = (type: Linking): readonly OutgoingLink[] =>
  listOutgoing(type).filter(({ to, isLate }) => to.name === type.name || isLate)

const nameLinks = (type: Linking, values: Values, path: 'attribute' | 'name'): readonly Problem['path'][] =>
  listOwnLinks(type)
    .filter((link) => !link.isPart && readOutgoingIds(type, link, values).includes(values['id'] as LinkedId))
    .map((link) => [link[path]])

const nameLinksInParts = ({ name, attributes }: Linking, values: Values): readonly Problem['path'][] =>
  listPlacedLinks(attributes, values)
    .filter(({ field, id }) => field.to.name === name && id === values['id'])
    .map(({ path }) => path)

/**
 * C14.2: the record, which links to other records than itself. Longer circles are allowed. `path` is the word of
 * the input for a link. @throws BAD_USER_INPUT.
 */
export const refuseOwnId = <R>(type: Linking, record: R, path: 'attribute' | 'name' = 'attribute'): R => {
  const values = record as Values
  const wrong = [...nameLinks(type, values, path), ...nameLinksInParts(type, values)]
  if (wrong.length === 0) return record
  throw badUserInput(wrong.map((each) => ({ path: each, message: `must not be the ${type.word} itself` })))
}
