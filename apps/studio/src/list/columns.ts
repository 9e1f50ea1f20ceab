import type { Body } from '../api/client.ts'
import type { ContentType, Field, FieldKind } from '../api/model.ts'

const MOST = 6

/** The kinds whose values fit into a row, the most telling ones first. */
const SHORT: readonly FieldKind[] = [
  'state',
  'owner',
  'one',
  'time',
  'flag',
  'number',
  'integer',
  'line',
  'email',
  'tags',
]

const rank = ({ kind }: Field): number => SHORT.indexOf(kind)

/** The fields of a list that stand beside the title, among those that its rows have. */
export const chooseColumns = (
  { fields, titleField }: ContentType,
  [row]: readonly Body[],
): readonly Field[] =>
  fields
    .filter(
      (field) => field.name !== titleField && rank(field) >= 0 && row !== undefined && field.name in row,
    )
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, MOST)
