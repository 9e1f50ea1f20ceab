import { badUserInput } from '../../rules/errors.ts'
import type { RecordLink } from '../record-attributes.ts'

interface Linking {
  readonly name: string
  readonly word: string
  readonly links: readonly RecordLink[]
}

/** The links of a type to its own records. */
export const listOwnLinks = ({ name, links }: Linking): readonly RecordLink[] =>
  links.filter(({ field }) => field.to.name === name)

/**
 * C14.2: the record, which links to other records than itself. Longer circles are allowed. `path` is the word of
 * the input for a link. @throws BAD_USER_INPUT.
 */
export const refuseOwnId = <R>(type: Linking, record: R, path: 'attribute' | 'name' = 'attribute'): R => {
  const values = record as Readonly<Record<string, unknown>>
  const wrong = listOwnLinks(type).filter(({ attribute }) => values[attribute] === values['id'])
  if (wrong.length === 0) return record
  throw badUserInput(
    wrong.map((link) => ({ path: [link[path]], message: `must not be the ${type.word} itself` })),
  )
}
