import type { EarlierDefaults } from '@content-service/persistence'
import type { FieldDocument, ModelDocument } from './type-document.ts'

const quote = (value: unknown): string => `'${String(value).replaceAll("'", "''")}'`

/** For each kind, a value that the checks of the field accept, in SQL; null if only a person can choose one. */
const ACCEPTED: Readonly<Record<string, (field: FieldDocument) => string | null>> = {
  text: ({ limits }) => ((limits['minLength'] ?? 0) === 0 ? "''" : null),
  number: ({ limits }) => String(limits['minimum'] ?? 0),
  integer: ({ limits }) => String(limits['minimum'] ?? 0),
  boolean: ({ initial }) => quote(initial ?? false),
  tags: () => "'{}'",
  choice: ({ choices = [] }) => (choices[0] === undefined ? null : quote(choices[0])),
  state: ({ states = [] }) => (states[0] === undefined ? null : quote(states[0])),
}

/** C15.17: the initial value of a field, or the least that it accepts, in SQL; null if only a person can choose one. */
export const findAcceptedDefault = (field: FieldDocument): string | null => {
  const { initial, kind } = field
  const isPlain = ['string', 'number', 'boolean'].includes(typeof initial)
  return isPlain ? quote(initial) : (ACCEPTED[kind]?.(field) ?? null)
}

/** The defaults that the version before accepts for its required fields. */
export const listEarlierDefaults = ({ types }: ModelDocument): EarlierDefaults =>
  new Map(
    types.flatMap(({ table, fields }) =>
      fields
        .filter(({ optional }) => !optional)
        .map((field) => [`${table}.${field.name}`, findAcceptedDefault(field)] as const),
    ),
  )
