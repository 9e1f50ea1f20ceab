import { ANYBODY, mayOnAll } from '../access/access.ts'
import type { ContentModel } from '../model/content-model.ts'
import type { ServiceOperation } from '../model/service-operations/service-operation.ts'
import { takeInput, type AnyOperation } from '../operations/run-operation.ts'
import { authorizeOperation, runServiceOperation } from './run-service-operation.ts'

type Values = Readonly<Record<string, unknown>>

const declareOperation = (model: ContentModel, operation: ServiceOperation): AnyOperation => {
  const { permission, rules } = operation
  const isForGuests = mayOnAll({ caller: ANYBODY, policy: model.policy }, permission)
  return takeInput((context, input: Values) => runServiceOperation(context, operation, input), {
    resource: model.operation(operation.name).resource,
    access: permission,
    ...(isForGuests && { isForGuests: true }),
    authorize: (context) => authorizeOperation(context, operation),
    rules: () => rules,
  })
}

/** C16.5: the operations of no record that the interfaces run, by their names. */
export const declareServiceOperations = (model: ContentModel): Readonly<Record<string, AnyOperation>> =>
  Object.fromEntries(model.serviceOperations.map((each) => [each.name, declareOperation(model, each)]))
