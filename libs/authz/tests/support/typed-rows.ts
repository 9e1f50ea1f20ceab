import type { KindOfTable, Texts } from './sql-agreement.ts'

const parsers: Partial<Record<KindOfTable, (text: string) => unknown>> = {
  boolean: (text) => text === 'true',
  integer: Number,
  bigint: BigInt,
  decimal: Number,
  float: Number,
  timestamp: (text) => new Date(text),
  date: (text) => new Date(text),
  textArray: (text) => JSON.parse(text),
  integerArray: (text) => JSON.parse(text),
  uuidArray: (text) => JSON.parse(text),
}

/** The row with the values of JavaScript that its texts stand for. */
export const toTyped = (row: Texts): Readonly<Record<KindOfTable, unknown>> =>
  Object.fromEntries(
    Object.entries(row).map(([name, text]) => [
      name,
      text === null ? null : (parsers[name as KindOfTable]?.(text) ?? text),
    ]),
  ) as Readonly<Record<KindOfTable, unknown>>
