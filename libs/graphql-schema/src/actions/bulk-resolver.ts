import type { ContentModel, RecordType } from '@content-service/domain'
import { nameTypeWord, perModel } from '@content-service/domain/internal/model'
import { runBulkAction, type ActionResult } from '@content-service/domain/internal/service'
import type { MutationResolvers } from '../contract/resolver-types.ts'
import { toErrorResult } from '../arguments/error-result.ts'

const indexTypes = perModel(
  ({ types }: ContentModel): ReadonlyMap<string, RecordType> =>
    new Map(types.map((type) => [nameTypeWord(type), type])),
)

/** The enum has the words of all types of the model. */
const findType = (model: ContentModel, word: string): RecordType => indexTypes(model).get(word) as RecordType

/** C5.2: a refusal of one record is part of the response. */
const toResult =
  (action: string) =>
  ({ id, status, refusal }: ActionResult) => ({
    ...(refusal
      ? toErrorResult(refusal)
      : { __typename: 'Success' as const, message: `The action ${action} is done.`, data: null }),
    id,
    status,
  })

/** C14.4. */
export const bulkMutations = {
  bulkAction: async (_, { type, ids, action }, context) => {
    const request = { type: findType(context.model, type), ids, action }
    return (await runBulkAction(context, request)).map(toResult(action))
  },
} satisfies Partial<MutationResolvers>
