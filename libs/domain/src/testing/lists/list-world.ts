import type { Context } from '../../context/context.ts'
import type { ContentModel } from '../../model/content-model.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { listRows, type ListOperation } from '../../operations/read-operations.ts'
import { ContentError } from '../../rules/errors.ts'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { listOperations } from '../../service/operations.ts'
import { profileList } from '../../users/user-reading.ts'
import type { User } from '../../users/user.ts'
import { memoryStores } from '../memory/memory-stores.ts'
import { Workshop } from '../workshop.ts'
import { aWorld, type World } from '../world.ts'

/** A world for tests of lists: it has workshops too. */
export interface ListWorld extends World {
  readonly model: ContentModel
  /** The values of one field of the listed records, in their order. */
  list(context: Context, plural: string, input?: ListedInput): Promise<readonly unknown[]>
}

/** The filters of a list, and the field to show: `id` by default. */
export interface ListedInput {
  readonly where?: unknown
  readonly orderBy?: unknown
  readonly show?: string
  readonly [filter: string]: unknown
}

/** The list of a type with its filters by name. */
export const findList = (model: ContentModel, plural: string): ListOperation =>
  // The lists of all types take filters by name.
  (plural === 'users' ? profileList : listOperations(model)[plural]) as ListOperation

/** A world whose model has the given types beside those of the service. */
export const aListWorld = async (types: readonly RecordType[] = [Workshop]): Promise<ListWorld> => {
  const world = await aWorld()
  const model = contentModel([...builtInModel.types, ...types])
  const stores = memoryStores(world.tables, model)
  return {
    ...world,
    stores,
    model,
    as: (caller: User | null, more = {}) =>
      world.as(caller, { stores, model, policy: model.policy, ...more }),
    list: async (context, plural, { show = 'id', ...filters } = {}) => {
      const part = { filters, window: { limit: 100, offset: 0 } }
      const rows = await listRows(context, findList(model, plural), part, { fields: [show] })
      return rows.map((row) => row[show])
    },
  }
}

/** The refusal of an operation: its code, and its problems as texts. */
export const describeRefusal = async (operation: () => Promise<unknown>): Promise<readonly string[]> => {
  try {
    await operation()
    return []
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    const problems = error.problems.map(({ path, message }) => `${path.join('.')} ${message}`)
    return [error.code, ...(problems.length > 0 ? problems : [error.message])]
  }
}
