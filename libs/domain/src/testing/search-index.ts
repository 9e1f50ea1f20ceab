import { builtInModel, contentPolicy } from '../service/content-types.ts'
import type { Context, Stores } from '../context/context.ts'
import { prepareCorrections } from '../search/readable-words.ts'

/** Indexes all records that wait. */
export const indexAll = async ({ search }: Pick<Stores, 'search'>): Promise<void> => {
  while (['more', 'later'].includes(await search.index()));
}

/** Indexes all records, and learns the words of those that a guest may read. */
export const indexWithWords = async (
  stores: Pick<Stores, 'search'>,
  parts: Pick<Context, 'policy' | 'model'> = { policy: contentPolicy, model: builtInModel },
): Promise<void> => {
  await prepareCorrections(stores, parts)
  await indexAll(stores)
}
