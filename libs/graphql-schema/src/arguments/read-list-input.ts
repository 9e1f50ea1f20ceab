import type { ListInput } from '@content-service/domain/internal/reading'
import { badValue } from '@content-service/domain/internal/rules'
import type { GraphQLResolveInfo } from 'graphql'
import { isWritten, listWrittenPagination } from './paging.ts'

/** The arguments of a list that filter and order it. */
export interface ListInputArguments {
  readonly where?: unknown
  readonly orderBy?: readonly { readonly field: string; readonly direction?: unknown }[] | null | undefined
}

/** `CREATED_AT` is the field `createdAt`. */
export const toFieldName = (word: string): string =>
  word.toLowerCase().replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** The filter and the order of a list; null counts as absent (C13.1). */
export const readListInput = ({ where, orderBy }: ListInputArguments): ListInput => ({
  ...(where !== undefined && where !== null && { where }),
  ...(orderBy && {
    orderBy: orderBy.map(({ field, direction }) => ({ field: toFieldName(field), direction })),
  }),
})

/** C13.2: an order beside a written sortBy or direction is refused; defaults and null never refuse. @throws BAD_USER_INPUT. */
export const refuseTwoOrders = (
  { orderBy }: Pick<ListInputArguments, 'orderBy'>,
  info: GraphQLResolveInfo,
): void => {
  if (!orderBy || orderBy.length === 0) return
  const written = listWrittenPagination(info)
  const isSorted = ['sortBy', 'direction'].some((name) => isWritten(name, info) || written.includes(name))
  if (isSorted) throw badValue(['orderBy'], 'must not stand beside sortBy or direction; remove one of them')
}
