import type { Field, FieldKind } from '@content-service/domain/internal/model'

const DAY_MS = 86_400_000

/** A value for each number of a record, which no other record has. Letter case does not count. */
const VALUES = {
  line: (serial) => `Äpfel ${serial}`,
  text: (serial) => `a\n${serial}`,
  integer: (serial) => serial,
  decimal: (serial) => `${serial}.5`,
  date: (serial) => new Date(serial * DAY_MS).toISOString().slice(0, 10),
  email: (serial) => `Ada+${serial}@example.org`,
  url: (serial) => `https://example.org/${serial}`,
  slug: (serial) => `soup-no-${serial}`,
} as const satisfies Partial<Record<FieldKind, (serial: number) => unknown>>

/** The value of a unique field of the record with this number. @throws Error for a kind that no model has as unique. */
export const createUniqueValue = ({ kind }: Field, serial: number): unknown => {
  if (kind in VALUES) return VALUES[kind as keyof typeof VALUES](serial)
  throw new Error(`No model has a unique ${kind}.`)
}
