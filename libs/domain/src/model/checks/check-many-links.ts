import { SHOWN_ACTIONS } from '../../actions/record-action.ts'
import type { JoinedLink } from '../links/joined-links.ts'
import type { ManyLink } from '../links/many-links.ts'
import type { RecordType } from '../types/record-type.ts'
import { isFieldName } from './check-fields.ts'
import { countBytes, MAX_NAME_BYTES } from './database-names.ts'
import { problem } from './model-problem.ts'

/** C14.2. */
const MOST_LINKS = 1_000

const checkNames = (
  { fields, attributes }: RecordType,
  { name, attribute, add, remove }: ManyLink,
): readonly string[] => {
  const taken = [`${name}Connection`, add, remove].find(
    (each) => Object.hasOwn(fields, each) || Object.hasOwn(attributes, each),
  )
  return [
    ...problem(
      !isFieldName(attribute) || attribute === SHOWN_ACTIONS,
      `ids cannot be ${JSON.stringify(attribute)}; write a camelCase name, such as ${name}Ids`,
    ),
    ...problem(
      taken !== undefined,
      `the interfaces need the name ${taken}, and the type has a field with that name; rename one of them`,
    ),
  ]
}

const checkTable = ({ plural }: RecordType, { name }: JoinedLink): readonly string[] => {
  const length = `${plural}__linked_id_fkey`.length + countBytes(name)
  return problem(
    length > MAX_NAME_BYTES,
    `a name in the database would have ${length} characters, and PostgreSQL cuts names after ${MAX_NAME_BYTES}; choose a shorter name`,
  )
}

const checkMost = ({ field: { max } }: ManyLink): readonly string[] =>
  problem(
    !Number.isInteger(max) || max < 1 || max > MOST_LINKS,
    `max cannot be ${max}; write an integer from 1 to 1,000`,
  )

const checkFixed = ({ isFixed }: RecordType): readonly string[] =>
  problem(
    isFixed,
    'a record of a fixed type never changes, and a deletion would change its links; remove fixed',
  )

/** C14.2: the links of a type to many records, and those in its parts, have names, a limit and a table. */
export const checkManyLinks = (type: RecordType): readonly string[] => [
  ...type.manyLinks.flatMap((link) =>
    [...checkNames(type, link), ...checkTable(type, link), ...checkMost(link), ...checkFixed(type)].map(
      (each) => `${type.name}.${link.name}: ${each}`,
    ),
  ),
  ...type.partLinks.flatMap((link) =>
    [...checkTable(type, link), ...checkFixed(type)].map(
      (each) => `${type.name}, links in parts to ${link.field.toMany.name}: ${each}`,
    ),
  ),
]
