import type { Body } from '../api/client.ts'
import type { ContentType, Field, FieldKind } from '../api/model.ts'

const MOST = 3

/** The kinds whose values fit into a row, the most telling ones first. */
const SHORT: readonly FieldKind[] = [
  'state',
  'choice',
  'owner',
  'one',
  'time',
  'date',
  'flag',
  'number',
  'integer',
  'decimal',
  'line',
  'email',
  'tags',
]

const rank = ({ kind }: Field): number => SHORT.indexOf(kind)

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The fields of a list that stand beside the title: those of which its rows have values. */
export const chooseColumns = ({ fields, titleField }: ContentType, rows: readonly Body[]): readonly Field[] =>
  fields
    .filter((field) => rank(field) >= 0 && field.name !== titleField)
    .filter(({ name }) => rows.some((row) => !isEmpty(row[name])))
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, MOST)
