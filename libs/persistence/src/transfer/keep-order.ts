import type { RecordType } from '@content-service/domain'
import type { ManyLink } from '@content-service/domain/internal/model'

type Values = Readonly<Record<string, unknown>>

const isSameSet = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id))

/** The values with the stored links in the place of the same ones in another order, which means nothing (C14.2). */
export const keepOrder = <Given extends object>(
  { manyLinks }: Pick<RecordType, 'manyLinks'>,
  stored: object,
  values: Given,
): Given => {
  const [before, after] = [stored as Values, values as Values]
  const isKept = ({ attribute, field }: ManyLink): boolean =>
    !field.isOrdered &&
    after[attribute] !== undefined &&
    isSameSet(before[attribute] as readonly unknown[], after[attribute] as readonly unknown[])
  const kept = manyLinks.filter(isKept).map(({ attribute }) => [attribute, before[attribute]])
  return { ...values, ...Object.fromEntries(kept) }
}
