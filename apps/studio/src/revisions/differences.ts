import type { Body, Revision } from '../api/client.ts'
import type { ContentType, Field } from '../api/model.ts'
import { showValue } from '../fields/show-value.ts'

/** A field of which a version has another value than the record. */
export interface Difference {
  readonly field: Field
  readonly then: string
  readonly now: string
}

/** C17.3: what a restore would change. It never brings back the state. */
export const listDifferences = ({ fields }: ContentType, then: Revision, now: Body): readonly Difference[] =>
  fields
    .filter(({ name, kind }) => name in then && kind !== 'state')
    .map((field) => ({ field, then: showValue(field, then), now: showValue(field, now) }))
    .filter((each) => each.then !== each.now)
