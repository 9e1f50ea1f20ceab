import type { RecordType } from './record-type.ts'

/** Whether the interfaces show `updatedAt`. C4.9 gives the members of a product, and this is none of them. */
export const showsChangeTime = ({ name, isFixed }: Pick<RecordType, 'name' | 'isFixed'>): boolean =>
  !isFixed && name !== 'Product'
