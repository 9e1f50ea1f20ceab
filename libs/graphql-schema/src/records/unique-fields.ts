import type { ContentModel, RecordType } from '@content-service/domain'
import { listUniqueKeys, nameUniqueField } from '@content-service/domain/internal/model'
import { planByKey, type GivenKey } from '@content-service/domain/internal/records'
import { createReadField } from '../execution/read-field.ts'
import { readSelection } from '../reading/plans.ts'

interface Arguments {
  readonly where: GivenKey
}

const createUniqueField = (type: RecordType) =>
  createReadField({
    kind: 'first row',
    plan: async (context, { where }: Arguments, info) =>
      planByKey(context, type, where, readSelection(type.name, info)),
  })

/** C14.4: the root fields that read a record by a unique key: `recipeBy(where: RecipeUnique!)`. Users have names of their own. */
export const createUniqueFields = ({ types }: ContentModel): Readonly<Record<string, object>> =>
  Object.fromEntries(
    types
      .filter((type) => listUniqueKeys(type).length > 0 && !type.isNumbered)
      .map((type) => [nameUniqueField(type), createUniqueField(type)]),
  )
