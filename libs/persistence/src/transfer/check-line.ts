import { badUserInput, type RecordType } from '@content-service/domain'
import { findCheckProblems, findSizeProblems } from '@content-service/domain/internal/model'
import { keepOrder } from './keep-order.ts'

/** What the second pass of an import sets: the links of a line to records of its own type. */
export interface LaterLinks {
  /** The ids of lists whose records the import knows already. */
  readonly known: Readonly<Record<string, unknown>>
  /** The attributes of links to records that stand on later lines. */
  readonly waiting: readonly string[]
}

export const NO_LATER_LINKS: LaterLinks = { known: {}, waiting: [] }

/** A record of a line, the stored record before, and the links that the second pass sets. */
export interface CheckedLine {
  readonly record: object
  readonly previous: object | null
  readonly later?: LaterLinks | undefined
}

/** The member of a line for a link: `venue` for the attribute `venueId`. */
const nameMember = ({ links, manyLinks }: RecordType, attribute: unknown): string =>
  [...links, ...manyLinks].find((link) => link.attribute === attribute)?.name ?? String(attribute)

/**
 * C16.3: an import asks the check of the type. Problems of links that wait for later lines are for the second pass.
 * @throws BAD_USER_INPUT, in the names of the line.
 */
export const refuseLine = (
  type: RecordType,
  { record, previous, later: { known, waiting } = NO_LATER_LINKS }: CheckedLine,
): void => {
  const complete = { ...record, ...(previous === null ? known : keepOrder(type, previous, known)) }
  const write = { record: complete, previous }
  const problems = [...findSizeProblems(type, write), ...findCheckProblems(type, write)]
    .filter(({ path: [name] }) => !waiting.includes(String(name)))
    .map(({ path: [name, ...inside], message }) => ({ path: [nameMember(type, name), ...inside], message }))
  if (problems.length > 0) throw badUserInput(problems)
}
