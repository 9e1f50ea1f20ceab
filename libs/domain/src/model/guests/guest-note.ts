import type { Rights } from '../../access/rights.ts'
import { problem } from '../checks/model-problem.ts'
import { time } from '../fields/field-builders.ts'
import type { Fields } from '../types/record-operation.ts'

/** C14.3: the days from the creation of a guest's record until the service erases it, or always. */
export type KeptFor = number | 'always'

/** A hundred years. */
const MOST_DAYS = 36_500

/** The attribute with the time at which a guest created the record; null in all other records. No interface shows it. */
export const GUEST_NOTE = 'guestCreatedAt'

const NOTE: Fields = {
  [GUEST_NOTE]: time({
    about: 'The time at which a request without a credential created the record.',
    optional: true,
    hidden: true,
  }),
}

/** Whether the declared rights let requests without a credential create records. */
export const namesGuests = (rights: Rights | null | undefined): boolean =>
  rights?.['create']?.GUEST !== undefined

/** The fields of a type, with the note on records of guests. */
export const withGuestNote = <F extends Fields>(fields: F, rights: Rights | undefined): F =>
  namesGuests(rights) ? { ...fields, ...NOTE } : fields

const isDays = (given: unknown): boolean =>
  Number.isInteger(given) && Number(given) >= 1 && Number(given) <= MOST_DAYS

interface Declared {
  readonly allowed?: Rights
  readonly keepFor?: unknown
  readonly fields: Fields
}

const findPeriodProblems = ({ allowed, keepFor }: Declared): readonly string[] => {
  if (!namesGuests(allowed))
    return problem(
      keepFor !== undefined,
      'keepFor is for records of guests; remove it, or add create: { GUEST: … } to allowed',
    )
  return problem(
    keepFor !== 'always' && !isDays(keepFor),
    `create names GUEST, and keepFor is ${JSON.stringify(keepFor)}; write the days from 1 to ${MOST_DAYS} until a record of a guest is erased, or keepFor: 'always'`,
  )
}

/** C14.3: what is wrong with the creation of records by guests. */
export const findGuestProblems = (declared: Declared): readonly string[] => [
  ...findPeriodProblems(declared),
  ...problem(
    declared.allowed?.['create']?.GUEST === 'own',
    "create: a record of a guest belongs to ghost, so that GUEST cannot have 'own'; write 'all' or a condition",
  ),
  ...problem(
    namesGuests(declared.allowed) && Object.hasOwn(declared.fields, GUEST_NOTE),
    `the service notes ${GUEST_NOTE} on records of guests; give the field ${GUEST_NOTE} another name`,
  ),
]
